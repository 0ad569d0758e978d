package io.orrery.store.contract;

import static io.orrery.store.contract.Samples.FLOW;
import static io.orrery.store.contract.Samples.T0;
import static io.orrery.store.contract.Samples.created;
import static io.orrery.store.contract.Samples.fire;
import static io.orrery.store.contract.Samples.id;
import static io.orrery.store.contract.Samples.in;
import static io.orrery.store.contract.Samples.trigger;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.trigger.Backfill;
import io.orrery.engine.trigger.Fire;
import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.engine.trigger.LedgerLine;
import io.orrery.engine.trigger.SkipRange;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.State;
import io.orrery.store.query.LedgerQueries;
import io.orrery.store.query.LedgerQueries.Due;
import io.orrery.store.query.LedgerQueries.Lane;
import io.orrery.store.query.LedgerQueries.Order;
import io.orrery.store.query.Purges;
import io.orrery.store.sql.SqlLedgerQueries;
import io.orrery.store.sql.SqlPurges;
import io.orrery.store.sql.SqlTriggerQueries;
import io.orrery.store.vnode.Changes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What reads and the purge of the ledger promise.
abstract class LedgerContract extends StoreContract {

  private static final TriggerId HOURLY = new TriggerId(FLOW, "hourly");
  private static final TriggerId OTHER = new TriggerId(new FlowId("acme", "audit"), "hourly");

  private LedgerQueries ledger;
  private Purges purges;

  @BeforeEach
  void openLedger() {
    ledger = new SqlLedgerQueries(database);
    purges = new SqlPurges(database);
  }

  private static Instant hour(int n) {
    return T0.plus(Duration.ofHours(n));
  }

  private static SkipRange skipped(TriggerId trigger, int from, int to, Decision decision) {
    return new SkipRange(
        trigger,
        Fire.SCHEDULE_LANE,
        hour(from),
        hour(to),
        to - from + 1,
        decision,
        Cause.RESTART,
        "NONE",
        hour(to + 1));
  }

  private static Fire backfilled(String lane, int hour, int execution) {
    var fire = fire(HOURLY, hour(hour), id(execution));
    return new Fire(
        HOURLY,
        lane,
        fire.slot(),
        Decision.FIRED,
        Cause.BACKFILL,
        "BACKFILL",
        5,
        1,
        fire.execution(),
        hour(100));
  }

  /// Fired at 0, 1, 2; skipped 3 to 5; fired at 6; the backfill `b` has made 4.
  private void someDecisions() {
    var changes = new Changes();
    for (int hour : List.of(0, 1, 2, 6)) {
      changes.add(fire(HOURLY, hour(hour), id(hour)));
    }
    changes.add(skipped(HOURLY, 3, 5, Decision.SKIPPED_POLICY));
    changes.add(backfilled("b", 4, 40));
    changes.add(fire(OTHER, hour(1), id(90)));
    commit(changes);
  }

  private List<Integer> hours(List<LedgerLine> lines) {
    return lines.stream().map(line -> (int) Duration.between(T0, line.first()).toHours()).toList();
  }

  private LedgerQueries.Piece lines(int from, int to, Order order, int limit) {
    return ledger.lines(HOURLY, hour(from), hour(to), order, Optional.empty(), limit);
  }

  @Test
  void decisions_of_every_lane_come_by_slot_oldest_or_newest_first() {
    someDecisions();
    var oldest = lines(0, 10, Order.OLDEST_FIRST, 100);
    assertThat(hours(oldest.lines())).containsExactly(0, 1, 2, 3, 4, 6);
    assertThat(oldest.next()).isEmpty();
    assertThat(oldest.lines().get(3)).isEqualTo(skipped(HOURLY, 3, 5, Decision.SKIPPED_POLICY));
    assertThat(oldest.lines().get(4)).isEqualTo(backfilled("b", 4, 40));
    assertThat(hours(lines(0, 10, Order.NEWEST_FIRST, 100).lines()))
        .containsExactly(6, 4, 3, 2, 1, 0);
  }

  @Test
  void bounds_are_inclusive_and_a_range_counts_when_it_touches_them() {
    someDecisions();
    assertThat(hours(lines(2, 3, Order.OLDEST_FIRST, 100).lines())).containsExactly(2, 3);
    assertThat(hours(lines(5, 6, Order.OLDEST_FIRST, 100).lines())).containsExactly(3, 6);
    assertThat(lines(7, 9, Order.OLDEST_FIRST, 100).lines()).isEmpty();
  }

  @Test
  void pages_go_on_where_the_one_before_ended_also_between_two_lanes_of_a_slot() {
    someDecisions();
    var changes = new Changes();
    changes.add(backfilled("b", 2, 42));
    changes.add(backfilled("c", 2, 43));
    commit(changes);
    for (var order : Order.values()) {
      for (int size = 1; size <= 9; size++) {
        var paged = new ArrayList<LedgerLine>();
        Optional<LedgerQueries.Place> place = Optional.empty();
        do {
          var piece = ledger.lines(HOURLY, hour(0), hour(9), order, place, size);
          assertThat(piece.lines()).hasSizeLessThanOrEqualTo(size);
          paged.addAll(piece.lines());
          place = piece.next();
        } while (place.isPresent());
        assertThat(paged).isEqualTo(lines(0, 9, order, 100).lines()).hasSize(8);
      }
    }
  }

  @Test
  void an_instant_is_covered_by_its_row_or_by_the_range_around_it() {
    someDecisions();
    assertThat(ledger.covering(HOURLY, hour(2))).containsExactly(fire(HOURLY, hour(2), id(2)));
    assertThat(ledger.covering(HOURLY, hour(4)))
        .containsExactly(backfilled("b", 4, 40), skipped(HOURLY, 3, 5, Decision.SKIPPED_POLICY));
    assertThat(ledger.covering(HOURLY, hour(5))).hasSize(1);
    assertThat(ledger.covering(HOURLY, hour(5).plusMillis(1))).isEmpty();
    assertThat(ledger.oldest(HOURLY)).contains(fire(HOURLY, hour(0), id(0)));
    assertThat(ledger.oldest(new TriggerId(FLOW, "none"))).isEmpty();
  }

  @Test
  void missed_slots_are_those_of_a_namespace_that_did_not_fire_newest_first() {
    someDecisions();
    var changes = new Changes();
    changes.add(skipped(HOURLY, 7, 7, Decision.COALESCED));
    changes.add(skipped(OTHER, 2, 8, Decision.SKIPPED_LATE));
    changes.add(
        new Fire(
            HOURLY,
            Fire.SCHEDULE_LANE,
            hour(9),
            Decision.EVALUATION_FAILED,
            Cause.ON_TIME,
            "ALL",
            1,
            1,
            Optional.of(id(91)),
            hour(9)));
    commit(changes);
    var wanted = EnumSet.complementOf(EnumSet.of(Decision.FIRED, Decision.COALESCED));
    assertThat(hours(ledger.missed(Optional.empty(), hour(0), wanted, 10)))
        .containsExactly(9, 2, 3);
    assertThat(hours(ledger.missed(Optional.of("acme.sales"), hour(0), wanted, 10)))
        .containsExactly(9, 3);
    assertThat(hours(ledger.missed(Optional.of("acme"), hour(6), wanted, 10)))
        .containsExactly(9, 2);
    assertThat(hours(ledger.missed(Optional.empty(), hour(0), wanted, 1))).containsExactly(9);
    assertThat(ledger.missed(Optional.of("acme.s"), hour(0), wanted, 10)).isEmpty();
  }

  @Test
  void old_lines_are_purged_in_pieces_and_the_newest_of_a_schedule_stays() {
    someDecisions();
    var next = Optional.<Purges.Lane>empty();
    long deleted = 0;
    int pieces = 0;
    do {
      var piece = purges.ledger(hour(50), next, 1, 2);
      deleted += piece.lines();
      next = piece.next();
      pieces++;
    } while (next.isPresent());
    // Gone: 0, 1, 2 and the backfill's. The newest fire of each schedule stays, and the range.
    assertThat(deleted).isEqualTo(4);
    assertThat(pieces).isGreaterThan(3);
    assertThat(hours(lines(0, 10, Order.OLDEST_FIRST, 100).lines())).containsExactly(3, 6);
    assertThat(ledger.covering(OTHER, hour(1))).hasSize(1);
    assertThat(purges.ledger(hour(50), Optional.empty(), 100, 100).lines()).isZero();
  }

  @Test
  void lines_younger_than_the_limit_stay() {
    someDecisions();
    assertThat(purges.ledger(hour(2), Optional.empty(), 100, 100).lines()).isEqualTo(2);
    assertThat(hours(lines(0, 10, Order.OLDEST_FIRST, 100).lines())).containsExactly(2, 3, 4, 6);
  }

  private static TriggerState waiting(String name, Instant next, Optional<ExecutionId> holder) {
    var plain = trigger(FLOW, name, next);
    return new TriggerState(
        plain.id(),
        3,
        Optional.of(next),
        Optional.empty(),
        Optional.empty(),
        holder,
        false,
        Optional.empty(),
        "2026a",
        T0);
  }

  @Test
  void the_backlog_is_told_by_lane_with_its_oldest_due_date() {
    var changes = new Changes();
    changes.put(waiting("due", hour(1).minusSeconds(5), Optional.empty()));
    changes.put(waiting("late", hour(0), Optional.empty()));
    changes.put(waiting("later", hour(0).plusSeconds(9), Optional.empty()));
    changes.put(waiting("held", hour(0).plusSeconds(1), Optional.of(id(1))));
    changes.put(waiting("ahead", hour(2), Optional.empty()));
    commit(changes);
    assertThat(ledger.backlog(hour(1)))
        .isEqualTo(
            Map.of(
                Lane.ON_TIME,
                new Due(1, Optional.of(hour(1).minusSeconds(5))),
                Lane.RECOVERY,
                new Due(2, Optional.of(hour(0))),
                Lane.HELD,
                new Due(1, Optional.of(hour(0).plusSeconds(1))),
                Lane.BACKFILL,
                Due.NONE));
    assertThat(Due.none()).hasSize(4);
  }

  @Test
  void a_trigger_that_waits_for_what_has_ended_or_is_not_there_is_an_orphan() {
    var running = in(created(1), State.RUNNING, T0.plusSeconds(1));
    var changes = new Changes();
    changes.insert(running);
    changes.put(waiting("good", hour(1), Optional.of(id(1))));
    changes.put(waiting("gone", hour(1), Optional.of(id(2))));
    var backfill =
        new Backfill("b", hour(0), hour(5), hour(1), false, Map.of(), Map.of(), Optional.of(id(3)));
    var plain = waiting("backfilling", hour(1), Optional.empty());
    changes.put(
        new TriggerState(
            plain.id(),
            3,
            plain.nextSlot(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.empty(),
            "2026a",
            T0,
            Optional.of(backfill)));
    commit(changes);
    assertThat(ledger.orphans(10))
        .containsExactlyInAnyOrder(
            new LedgerQueries.Orphan(new TriggerId(FLOW, "gone"), id(2)),
            new LedgerQueries.Orphan(new TriggerId(FLOW, "backfilling"), id(3)));
    assertThat(ledger.orphans(1)).hasSize(1);
  }

  @Test
  void a_trigger_is_found_by_name_and_those_of_a_flow_are_listed_by_it_alone() {
    var changes = new Changes();
    changes.put(waiting("b", hour(1), Optional.empty()));
    changes.put(waiting("a", hour(2), Optional.empty()));
    changes.put(trigger(new FlowId(FLOW.namespace() + ".below", FLOW.id()), "c", hour(1)));
    commit(changes);
    var triggers = new SqlTriggerQueries(database);
    assertThat(triggers.find(new TriggerId(FLOW, "a")).orElseThrow().nextSlot()).contains(hour(2));
    assertThat(triggers.find(new TriggerId(FLOW, "c"))).isEmpty();
    assertThat(triggers.ofFlow(FLOW, Optional.empty(), FIRST).results())
        .extracting(state -> state.id().id())
        .containsExactly("a", "b");
    assertThat(triggers.ofFlow(FLOW, Optional.of("B"), FIRST).total()).isEqualTo(1);
  }

  @Test
  void the_database_tells_its_time() {
    assertThat(ledger.databaseTime()).isAfter(Instant.parse("2024-01-01T00:00:00Z"));
  }
}
