package io.orrery.engine.execution;

import io.orrery.engine.plan.Node;
import io.orrery.engine.plan.Steps;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.Services;
import io.orrery.expression.Truth;
import io.orrery.model.flow.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What follows a round of a LoopUntil. Pure but for the services that it is given; called away
/// from the vnode's thread.
public final class Rounds {
  private Rounds() {}

  /// A longer one is cut to this: a hundred years.
  private static final Duration INTERVAL_MAX = Duration.ofDays(36_525);

  /// @param run the LoopUntil's own
  public static Answer after(
      Node node, TaskRun run, Map<String, Object> variables, Services services, Instant now) {
    if (!(node.task() instanceof Task.LoopUntil)) {
      throw new IllegalArgumentException(node.id() + " is no LoopUntil");
    }
    try {
      var parts =
          node.subject().evaluate(variables, services) instanceof Map<?, ?> map ? map : Map.of();
      if (Truth.of(parts.get(Steps.CONDITION))) {
        return new Answer.Done(Map.of());
      }
      int rounds =
          run.outputs().get(Asking.ITERATION_COUNT) instanceof Number count ? count.intValue() : 1;
      var most = parts.get(Steps.MAX_ITERATIONS);
      if (most != null && rounds >= number(most)) {
        return new Answer.LimitReached("Max iterations reached: " + rounds);
      }
      var longest = parts.get(Steps.MAX_DURATION);
      var since = run.history().currentSince();
      if (longest != null
          && Duration.between(since, now).compareTo(Preparing.duration(Steps.MAX_DURATION, longest))
              > 0) {
        return new Answer.LimitReached("Max duration reached: " + Preparing.text(longest));
      }
      var interval = Preparing.duration(Steps.INTERVAL, String.valueOf(parts.get(Steps.INTERVAL)));
      return new Answer.Again(within(interval));
    } catch (ExpressionException e) {
      return new Answer.Unable(Preparing.message(e));
    }
  }

  private static Duration within(Duration interval) {
    if (interval.isNegative()) {
      return Duration.ZERO;
    }
    return interval.compareTo(INTERVAL_MAX) > 0 ? INTERVAL_MAX : interval;
  }

  private static int number(Object value) {
    var text = Preparing.text(value).strip();
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new ExpressionException(
          Steps.MAX_ITERATIONS + " must be an integer, not '" + text + "'", 0, e);
    }
  }

  /// Whether no other iteration of a Loop begins, and what this one gives back before it is typed.
  ///
  /// @throws ExpressionException when a template fails
  public static Iteration iteration(Node node, Map<String, Object> variables, Services services) {
    var parts =
        node.subject().evaluate(variables, services) instanceof Map<?, ?> map ? map : Map.of();
    boolean last = parts.containsKey(Steps.BREAK_WHEN) && Truth.of(parts.get(Steps.BREAK_WHEN));
    return new Iteration(
        last, parts.get(Steps.OUTPUTS) instanceof Map<?, ?> outputs ? outputs : Map.of());
  }

  /// @param last whether no other begins
  public record Iteration(boolean last, Map<?, ? extends @Nullable Object> outputs) {}
}
