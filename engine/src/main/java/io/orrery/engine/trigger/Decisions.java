package io.orrery.engine.trigger;

import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.model.id.ExecutionId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The decisions of one event, made slot by slot from the earliest owed one.
///
/// Each method decides what lies from [#next] on and moves it behind: so no slot is passed over and
/// none is decided twice.
final class Decisions {

  private static final Duration LONGEST = Duration.ofDays(366_000);

  private final TriggerState before;
  private final Terms terms;
  private final Instant at;
  private final Cause cause;
  private final List<Fire> fires = new ArrayList<>();
  private final List<SkipRange> skips = new ArrayList<>();
  private final List<Start> starts = new ArrayList<>();
  private Optional<Instant> next;
  private Optional<Instant> last;
  private Optional<ExecutionId> holder;
  private boolean refused;

  /// @param cause of what is found late
  Decisions(TriggerState state, Terms terms, Instant at, Cause cause) {
    this.before = state;
    this.terms = terms;
    this.at = at;
    this.cause = cause;
    this.next = state.nextSlot();
    this.last = state.lastSlot();
    this.holder = state.holder();
  }

  /// The earliest slot that is due and has no decision; empty when there is none.
  Optional<Instant> due() {
    return next.filter(slot -> !slot.isAfter(at));
  }

  /// The newest slot that is due. Only while something is due.
  Instant newestDue() {
    var oldest = due().orElseThrow();
    return terms.slots().previous(behind(at)).filter(oldest::isBefore).orElse(oldest);
  }

  /// How many slots from the earliest owed one to `end`, exclusive. The earliest counts even if a
  /// change of zone rules made it no slot any more.
  long countUntil(Instant end) {
    if (next.isEmpty() || !next.get().isBefore(end)) return 0;
    return 1 + terms.slots().count(behind(next.get()), end);
  }

  boolean held() {
    return (holder.isPresent() && !terms.definition().allowConcurrent()) || unasked();
  }

  /// Whether conditions refused a slot, and the one behind it was not asked about, since it seemed
  /// to be held back: it is the next event's.
  private boolean unasked() {
    return refused && due().filter(slot -> !terms.judged(slot)).isPresent();
  }

  int fired() {
    return fires.size();
  }

  /// Skips what is owed before `end`, exclusive, in one line.
  void skipBefore(Instant end, Decision decision, Cause why, String policy) {
    long count = countUntil(end);
    if (count == 0) return;
    var first = next.orElseThrow();
    var newest = terms.slots().previous(end).filter(first::isBefore).orElse(first);
    skips.add(
        new SkipRange(
            before.id(), Fire.SCHEDULE_LANE, first, newest, count, decision, why, policy, at));
    decided(newest);
  }

  /// Fires the earliest owed slot.
  ///
  /// @param others how many earlier slots it stands for, besides itself
  /// @param from the earliest of these
  /// @param policy the name of the rule by which it fires
  void fire(long others, Instant from, String policy) {
    var slot = next.orElseThrow();
    var why = causeOf(slot);
    long coalesced = Math.max(1, terms.slots().weight(slot)) + others;
    var lateness = Duration.between(slot, at);
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
      if (!terms.definition().allowConcurrent()) holder = Optional.of(id);
    }
    decided(slot);
  }

  TriggerTransition close() {
    var state =
        new TriggerState(
            before.id(),
            terms.revision(before.revision(), next),
            next,
            last,
            starts.isEmpty() ? before.lastFiredAt() : Optional.of(at),
            holder,
            before.disabled(),
            before.stopReason(),
            before.tzdata(),
            fires.isEmpty() && skips.isEmpty() ? before.updatedAt() : at,
            before.backfill());
    return new TriggerTransition(state, fires, skips, starts);
  }

  boolean isLate(Instant slot) {
    return slot.isBefore(lateBefore());
  }

  /// A slot before this instant is late.
  Instant lateBefore() {
    return earlier(terms.definition().misfireThreshold());
  }

  /// The instant so long before now; durations beyond a thousand years count as these.
  Instant earlier(Duration duration) {
    return at.minus(duration.compareTo(LONGEST) > 0 ? LONGEST : duration);
  }

  private Cause causeOf(Instant slot) {
    if (cause == Cause.LOCKED) return slot.isBefore(at) ? cause : Cause.ON_TIME;
    if (!isLate(slot)) return Cause.ON_TIME;
    return cause == Cause.ON_TIME ? Cause.UNKNOWN : cause;
  }

  private void decided(Instant slot) {
    last = Optional.of(slot);
    next = terms.slots().next(slot);
  }

  /// The first instant behind `instant`.
  static Instant behind(Instant instant) {
    return instant.plus(1, ChronoUnit.NANOS);
  }
}
