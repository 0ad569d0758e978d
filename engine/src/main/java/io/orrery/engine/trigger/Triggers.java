package io.orrery.engine.trigger;

import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.engine.trigger.TriggerEvent.Defined;
import io.orrery.engine.trigger.TriggerEvent.Disabled;
import io.orrery.engine.trigger.TriggerEvent.Due;
import io.orrery.engine.trigger.TriggerEvent.Enabled;
import io.orrery.engine.trigger.TriggerEvent.HolderEnded;
import io.orrery.engine.trigger.TriggerEvent.Redefined;
import io.orrery.model.flow.Condition;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.ExecutionIds;
import io.orrery.model.id.TriggerId;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The trigger machine.
///
/// The promise: each slot of an enabled schedule gets exactly one decision. It rests on one cursor,
/// [TriggerState#nextSlot], the earliest slot without a decision. It only moves forward, over slots
/// that the same transition decides, or sets aside ([Owed#spans]) to be decided newest first; so a
/// clock that jumps back fires nothing again and one that jumps forward only finds more due. Edits,
/// disabling and a living execution leave the cursor where it is until what lies before them is
/// decided.
public final class Triggers {

  private Triggers() {}

  /// What an event means for a trigger whose state names the current revision.
  ///
  /// @param defaultZone where the definition names none
  public static TriggerTransition decide(
      Schedule definition, ZoneId defaultZone, TriggerState state, TriggerEvent event) {
    return decide(definition, defaultZone, Optional.empty(), state, event);
  }

  /// What an event means.
  ///
  /// @param definition the current one
  /// @param former given exactly while the state names an older revision than the flow's: slots of
  ///   that one are still owed
  public static TriggerTransition decide(
      Schedule definition,
      ZoneId defaultZone,
      Optional<Former> former,
      TriggerState state,
      TriggerEvent event) {
    return decide(definition, defaultZone, former, state, event, Map.of());
  }

  /// What an event means, with what is known of the conditions that had to be rendered.
  ///
  /// @param verdicts by slot; only [Due] asks for them
  public static TriggerTransition decide(
      Schedule definition,
      ZoneId defaultZone,
      Optional<Former> former,
      TriggerState state,
      TriggerEvent event,
      Map<Instant, Verdict> verdicts) {
    var terms = Terms.of(state.id(), definition, defaultZone, former, verdicts);
    return switch (event) {
      case Defined(var revision, var at) -> {
        var own = Terms.of(state.id(), definition, defaultZone, Optional.empty(), verdicts);
        yield woken(own, define(own, state, revision, at), at);
      }
      case Redefined(var revision, var old, var at) -> {
        var replaced = Optional.of(new Former(old, revision, at));
        var both = Terms.of(state.id(), definition, defaultZone, replaced, verdicts);
        yield woken(both, redefine(both, state, revision, at), at);
      }
      case Due(var at, var cause, var late) -> woken(terms, due(terms, state, at, cause, late), at);
      case HolderEnded(var execution, _, var at) ->
          woken(terms, release(terms, state, execution, at), at);
      case Disabled(var reason, var at) -> woken(terms, disable(state, reason, at), at);
      case Enabled(var at, var recover) -> woken(terms, enable(terms, state, recover, at), at);
    };
  }

  /// Whether a slot fires only once conditions of the schedule were rendered for it.
  public static boolean judgedFirst(Schedule definition) {
    return !DateConditions.late(definition).isEmpty();
  }

  /// Those conditions.
  public static List<Condition> judged(Schedule definition) {
    return DateConditions.late(definition);
  }

  /// A trigger that no slots are kept of, stopped for `reason`, or (empty) let go again.
  public static TriggerState switched(TriggerState state, Optional<String> reason, Instant at) {
    return state.switched(reason.isPresent(), reason).touched(at);
  }

  /// When the next [Due] is wanted; empty while only another event can move the trigger. An instant
  /// in the past when more is due than one event decides.
  public static Optional<Instant> wakeAt(TriggerState state) {
    return state.dueAt();
  }

  /// Whether what is due next is late, and so is for recovery to fire: it has a rate.
  public static boolean recovers(Schedule definition, TriggerState state, Instant at) {
    var threshold = definition.misfireThreshold();
    return state
        .dueAt()
        .filter(due -> Duration.between(due, at).compareTo(threshold) > 0)
        .filter(due -> state.owed().causeOf(due).filter(Cause.LOCKED::equals).isEmpty())
        .isPresent();
  }

  /// With the instant at which a [Due] is wanted next.
  static TriggerTransition woken(Terms terms, TriggerTransition done, Instant at) {
    var wanted = wanted(terms, done.state(), at);
    return wanted.equals(done.state().dueAt()) ? done : done.with(done.state().due(wanted));
  }

  private static Optional<Instant> wanted(Terms terms, TriggerState state, Instant at) {
    if (state.disabled()) return Optional.empty();
    var next = state.nextSlot().map(terms::due);
    var spans = state.owed().spans();
    if (state.holder().isEmpty()) {
      return spans.isEmpty() ? next : Optional.of(terms.due(spans.getLast().to()));
    }
    return switch (terms.definition().overlap()) {
      case ALLOW, SKIP -> next;
      case HOLD, QUEUE_ONE, QUEUE_ALL -> Optional.empty();
      case CANCEL_RUNNING -> next.filter(due -> due.isAfter(at));
    };
  }

  /// From when an owner must have the state in memory: [Instant#EPOCH] means always, empty that
  /// only what somebody asks for can move the trigger. A trigger that merely waits for its slot is
  /// needed from that slot on; whether it is stopped is asked often where it has no slots.
  public static Optional<Instant> neededFrom(TriggerState state) {
    if (state.holder().isPresent()
        || state.backfill().isPresent()
        || state.evaluation().isPresent()) {
      return Optional.of(Instant.EPOCH);
    }
    if (state.disabled()) {
      return state.nextSlot().isPresent() ? Optional.empty() : Optional.of(Instant.EPOCH);
    }
    return state.dueAt();
  }

  /// The id of the execution of a slot, or of a backfill's date: whoever asks, however often.
  public static ExecutionId executionId(TriggerId trigger, String lane, Instant slot) {
    // Slashes, since dots may stand inside each of the names.
    var flow = trigger.flow().namespace() + "/" + trigger.flow().id();
    return ExecutionIds.named(flow + "/" + trigger.id() + "/" + lane + "/" + slot);
  }

  private static TriggerTransition define(
      Terms terms, TriggerState state, int revision, Instant at) {
    // A trigger that is known already was defined before: told twice, it must lose nothing.
    if (state.revision() >= revision) return TriggerTransition.to(state);
    var from = latest(terms.beginning(at), state.lastSlot());
    return TriggerTransition.to(
        new TriggerState(
            state.id(),
            revision,
            terms.slots().next(from),
            state.lastSlot(),
            state.lastFiredAt(),
            Optional.empty(),
            terms.definition().common().disabled(),
            Optional.empty(),
            Timetable.tzdata(),
            at,
            state.backfill()));
  }

  private static TriggerTransition redefine(
      Terms terms, TriggerState state, int revision, Instant at) {
    if (state.revision() >= revision) return TriggerTransition.to(state);
    boolean freed = terms.definition().allowConcurrent() && state.holder().isPresent();
    var now = freed ? state.released(at) : state;
    var cause = freed ? Cause.LOCKED : Cause.ON_TIME;
    var decisions = new Decisions(now, terms, at, cause, 0);
    if (!state.disabled() && !decisions.held() && !terms.judgedFirst()) {
      Misfires.settle(decisions, terms);
    }
    boolean stopped = state.disabled() && state.stopReason().isPresent();
    boolean disabled = stopped || terms.definition().common().disabled();
    if (state.disabled() || disabled) skipDisabled(decisions);
    var settled = decisions.close();
    var next =
        settled.state().nextSlot().filter(slot -> !slot.isAfter(at)).isPresent()
            ? settled.state().nextSlot()
            : terms.slots().next(latest(at, settled.state().lastSlot()));
    var earliest = decisions.passed().or(() -> next);
    var redefined = settled.state().redefined(terms.revision(state.revision(), earliest), next, at);
    return settled.with(
        redefined.switched(disabled, stopped ? state.stopReason() : Optional.empty()));
  }

  private static TriggerTransition due(
      Terms terms, TriggerState state, Instant at, Cause cause, int late) {
    var now = realigned(terms, state, at);
    if (now.disabled()) return TriggerTransition.to(now);
    var decisions = new Decisions(now, terms, at, cause, late);
    Misfires.settle(decisions, terms);
    return decisions.close();
  }

  private static TriggerTransition release(
      Terms terms, TriggerState state, ExecutionId execution, Instant at) {
    // Compared by id: the late end of an older execution releases nothing.
    if (!state.holder().equals(Optional.of(execution))) return TriggerTransition.to(state);
    var released = state.released(at);
    var decisions = new Decisions(released, terms, at, Cause.LOCKED, 0);
    if (!released.disabled() && !terms.judgedFirst()) Misfires.settle(decisions, terms);
    return decisions.close();
  }

  private static TriggerTransition disable(TriggerState state, String reason, Instant at) {
    boolean known = state.disabled() && state.stopReason().equals(Optional.of(reason));
    return TriggerTransition.to(
        known ? state : state.switched(true, Optional.of(reason)).touched(at));
  }

  private static TriggerTransition enable(
      Terms terms, TriggerState state, Recover recover, Instant at) {
    boolean disabledByText = terms.definition().common().disabled();
    if (!state.disabled() || disabledByText) return TriggerTransition.to(state);
    var enabled = state.switched(false, Optional.empty()).touched(at);
    var decisions = new Decisions(enabled, terms, at, Cause.DISABLED, Misfires.FIRES_MAX);
    switch (recover) {
      case NONE -> skipDisabled(decisions);
      case LAST -> {
        if (!terms.judgedFirst()) Misfires.fireNewest(decisions, decisions.horizon(), recover);
      }
      case ALL -> {} // owed: what recovers them has a rate
    }
    return decisions.close();
  }

  private static void skipDisabled(Decisions decisions) {
    decisions.skipBefore(decisions.horizon(), Decision.SKIPPED_DISABLED, Recover.NONE.name());
  }

  /// With other zone rules than the next slot was computed by, a slot that is not due yet may lie
  /// elsewhere. One that is due was owed by the old rules, and stays.
  private static TriggerState realigned(Terms terms, TriggerState state, Instant at) {
    var tzdata = Timetable.tzdata();
    if (state.tzdata().equals(tzdata)) return state;
    boolean owed = state.nextSlot().filter(slot -> !slot.isAfter(at)).isPresent();
    var from = state.nextSlot().map(slot -> slot.minusNanos(1)).orElse(state.updatedAt());
    var known = from.isBefore(state.updatedAt()) ? from : state.updatedAt();
    var next = owed ? state.nextSlot() : terms.slots().next(latest(known, state.lastSlot()));
    return state.realigned(next, tzdata, at);
  }

  private static Instant latest(Instant at, Optional<Instant> other) {
    return other.filter(at::isBefore).orElse(at);
  }
}
