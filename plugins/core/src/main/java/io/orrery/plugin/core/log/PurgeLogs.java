package io.orrery.plugin.core.log;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Housekeeping.LogLines;
import io.orrery.plugin.api.Level;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

@Plugin(
    type = "io.kestra.plugin.core.log.PurgeLogs",
    title = "Deletes log lines of the past, a few at a time.")
public record PurgeLogs(
    @Doc("Of flows in this namespace or below it; without it everywhere.")
        Property<String> namespace,
    @Doc("Of this flow alone.") Property<String> flowId,
    @Doc("Of this execution alone.") Property<String> executionId,
    @Doc("Of these levels alone.") Property<List<Level>> logLevels,
    @Doc("Lines from then on; without it from the beginning.") Property<Instant> startDate,
    @Doc(value = "Lines before then.", required = true) Property<Instant> endDate)
    implements RunnableTask<PurgeLogs.Output> {

  /// @param count how many lines
  public record Output(long count) {}

  @Override
  public Output run(RunContext context) {
    var which =
        new LogLines(
            context.render(namespace),
            context.render(flowId),
            context.render(executionId),
            Set.copyOf(context.render(logLevels).orElse(List.of())),
            context.render(startDate),
            Optional.of(context.require(endDate, "endDate")));
    return new Output(context.housekeeping().purgeLogs(which));
  }
}
