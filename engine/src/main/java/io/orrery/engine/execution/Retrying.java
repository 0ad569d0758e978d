package io.orrery.engine.execution;

import io.orrery.model.flow.Retry;
import io.orrery.model.id.ExecutionIds;
import io.orrery.model.state.History;
import io.orrery.model.state.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// When a failed try is followed by another.
final class Retrying {
  private Retrying() {}

  /// Plans the next try of a task run whose last one (already among its attempts) failed.
  ///
  /// @return false when there is none: the failure is final
  static boolean schedule(Draft draft, TaskRun run, Instant attemptStart) {
    var policy = draft.node(run).retry();
    if (policy.isEmpty()) {
      return false;
    }
    var retry = policy.get();
    return switch (retry.behavior()) {
      case RETRY_FAILED_TASK -> {
        var first =
            run.attempts().isEmpty()
                ? attemptStart
                : run.attempts().getFirst().history().startedAt();
        var next = next(retry, run.attempts().size(), first, draft.now, seed(run));
        next.ifPresent(at -> waitFor(draft, run, at));
        yield next.isPresent();
      }
      case CREATE_NEW_EXECUTION -> {
        if (draft.head().state().terminal()) {
          yield false; // a task after the end cannot undo it
        }
        var fixed = draft.head().fixed();
        var next =
            next(retry, fixed.attemptNumber(), fixed.originalCreatedAt(), draft.now, seed(run));
        next.ifPresent(at -> startAnew(draft, run, at));
        yield next.isPresent();
      }
    };
  }

  /// When the try after `made` tries is due; empty when the policy allows no more.
  ///
  /// `maxAttempts` counts the first try. A try that would land after `first + maxDuration` is not
  /// made (inventory §1.4).
  static Optional<Instant> next(Retry retry, int made, Instant first, Instant now, long seed) {
    if (retry.maxAttempts().filter(max -> made >= max).isPresent()) {
      return Optional.empty();
    }
    var at = now.plus(delay(retry.delay(), made, seed));
    if (retry.maxDuration().filter(max -> at.isAfter(first.plus(max))).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(at);
  }

  private static Duration delay(Retry.Delay delay, int made, long seed) {
    return switch (delay) {
      case Retry.Constant it -> it.interval();
      case Retry.Exponential it -> {
        double millis = it.interval().toMillis() * Math.pow(it.factor(), made - 1.0);
        yield millis >= it.maxInterval().toMillis()
            ? it.maxInterval()
            : Duration.ofMillis((long) millis);
      }
      case Retry.Random it -> {
        long min = it.minInterval().toMillis();
        long span = Math.max(1, it.maxInterval().toMillis() - min);
        yield Duration.ofMillis(min + Math.floorMod((seed * 0x9E3779B97F4A7C15L) >>> 1, span));
      }
    };
  }

  /// Chance without a source of chance: deciding the same event twice must give the same answer.
  private static long seed(TaskRun run) {
    return 31L * run.id().hashCode() + run.attempts().size();
  }

  private static void waitFor(Draft draft, TaskRun run, Instant at) {
    draft.put(Runs.wakeAt(Runs.state(run, State.RETRYING, draft.now), Optional.of(at)));
    Waiting.retrying(draft, 1);
    draft.effect(new Effect.Wake(run.seq(), at));
  }

  /// The wait is over: the task run begins again from CREATED, its attempts kept.
  static void tryAgain(Draft draft, TaskRun run) {
    Waiting.retrying(draft, -1);
    var again = Runs.wakeAt(Runs.state(run, State.CREATED, draft.now), Optional.empty());
    draft.put(again);
    Leaves.begin(draft, again);
  }

  /// This execution, the task run and its containers end RETRIED; a new execution takes their place
  /// at `at`.
  private static void startAnew(Draft draft, TaskRun run, Instant at) {
    var old = draft.head();
    var fixed = old.fixed();
    var next =
        new Execution(
            // Of this try, since a restart may lead here again.
            ExecutionIds.named(run.id() + "/retry/" + run.attempts().size()),
            History.of(State.CREATED, draft.now),
            Frame.START,
            0,
            0,
            0,
            new Execution.Fixed(
                fixed.flow(),
                fixed.revision(),
                draft.now,
                fixed.inputs(),
                fixed.trigger(),
                fixed.parent(),
                Optional.of(old.id()),
                fixed.originalId(),
                fixed.attemptNumber() + 1,
                fixed.originalCreatedAt(),
                Optional.of(at)),
            old.labels(),
            Map.of(),
            Map.of(),
            Optional.of(at),
            Optional.empty());
    draft.effect(new Effect.Start(next));
    draft.put(Runs.state(run, State.RETRIED, draft.now));
    for (int seq = run.parent(); seq != Draft.ROOT; seq = draft.run(seq).parent()) {
      WorkingDirectories.release(draft, draft.run(seq));
      draft.put(Runs.state(draft.run(seq), State.RETRIED, draft.now));
    }
    Killing.stopEverything(draft);
    Containers.end(draft, State.RETRIED);
  }
}
