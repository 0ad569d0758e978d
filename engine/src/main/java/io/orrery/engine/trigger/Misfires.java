package io.orrery.engine.trigger;

import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.model.flow.TriggerDef.Recover;
import java.time.Instant;

/// What becomes of the slots that are due: the policies, the same ones wherever slots are found
/// due, at a start as after a stall.
///
/// A slot is late when it has been due for longer than the definition's threshold. Lateness alone
/// drops nothing; only what the user wrote does, and then a line of the ledger says so:
///
/// - `lateMaximumDelay`: older slots are skipped, under every policy.
/// - `ALL`: all fire, oldest first. Of more than `maxBacklog` the oldest are skipped.
/// - `LAST`: when one is late, the newest alone fires and stands for all.
/// - `NONE`: the late ones are skipped; one that is only just due is not late, and fires.
///
/// A trigger that is not concurrent fires once and waits for that execution: what is still due then
/// is decided when it ends.
final class Misfires {

  /// So many fires are decided by one event; the rest stays due.
  static final int FIRES_MAX = 200;

  private Misfires() {}

  static void settle(Decisions decisions, Terms terms, Instant at, Cause cause) {
    var definition = terms.definition();
    var policy = definition.recover();
    var lateCause = cause == Cause.ON_TIME ? Cause.UNKNOWN : cause;
    if (definition.lateMaximumDelay().isPresent()) {
      var oldest = decisions.earlier(definition.lateMaximumDelay().get());
      decisions.skipBefore(oldest, Decision.SKIPPED_LATE, lateCause, policy.name());
    }
    switch (policy) {
      case ALL -> {
        capBacklog(decisions, terms, at, lateCause);
        fireEach(decisions, policy);
      }
      case LAST -> {
        boolean late = decisions.due().filter(decisions::isLate).isPresent();
        if (late) fireNewest(decisions, lateCause, policy);
        else fireEach(decisions, policy);
      }
      case NONE -> {
        decisions.skipBefore(
            decisions.lateBefore(), Decision.SKIPPED_POLICY, lateCause, policy.name());
        fireEach(decisions, policy);
      }
    }
  }

  /// Fires the newest due slot for all that are due; while an earlier execution holds the trigger,
  /// it stays owed instead.
  static void fireNewest(Decisions decisions, Cause cause, Recover policy) {
    if (decisions.due().isEmpty()) return;
    var from = decisions.due().get();
    var newest = decisions.newestDue();
    long others = decisions.countUntil(newest);
    decisions.skipBefore(newest, Decision.COALESCED, cause, policy.name());
    if (!decisions.held()) decisions.fire(others, from, policy.name());
  }

  private static void fireEach(Decisions decisions, Recover policy) {
    while (decisions.due().isPresent() && !decisions.held() && decisions.fired() < FIRES_MAX) {
      decisions.fire(0, decisions.due().get(), policy.name());
    }
  }

  private static void capBacklog(Decisions decisions, Terms terms, Instant at, Cause cause) {
    long max = Math.max(1, terms.definition().maxBacklog());
    var end = Decisions.behind(at);
    if (decisions.countUntil(end) <= max) return;
    // The earliest second from which no more than `max` are due: found by halving, since the count
    // only falls.
    long low = decisions.due().orElseThrow().getEpochSecond();
    long high = at.getEpochSecond() + 1;
    while (low < high) {
      long middle = Math.floorDiv(low + high, 2L);
      boolean fits = terms.slots().count(Instant.ofEpochSecond(middle), end) <= max;
      if (fits) high = middle;
      else low = middle + 1;
    }
    decisions.skipBefore(
        Instant.ofEpochSecond(low), Decision.SKIPPED_BACKLOG_CAP, cause, Recover.ALL.name());
  }
}
