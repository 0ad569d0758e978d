package io.orrery.plugin.core.flow;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

@Plugin(
    type = "io.kestra.plugin.core.flow.PurgeFlows",
    title = "Deletes old revisions of flows, a few at a time; the newest one of each flow stays.")
public record PurgeFlows(
    @Doc("Of flows in this namespace or below it; without it everywhere.")
        Property<String> namespace,
    @Doc("The same for more than one namespace.") Property<List<String>> namespaces,
    @Doc("Of flows with this id alone.") Property<String> flowId,
    @Doc(value = "Revisions that were saved before then.", required = true)
        Property<Instant> endDate)
    implements RunnableTask<PurgeFlows.Output> {

  /// @param count how many revisions
  public record Output(long count) {}

  @Override
  public Output run(RunContext context) {
    var places = new ArrayList<>(context.render(namespaces).orElse(List.of()));
    context.render(namespace).ifPresent(places::add);
    return new Output(
        context
            .housekeeping()
            .purgeRevisions(places, context.render(flowId), context.require(endDate, "endDate")));
  }
}
