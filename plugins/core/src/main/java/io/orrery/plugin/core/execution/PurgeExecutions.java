package io.orrery.plugin.core.execution;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Housekeeping.Executions;
import io.orrery.plugin.api.Housekeeping.Part;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

@Plugin(
    type = "io.kestra.plugin.core.execution.PurgeExecutions",
    aliases = {"io.kestra.core.tasks.storages.Purge", "io.kestra.plugin.core.storage.Purge"},
    title = "Deletes ended executions of the past, a few at a time.")
public record PurgeExecutions(
    @Doc("Of flows in this namespace or below it; without it everywhere.")
        Property<String> namespace,
    @Doc("Of this flow alone.") Property<String> flowId,
    @Doc("Those begun from then on; without it from the beginning.") Property<Instant> startDate,
    @Doc(value = "Those begun before then.", required = true) Property<Instant> endDate,
    @Doc("Only those in these states; without it all that ended.") Property<List<String>> states,
    @Doc(value = "Whether the executions themselves go.", defaultText = "true")
        Property<Boolean> purgeExecution,
    @Doc(value = "Whether their logs go.", defaultText = "true") Property<Boolean> purgeLog,
    @Doc(value = "Whether their metrics go.", defaultText = "true") Property<Boolean> purgeMetric,
    @Doc(value = "Whether their files go.", defaultText = "true") Property<Boolean> purgeStorage)
    implements RunnableTask<PurgeExecutions.Output> {

  /// How many of each went; of logs lines.
  public record Output(
      long executionsCount, long logsCount, long storagesCount, long metricsCount) {}

  @Override
  public Output run(RunContext context) {
    var which =
        new Executions(
            context.render(namespace),
            context.render(flowId),
            Set.copyOf(context.render(states).orElse(List.of())),
            context.render(startDate),
            Optional.of(context.require(endDate, "endDate")));
    var purged = context.housekeeping().purge(which, parts(context));
    return new Output(purged.executions(), purged.logs(), purged.files(), purged.metrics());
  }

  private Set<Part> parts(RunContext context) {
    var parts = EnumSet.noneOf(Part.class);
    if (context.render(purgeExecution).orElse(true)) {
      parts.add(Part.EXECUTION);
    }
    if (context.render(purgeLog).orElse(true)) {
      parts.add(Part.LOG);
    }
    if (context.render(purgeMetric).orElse(true)) {
      parts.add(Part.METRIC);
    }
    if (context.render(purgeStorage).orElse(true)) {
      parts.add(Part.STORAGE);
    }
    return parts;
  }
}
