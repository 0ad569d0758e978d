package io.orrery.plugin.core.execution;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Metric;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.api.Truth;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Plugin(
    type = "io.kestra.plugin.core.execution.Assert",
    light = true,
    title = "Fails unless all conditions hold; tells which ones do not.",
    examples =
        @Example(
            """
            id: check
            type: io.kestra.plugin.core.execution.Assert
            conditions:
              - "{{ flow.id == 'etl' }}"
              - "{{ flow.namespace == 'company.team' }}"
            """))
public record Assert(
    @Doc(value = "Templates that must all be true.", required = true) List<String> conditions,
    @Doc("What the log says besides the conditions that do not hold.")
        Property<String> errorMessage)
    implements RunnableTask<Void> {

  @Override
  public @Nullable Void run(RunContext context) {
    int failed = 0;
    for (var condition : conditions) {
      if (!holds(condition, context)) {
        failed++;
      }
    }
    context.metric(Metric.counter("success", conditions.size() - failed));
    context.metric(Metric.counter("failed", failed));
    if (failed > 0) {
      var count = failed + " of " + conditions.size() + " conditions do not hold";
      throw new TaskFailure(context.render(errorMessage).orElse(count));
    }
    return null;
  }

  /// A condition that cannot be rendered does not hold: the others are still looked at.
  private static boolean holds(String condition, RunContext context) {
    try {
      if (Truth.of(context.render(condition))) {
        return true;
      }
      context.logger().error("Condition does not hold: {}", condition);
    } catch (RuntimeException e) {
      context.logger().error("Condition cannot be evaluated: {}: {}", condition, e.getMessage());
    }
    return false;
  }
}
