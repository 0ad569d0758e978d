package io.orrery.engine.trigger;

import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.model.flow.TriggerDef.Schedule;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Executions that somebody asks a schedule for at once, in a lane of their own: the schedule's
/// slots are neither moved nor spent. Conditions are not asked, since a person has decided.
public final class Manual {

  private static final String POLICY = "MANUAL";

  private Manual() {}

  /// One execution as the schedule would make it if `at` were a slot. Where the schedule waits for
  /// its executions, it waits for this one too.
  public static TriggerTransition run(
      Schedule definition, ZoneId defaultZone, TriggerState state, Instant at) {
    var id = Triggers.executionId(state.id(), Fire.MANUAL_LANE, at);
    var fire =
        new Fire(
            state.id(),
            Fire.MANUAL_LANE,
            at,
            Decision.FIRED,
            Cause.MANUAL,
            POLICY,
            0,
            1,
            Optional.of(id),
            at);
    var variables =
        new TriggerVariables(
            Schedules.slots(definition, defaultZone), Schedules.zone(definition, defaultZone));
    var start = new Start(id, at, variables.onTime(fire), Optional.empty());
    var holder = definition.allowConcurrent() ? state.holder() : Optional.of(id);
    var made =
        new TriggerTransition(state.fired(holder, at), List.of(fire), List.of(), List.of(start));
    var terms = Terms.of(state.id(), definition, defaultZone, Optional.empty(), Map.of());
    return definition.allowConcurrent() ? made : Triggers.woken(terms, made, at);
  }

  /// Whether an earlier execution stands in the way.
  public static boolean held(Schedule definition, TriggerState state) {
    return state.holder().isPresent() && !definition.allowConcurrent();
  }

  /// The trigger forgotten and defined anew at `at`: what is due and undecided is skipped, in a
  /// line of the ledger, and the next slot lies ahead. Slots that were decided stay decided.
  public static TriggerTransition reset(
      Schedule definition,
      ZoneId defaultZone,
      Optional<Former> former,
      TriggerState state,
      int revision,
      Instant at) {
    var terms = Terms.of(state.id(), definition, defaultZone, former, Map.of());
    var decisions = new Decisions(state, terms, at, Cause.ON_TIME, 0);
    decisions.skipBefore(
        Pending.behind(at), Decision.SKIPPED_POLICY, Optional.of(Cause.MANUAL), "RESET");
    var settled = decisions.close();
    var fresh =
        new TriggerState(
            state.id(),
            revision,
            Schedules.slots(definition, defaultZone)
                .next(settled.state().lastSlot().filter(at::isBefore).orElse(at)),
            settled.state().lastSlot(),
            Optional.empty(),
            Optional.empty(),
            definition.common().disabled(),
            Optional.empty(),
            Timetable.tzdata(),
            at,
            Optional.empty());
    var own = Terms.of(state.id(), definition, defaultZone, Optional.empty(), Map.of());
    return Triggers.woken(
        own, new TriggerTransition(fresh, List.of(), settled.skips(), List.of()), at);
  }
}
