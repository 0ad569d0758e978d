package io.orrery.engine.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// A trigger as its caller drives it, with a ledger. Knows by plain listing which slots there were,
/// and checks after each event what must always hold.
final class TriggerLife {

  /// Which definition owed the slots in `(from, until]`.
  private record Reign(Sample sample, Instant from, Instant until) {}

  private static final Instant FOREVER = Instant.parse("2100-01-01T00:00:00Z");

  private final List<Sample> revisions = new ArrayList<>();
  private final List<Reign> reigns = new ArrayList<>();
  private final List<Object> ledger = new ArrayList<>();
  private Instant reignFrom;
  private Instant editedAt;
  private Instant reignUntil;
  private Instant latest;
  private Instant now;
  private TriggerState state;

  TriggerLife(Sample first, Instant start) {
    revisions.add(first);
    now = start;
    latest = start;
    reignFrom = start;
    editedAt = start;
    reignUntil = start;
    state =
        first
            .decide(TriggerState.unseen(Sample.ID, start), new TriggerEvent.Defined(1, start))
            .state();
  }

  /// The clock moves; also back.
  void pass(Duration time) {
    now = now.plus(time);
    if (now.isAfter(latest)) latest = now;
  }

  void due(int late) {
    decide(new TriggerEvent.Due(now, Cause.RESTART, late));
  }

  void endHolder() {
    state.holder().ifPresent(this::end);
  }

  void end(ExecutionId execution) {
    decide(new TriggerEvent.HolderEnded(execution, State.SUCCESS, now));
  }

  void disable() {
    decide(new TriggerEvent.Disabled("test", now));
  }

  void enable(Recover recover) {
    decide(new TriggerEvent.Enabled(now, recover));
  }

  void edit(Sample sample) {
    // Of two edits while spans of a still older definition wait, the first is not told apart.
    if (!state.owed().spans().isEmpty() && state.revision() < revisions.size()) return;
    var former = revisions.get(state.revision() - 1);
    revisions.add(sample);
    editedAt = now;
    // A clock that fell back edits behind what is decided already.
    reignUntil = state.lastSlot().filter(now::isBefore).orElse(now);
    decide(new TriggerEvent.Redefined(revisions.size(), former.schedule(), now));
  }

  /// Lets everything that is due be decided, as a caller does whose executions end at once.
  void drain() {
    now = latest;
    if (state.disabled()) enable(Recover.NONE);
    for (int i = 0; i < 3000 && owes(); i++) {
      if (state.holder().isPresent()) endHolder();
      else due(Misfires.FIRES_MAX);
    }
    assertThat(owes()).as("still owed at %s: %s", now, state).isFalse();
  }

  /// Each slot there ever was, up to the next one, has exactly one line or lies in one range.
  void assertEachSlotDecidedOnce() {
    var slots = everySlot();
    var decided = new ArrayList<Instant>();
    for (var line : ledger) {
      switch (line) {
        case Fire fire -> decided.add(fire.slot());
        case SkipRange range -> {
          var within = slots.subSet(range.from(), true, range.to(), true);
          assertThat(range.count()).as("count of %s", range).isEqualTo(within.size());
          decided.addAll(within);
        }
        default -> throw new IllegalStateException("in the ledger: " + line);
      }
    }
    for (var span : state.owed().spans()) {
      decided.addAll(slots.subSet(span.from(), true, span.to(), true));
    }
    var owed = state.nextSlot().orElse(FOREVER);
    assertThat(decided.stream().sorted().toList())
        .containsExactlyElementsOf(slots.headSet(owed, false));
  }

  private boolean owes() {
    var wake = state.holder().isPresent() ? state.nextSlot() : Triggers.wakeAt(state);
    return wake.filter(at -> !at.isAfter(now)).isPresent() || !state.owed().spans().isEmpty();
  }

  private void decide(TriggerEvent event) {
    var before = state;
    var current = revisions.getLast();
    var former =
        before.revision() < revisions.size() && !(event instanceof TriggerEvent.Redefined)
            ? Optional.of(
                new Former(
                    revisions.get(before.revision() - 1).schedule(), revisions.size(), editedAt))
            : Optional.<Former>empty();
    var done = Triggers.decide(current.schedule(), Sample.UTC, former, before, event);
    state = done.state();
    ledger.addAll(done.skips());
    ledger.addAll(done.fires());
    if (state.revision() != before.revision()) {
      reigns.add(new Reign(revisions.get(before.revision() - 1), reignFrom, reignUntil));
      reignFrom = reignUntil;
    }
    check(before, event, done);
  }

  private void check(TriggerState before, TriggerEvent event, TriggerTransition done) {
    boolean concurrent = revisions.getLast().concurrent();
    boolean edit = event instanceof TriggerEvent.Redefined;
    assertThat(done.fires()).hasSizeLessThanOrEqualTo(Misfires.FIRES_MAX);
    assertThat(done.starts()).hasSameSizeAs(done.fires());
    assertThat(done.fires()).allMatch(fire -> !fire.slot().isAfter(event.at()));
    if (!concurrent) {
      assertThat(done.fires().size()).isLessThanOrEqualTo(1);
      boolean ended =
          event instanceof TriggerEvent.HolderEnded end
              && before.holder().equals(Optional.of(end.execution()));
      if (before.holder().isPresent() && !ended) assertThat(done.fires()).isEmpty();
    }
    boolean enabling = event instanceof TriggerEvent.Enabled;
    if (before.disabled() && !enabling && !edit) assertThat(done.fires()).isEmpty();
    if (state.lastSlot().isPresent() && state.nextSlot().isPresent()) {
      assertThat(state.nextSlot().get()).isAfter(state.lastSlot().get());
    }
    if (!edit && before.nextSlot().isPresent() && state.nextSlot().isPresent()) {
      assertThat(state.nextSlot().get()).isAfterOrEqualTo(before.nextSlot().get());
    }
  }

  private NavigableSet<Instant> everySlot() {
    var slots = new TreeSet<Instant>();
    for (var reign : reigns) slots.addAll(within(reign.sample(), reign.from(), reign.until()));
    var ruling = revisions.get(state.revision() - 1);
    var until = state.nextSlot().filter(latest::isBefore).orElse(latest);
    if (state.revision() < revisions.size()) {
      slots.addAll(within(ruling, reignFrom, reignUntil));
      slots.addAll(within(revisions.getLast(), reignUntil, until));
    } else {
      slots.addAll(within(ruling, reignFrom, until));
    }
    return slots;
  }

  private static List<Instant> within(Sample sample, Instant from, Instant until) {
    var model = new TreeMap<Instant, Integer>();
    var slots = sample.slots();
    var slot = slots.next(from);
    while (slot.isPresent() && !slot.get().isAfter(until)) {
      model.put(slot.get(), 1);
      slot = slots.next(slot.get());
    }
    return List.copyOf(model.keySet());
  }
}
