package io.orrery.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.engine.trigger.Fire;
import io.orrery.engine.trigger.LedgerLine;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.State;
import io.orrery.store.query.LedgerQueries.Order;
import io.orrery.store.query.LedgerQueries.Orphan;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whom triggers wait for: an execution that lives, and no other.
final class HoldersTest {

  private static final TriggerId HOURLY = new TriggerId(new FlowId("test", "f"), "hourly");
  private static final String FLOW =
      """
      id: f
      namespace: test
      tasks: [{id: a, type: Log}]
      triggers: [{id: hourly, type: Schedule, cron: "0 * * * *", timezone: UTC}]
      """;

  @TempDir Path folder;

  @Test
  void a_run_by_hand_holds_its_schedule_until_it_ends_and_has_a_line_of_its_own() {
    try (var world = new LimitedWorld(folder)) {
      world.save(FLOW);
      world.passes(Duration.ofMinutes(50));
      var asked = world.instant();
      var execution = world.runNow(HOURLY);
      assertThatThrownBy(() -> world.runNow(HOURLY))
          .isInstanceOf(CompletionException.class)
          .hasMessageContaining("waits for execution " + execution);
      world.passes(Duration.ofMinutes(20));
      assertThat(world.jobs()).hasSize(1); // one o'clock waits
      world.end(world.jobs().getFirst(), State.SUCCESS);
      assertThat(world.jobs()).hasSize(1);
      var lines =
          world
              .ledger()
              .lines(
                  HOURLY, Instant.EPOCH, world.instant(), Order.OLDEST_FIRST, Optional.empty(), 9)
              .lines();
      assertThat(lines)
          .extracting(LedgerLine::lane)
          .containsExactly(Fire.MANUAL_LANE, Fire.SCHEDULE_LANE);
      assertThat(lines.getFirst().first()).isBetween(asked, asked.plusSeconds(1));
      assertThat(lines.getLast().cause()).isEqualTo(Fire.Cause.LOCKED);
    }
  }

  @Test
  void nobody_is_released_who_waits_for_a_living_execution() {
    try (var world = new LimitedWorld(folder)) {
      world.save(FLOW);
      var execution = world.runNow(HOURLY);
      assertThat(world.ledger().orphans(9)).isEmpty();
      assertThat(world.holderGone(new Orphan(HOURLY, execution))).isFalse();
      assertThat(world.holderGone(new Orphan(HOURLY, new ExecutionId("nobody")))).isFalse();
      assertThatThrownBy(() -> world.runNow(HOURLY)).hasMessageContaining("waits for execution");
    }
  }
}
