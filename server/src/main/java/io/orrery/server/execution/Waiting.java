package io.orrery.server.execution;

import io.orrery.controller.Orchestrator;
import io.orrery.engine.execution.Execution;
import io.orrery.model.id.ExecutionId;
import io.orrery.server.http.Bell;
import io.orrery.store.query.ExecutionQueries;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/// Waits for an execution: subscribed before the first read, so that no change falls between.
final class Waiting {
  private final Orchestrator orchestrator;
  private final ExecutionQueries executions;

  Waiting(Orchestrator orchestrator, ExecutionQueries executions) {
    this.orchestrator = orchestrator;
    this.executions = executions;
  }

  /// The execution once `enough` holds, or as it is when time is up; empty when there is none.
  Optional<Execution> until(ExecutionId id, Predicate<Execution> enough, Duration atMost)
      throws Exception {
    var bell = new Bell();
    try (var _ = orchestrator.follow(id, bell::ring)) {
      return until(id, enough, atMost, bell);
    }
  }

  /// As above, for one who is subscribed with `bell` already.
  Optional<Execution> until(ExecutionId id, Predicate<Execution> enough, Duration atMost, Bell bell)
      throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (true) {
      var now = executions.head(id);
      var left = Duration.ofNanos(deadline - System.nanoTime());
      if (now.filter(enough).isPresent() || left.isNegative() || left.isZero()) {
        return now;
      }
      bell.await(left);
    }
  }
}
