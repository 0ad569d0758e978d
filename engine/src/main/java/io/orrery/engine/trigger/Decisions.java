package io.orrery.engine.trigger;

import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.model.flow.TriggerDef.Overlap;
import io.orrery.model.id.ExecutionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The decisions of one event.
///
/// Each method decides slots of [Pending] and takes them away: so no slot is passed over and none
/// is decided twice.
final class Decisions {

  private static final Duration LONGEST = Duration.ofDays(366_000);

  private final TriggerState before;
  private final Terms terms;
  private final Instant at;
  private final Cause cause;
  private final Owed owed;
  private final Pending pending;
  private final Instant horizon;
  private final List<Fire> fires = new ArrayList<>();
  private final List<SkipRange> skips = new ArrayList<>();
  private final List<Start> starts = new ArrayList<>();
  private Optional<Instant> last;
  private Optional<ExecutionId> holder;
  private Optional<ExecutionId> kill = Optional.empty();
  private int lateLeft;
  private boolean refused;

  /// @param cause of what is found late
  /// @param late how many late slots may fire
  Decisions(TriggerState state, Terms terms, Instant at, Cause cause, int late) {
    this.before = state;
    this.terms = terms;
    this.at = at;
    this.cause = cause;
    boolean waits = state.holder().isPresent() && terms.definition().overlap() != Overlap.ALLOW;
    this.owed = cause == Cause.ON_TIME || waits ? state.owed() : state.owed().marked(at, cause);
    this.pending = new Pending(terms.slots(), state.owed().spans(), state.nextSlot());
    this.horizon = terms.dueBefore(Pending.behind(at));
    this.last = state.lastSlot();
    this.holder = state.holder();
    this.lateLeft = late;
  }

  /// The bound, exclusive, before which lie the slots that are due.
  Instant horizon() {
    return horizon;
  }

  /// The earliest slot before `end` that has no decision; empty when there is none.
  Optional<Instant> firstBefore(Instant end) {
    return pending.first().filter(slot -> slot.isBefore(end));
  }

  /// The earliest slot that has its date behind it and no decision, due or not.
  Optional<Instant> passed() {
    return pending.first().filter(slot -> !slot.isAfter(at));
  }

  Pending pending() {
    return pending;
  }

  boolean held() {
    return holder.isPresent() && terms.definition().overlap() != Overlap.ALLOW;
  }

  int fired() {
    return fires.size();
  }

  /// Whether a slot was due while an execution held the trigger.
  boolean waited(Instant slot) {
    return owed.causeOf(terms.due(slot)).filter(Cause.LOCKED::equals).isPresent();
  }

  /// The bound, exclusive and at most the horizon, up to which slots from `slot` on either all
  /// waited for an execution, or none did.
  Instant alike(Instant slot) {
    boolean waited = waited(slot);
    var due = terms.due(slot);
    var end = due;
    for (var mark : owed.marks()) {
      if (mark.until().isBefore(due)) continue;
      boolean locked = mark.cause() == Cause.LOCKED;
      if (locked != waited) return dueUntil(end);
      end = mark.until();
    }
    return waited ? dueUntil(end) : horizon;
  }

  private Instant dueUntil(Instant end) {
    return Pending.earlier(horizon, terms.dueBefore(Pending.behind(end)));
  }

  /// Late slots fire only as far as the event allows: those that waited for an execution aside, of
  /// which there is never a storm, since each waits for another end.
  boolean mayFire(Instant slot) {
    return !unasked(slot) && (lateLeft > 0 || !isLate(slot) || waited(slot));
  }

  /// Whether conditions refused a slot, and this one was not asked about, since it seemed to be held
  /// back: it is the next event's.
  private boolean unasked(Instant slot) {
    return refused && !terms.judged(slot);
  }

  /// Skips what is owed before `end`, exclusive, in one line for each stretch without a gap.
  void skipBefore(Instant end, Decision decision, String policy) {
    skipBefore(end, decision, Optional.empty(), policy);
  }

  /// @param why absent: as for what is late
  void skipBefore(Instant end, Decision decision, Optional<Cause> why, String policy) {
    for (var taken : pending.takeBefore(end)) {
      skips.add(
          new SkipRange(
              before.id(),
              Fire.SCHEDULE_LANE,
              taken.first(),
              taken.newest(),
              taken.count(),
              decision,
              why.orElseGet(() -> causeOf(taken.newest(), decision)),
              policy,
              at));
      decided(taken.newest());
    }
  }

  /// Fires an owed slot.
  ///
  /// @param others how many earlier slots it stands for, besides itself
  /// @param from the earliest of these
  /// @param policy the name of the rule by which it fires
  void fire(Instant slot, long others, Instant from, String policy) {
    if (isLate(slot) && !waited(slot)) lateLeft--;
    var why = causeOf(slot);
    long coalesced = Math.max(1, terms.slots().weight(slot)) + others;
    var lateness = Duration.between(terms.due(slot), at);
    var id = Triggers.executionId(before.id(), Fire.SCHEDULE_LANE, slot);
    var verdict = terms.verdict(slot);
    var decision =
        switch (verdict) {
          case Verdict.Holds _ -> Decision.FIRED;
          case Verdict.Fails _ -> Decision.SKIPPED_CONDITION;
          case Verdict.Unable _ -> Decision.EVALUATION_FAILED;
        };
    var fire =
        new Fire(
            before.id(),
            Fire.SCHEDULE_LANE,
            slot,
            decision,
            why,
            policy,
            lateness.toMillis(),
            (int) Math.min(coalesced, Integer.MAX_VALUE),
            verdict instanceof Verdict.Fails ? Optional.empty() : Optional.of(id),
            at);
    fires.add(fire);
    refused |= verdict instanceof Verdict.Fails;
    if (!(verdict instanceof Verdict.Fails)) {
      boolean recovered = why != Cause.ON_TIME || others > 0;
      var variables = new TriggerVariables(terms.slots(), terms.zone());
      var failure =
          verdict instanceof Verdict.Unable(var reason)
              ? Optional.of(reason)
              : Optional.<String>empty();
      starts.add(
          new Start(
              id,
              slot,
              recovered ? variables.recovered(fire, from) : variables.onTime(fire),
              failure));
      if (terms.definition().overlap() != Overlap.ALLOW) holder = Optional.of(id);
    }
    pending.take(slot);
    decided(slot);
  }

  /// Whom the trigger waits for is to be killed.
  void killHolder() {
    kill = holder;
  }

  TriggerTransition close() {
    var first = pending.first();
    var due = first.map(terms::due).filter(it -> !it.isAfter(at));
    var state =
        new TriggerState(
            before.id(),
            terms.revision(before.revision(), first),
            pending.next(),
            last,
            starts.isEmpty() ? before.lastFiredAt() : Optional.of(at),
            holder,
            before.disabled(),
            before.stopReason(),
            before.tzdata(),
            fires.isEmpty() && skips.isEmpty() ? before.updatedAt() : at,
            before.backfill(),
            before.dueAt(),
            owed.pruned(due, at).with(pending.spans()),
            before.evaluation());
    return new TriggerTransition(state, fires, skips, starts, kill);
  }

  boolean isLate(Instant slot) {
    return terms.due(slot).isBefore(earlier(terms.definition().misfireThreshold()));
  }

  /// The bound, exclusive, before which lie the slots that are late.
  Instant lateBefore() {
    return terms.dueBefore(earlier(terms.definition().misfireThreshold()));
  }

  /// The instant so long before now; durations beyond a thousand years count as these.
  Instant earlier(Duration duration) {
    return at.minus(duration.compareTo(LONGEST) > 0 ? LONGEST : duration);
  }

  private Cause causeOf(Instant slot) {
    if (waited(slot)) return terms.due(slot).isBefore(at) ? Cause.LOCKED : Cause.ON_TIME;
    return isLate(slot) ? lateCause(slot) : Cause.ON_TIME;
  }

  /// What is skipped is skipped for its policy's reason, however late it is.
  private Cause causeOf(Instant slot, Decision decision) {
    return switch (decision) {
      case SKIPPED_DISABLED -> Cause.DISABLED;
      case SKIPPED_OVERLAP -> Cause.LOCKED;
      case FIRED,
          COALESCED,
          SKIPPED_POLICY,
          SKIPPED_LATE,
          SKIPPED_BACKLOG_CAP,
          SKIPPED_CONDITION,
          SKIPPED_CANCELLED,
          EVALUATION_FAILED ->
          lateCause(slot);
    };
  }

  private Cause lateCause(Instant slot) {
    var marks = owed.marks();
    return owed.causeOf(terms.due(slot))
        .or(() -> cause == Cause.ON_TIME ? Optional.empty() : Optional.of(cause))
        .or(() -> marks.isEmpty() ? Optional.empty() : Optional.of(marks.getLast().cause()))
        .orElse(Cause.UNKNOWN);
  }

  private void decided(Instant slot) {
    if (last.filter(slot::isBefore).isEmpty()) last = Optional.of(slot);
  }
}
