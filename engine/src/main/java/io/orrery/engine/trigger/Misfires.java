package io.orrery.engine.trigger;

import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.model.flow.TriggerDef.Overlap;
import io.orrery.model.flow.TriggerDef.Recover;
import java.time.Instant;

/// What becomes of the slots that are due: the policies, the same ones wherever slots are found
/// due, at a start as after a stall.
///
/// A slot is late when it has been due for longer than the definition's threshold. Lateness alone
/// drops nothing; only what the user wrote does, and then a line of the ledger says so:
///
/// - `lateMaximumDelay`: older slots are skipped, under every policy.
/// - `ALL`: all fire, oldest first unless `catchUp` says `DESC`. Of more than `maxBacklog` the
///   oldest are skipped.
/// - `LAST`: when one is late, the newest alone fires and stands for all.
/// - `NONE`: the late ones are skipped; one that is only just due is not late, and fires.
///
/// A trigger that is not concurrent fires once and waits for that execution: what is still due then
/// is decided when it ends. By `HOLD` the policy above decides; the other rules of [Overlap] decide
/// for themselves what became due while the execution lived, and leave to the policy what was
/// missed for other reasons.
final class Misfires {

  /// So many fires are decided by one event; the rest stays due.
  static final int FIRES_MAX = 200;

  private Misfires() {}

  static void settle(Decisions decisions, Terms terms) {
    var definition = terms.definition();
    if (decisions.held()) {
      meetRunning(decisions, definition.overlap());
      return;
    }
    if (definition.lateMaximumDelay().isPresent()) {
      var oldest = terms.dueBefore(decisions.earlier(definition.lateMaximumDelay().get()));
      decisions.skipBefore(oldest, Decision.SKIPPED_LATE, definition.recover().name());
    }
    switch (definition.overlap()) {
      case ALLOW, HOLD -> byPolicy(decisions, terms, decisions.horizon());
      case SKIP, QUEUE_ONE, QUEUE_ALL, CANCEL_RUNNING -> inTurn(decisions, terms);
    }
  }

  /// What is due while an execution lives.
  private static void meetRunning(Decisions decisions, Overlap overlap) {
    switch (overlap) {
      case ALLOW, HOLD, QUEUE_ONE, QUEUE_ALL -> {}
      case SKIP ->
          decisions.skipBefore(decisions.horizon(), Decision.SKIPPED_OVERLAP, Overlap.SKIP.name());
      case CANCEL_RUNNING -> {
        if (decisions.firstBefore(decisions.horizon()).isPresent()) decisions.killHolder();
      }
    }
  }

  /// Stretches of slots that waited for an execution, and of slots that did not, oldest first.
  private static void inTurn(Decisions decisions, Terms terms) {
    for (var first = decisions.firstBefore(decisions.horizon());
        first.isPresent() && !decisions.held();
        first = decisions.firstBefore(decisions.horizon())) {
      var end = decisions.alike(first.get());
      if (decisions.waited(first.get())) afterRunning(decisions, terms, end);
      else byPolicy(decisions, terms, end);
      if (decisions.firstBefore(end).isPresent()) return; // the rest must wait
    }
  }

  /// What became due while an execution lived that has ended.
  private static void afterRunning(Decisions decisions, Terms terms, Instant end) {
    var rule = terms.definition().overlap();
    switch (rule) {
      case SKIP -> decisions.skipBefore(end, Decision.SKIPPED_OVERLAP, rule.name());
      case QUEUE_ONE, CANCEL_RUNNING ->
          decisions
              .pending()
              .newestBefore(end)
              .ifPresent(
                  newest -> {
                    decisions.skipBefore(newest, Decision.SKIPPED_OVERLAP, rule.name());
                    decisions.fire(newest, 0, newest, rule.name());
                  });
      case QUEUE_ALL -> {
        capBacklog(decisions, terms, end, rule.name());
        fireEach(decisions, end, rule.name());
      }
      case ALLOW, HOLD -> byPolicy(decisions, terms, end);
    }
  }

  private static void byPolicy(Decisions decisions, Terms terms, Instant end) {
    var policy = terms.definition().recover();
    switch (policy) {
      case ALL -> {
        capBacklog(decisions, terms, end, policy.name());
        switch (terms.definition().catchUp().order()) {
          case ASC -> fireEach(decisions, end, policy.name());
          case DESC -> fireNewestFirst(decisions, end, policy.name());
        }
      }
      case LAST -> {
        boolean late = decisions.firstBefore(end).filter(decisions::isLate).isPresent();
        if (late) fireNewest(decisions, end, policy);
        else fireEach(decisions, end, policy.name());
      }
      case NONE -> {
        var late = Pending.earlier(end, decisions.lateBefore());
        decisions.skipBefore(late, Decision.SKIPPED_POLICY, policy.name());
        fireEach(decisions, end, policy.name());
      }
    }
  }

  /// Fires the newest due slot for all that are due; while an earlier execution holds the trigger,
  /// it stays owed instead.
  static void fireNewest(Decisions decisions, Instant end, Recover policy) {
    var from = decisions.firstBefore(end);
    var newest = decisions.pending().newestBefore(end);
    if (from.isEmpty() || newest.isEmpty() || !decisions.mayFire(newest.get())) return;
    long others = decisions.pending().countBefore(newest.get());
    decisions.skipBefore(newest.get(), Decision.COALESCED, policy.name());
    if (!decisions.held()) decisions.fire(newest.get(), others, from.get(), policy.name());
  }

  private static void fireEach(Decisions decisions, Instant end, String policy) {
    for (var slot = decisions.firstBefore(end);
        slot.isPresent() && goesOn(decisions, slot.get());
        slot = decisions.firstBefore(end)) {
      decisions.fire(slot.get(), 0, slot.get(), policy);
    }
  }

  /// What is on time first, then what is late, the newest of it first.
  private static void fireNewestFirst(Decisions decisions, Instant end, String policy) {
    var pending = decisions.pending();
    pending.setAside(Pending.earlier(end, decisions.lateBefore()));
    for (var slot = pending.next();
        slot.isPresent() && slot.get().isBefore(end) && goesOn(decisions, slot.get());
        slot = pending.next()) {
      decisions.fire(slot.get(), 0, slot.get(), policy);
    }
    // After a clock fell back, what was set aside may lie ahead again.
    for (var slot = pending.newestOfSpans();
        slot.isPresent() && slot.get().isBefore(end) && goesOn(decisions, slot.get());
        slot = pending.newestOfSpans()) {
      decisions.fire(slot.get(), 0, slot.get(), policy);
    }
  }

  private static boolean goesOn(Decisions decisions, Instant slot) {
    return !decisions.held() && decisions.fired() < FIRES_MAX && decisions.mayFire(slot);
  }

  private static void capBacklog(Decisions decisions, Terms terms, Instant end, String policy) {
    long max = Math.max(1, terms.definition().catchUp().maxBacklog());
    var pending = decisions.pending();
    if (pending.countBefore(end) <= max) return;
    // The earliest second from which no more than `max` are due: found by halving, since the count
    // only falls.
    long low = pending.first().orElseThrow().getEpochSecond();
    long high = end.getEpochSecond() + 1;
    while (low < high) {
      long middle = Math.floorDiv(low + high, 2L);
      boolean fits = pending.countBetween(Instant.ofEpochSecond(middle), end) <= max;
      if (fits) high = middle;
      else low = middle + 1;
    }
    decisions.skipBefore(Instant.ofEpochSecond(low), Decision.SKIPPED_BACKLOG_CAP, policy);
  }
}
