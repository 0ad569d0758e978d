package io.orrery.plugin.core.execution;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Housekeeping.Executions;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.api.Truth;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

@Plugin(
    type = "io.kestra.plugin.core.execution.Count",
    aliases = {
      "io.kestra.plugin.core.execution.Counts",
      "io.kestra.core.tasks.executions.Counts",
      "io.kestra.core.tasks.executions.Count"
    },
    title = "Counts the executions of flows, and keeps the counts that an expression asks for.")
public record Count(
    @Doc("The flows, each with namespace and flowId.") Property<List<Map<String, Object>>> flows,
    @Doc("Whole namespaces, in place of flows.") Property<List<String>> namespaces,
    @Doc("Only executions in these states.") Property<List<String>> states,
    @Doc(value = "Only those begun from then on.", required = true) Property<Instant> startDate,
    @Doc("Only those begun before then; without it until now.") Property<Instant> endDate,
    @Doc(value = "Which counts are kept: it sees `count`.", required = true)
        Property<String> expression)
    implements RunnableTask<Count.Output> {

  /// @param total the sum of the kept counts
  public record Output(List<Result> results, long total) {}

  /// @param flowId null for a whole namespace
  public record Result(String namespace, @Nullable String flowId, long count) {}

  private record Subject(String namespace, Optional<String> flowId) {}

  @Override
  public Output run(RunContext context) {
    var from = Optional.of(context.require(startDate, "startDate"));
    var to = context.render(endDate);
    var wanted = Set.copyOf(context.render(states).orElse(List.of()));
    var keep =
        String.valueOf(
            expression
                .raw()
                .orElseThrow(() -> new TaskFailure("property 'expression' is required")));
    var results = new ArrayList<Result>();
    long total = 0;
    for (var subject : subjects(context)) {
      long count =
          context
              .housekeeping()
              .count(
                  new Executions(
                      Optional.of(subject.namespace()), subject.flowId(), wanted, from, to));
      if (Truth.of(context.with(Map.of("count", count)).render(keep))) {
        results.add(new Result(subject.namespace(), subject.flowId().orElse(null), count));
        total += count;
      }
    }
    return new Output(results, total);
  }

  private List<Subject> subjects(RunContext context) {
    var subjects = new ArrayList<Subject>();
    for (var flow : context.render(flows).orElse(List.of())) {
      if (!(flow.get("namespace") instanceof String namespace)
          || !(flow.get("flowId") instanceof String id)) {
        throw new TaskFailure("each of 'flows' needs a namespace and a flowId, unlike " + flow);
      }
      subjects.add(new Subject(namespace, Optional.of(id)));
    }
    for (var namespace : context.render(namespaces).orElse(List.of())) {
      subjects.add(new Subject(namespace, Optional.empty()));
    }
    if (subjects.isEmpty()) {
      throw new TaskFailure("give 'flows' or 'namespaces': there is nothing to count");
    }
    return subjects;
  }
}
