package io.orrery.controller.turn;

import io.orrery.controller.Orchestrator.BackfillChange;
import io.orrery.controller.Orchestrator.Refused;
import io.orrery.controller.Orchestrator.Refused.Reason;
import io.orrery.controller.flow.Flows;
import io.orrery.engine.trigger.Backfill;
import io.orrery.engine.trigger.BackfillEvent;
import io.orrery.engine.trigger.Backfills;
import io.orrery.engine.trigger.Start;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.engine.trigger.Triggers;
import io.orrery.engine.trigger.Verdict;
import io.orrery.model.flow.InputType;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.id.TriggerId;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The backfills of a loop's schedules: what people ask of them, and their going on, a command of
/// its own each time. Used by the loop's thread alone.
final class Backfilling {

  private final Triggering triggering;
  private final Flows flows;
  private final ZoneId defaultZone;
  private final Outside outside;
  private final Mailbox mailbox;

  /// What conditions are being judged for.
  private record Asked(Schedule schedule, Backfill backfill) {}

  private final Map<TriggerId, Asked> judging = new HashMap<>();

  Backfilling(FlowTriggering.Tools tools, Triggering triggering) {
    this.triggering = triggering;
    flows = tools.flows();
    defaultZone = tools.zone();
    outside = tools.outside();
    mailbox = tools.mailbox();
  }

  /// @throws Refused when the schedule is not there, or its backfill is not as it must be
  TriggerState change(Turn turn, TriggerId id, BackfillChange change) {
    var schedule = triggering.schedule(id);
    var state = triggering.state(turn, id);
    if (schedule.isEmpty() || state.isEmpty()) {
      throw new Refused(Reason.NOT_FOUND, "there is no schedule " + id);
    }
    var event =
        switch (change) {
          case BackfillChange.Begin begin ->
              new BackfillEvent.Asked(begun(turn, id, state.get(), begin), turn.now);
          case BackfillChange.Pause _ -> new BackfillEvent.Paused(turn.now);
          case BackfillChange.Unpause _ -> new BackfillEvent.Resumed(turn.now);
          case BackfillChange.Remove _ -> new BackfillEvent.Removed(turn.now);
        };
    if (!(event instanceof BackfillEvent.Asked) && state.get().backfill().isEmpty()) {
      throw new Refused(Reason.CONFLICT, "trigger " + id + " has no backfill");
    }
    decide(turn, schedule.get(), state.get(), event);
    return triggering.state(turn, id).orElseThrow();
  }

  private Backfill begun(Turn turn, TriggerId id, TriggerState state, BackfillChange.Begin begin) {
    if (state.backfill().isPresent()) {
      throw new Refused(Reason.CONFLICT, "trigger " + id + " has a backfill already");
    }
    var end = begin.end().orElse(turn.now);
    if (begin.start().isAfter(end) || begin.start().isAfter(turn.now)) {
      throw new Refused(
          Reason.INVALID, "a backfill must start before its end, and not in the future");
    }
    refuseSecrets(id, begin.inputs());
    return Backfill.asked(
        begin.id(), begin.start(), end, begin.paused(), begin.inputs(), begin.labels(), turn.now);
  }

  /// Inputs of a backfill are kept as they were given until its executions read them.
  private void refuseSecrets(TriggerId id, Map<String, Object> given) {
    var inputs =
        flows
            .current(id.flow())
            .flatMap(Flows.Known::plan)
            .map(plan -> plan.flow().inputs())
            .orElse(List.of());
    for (var input : inputs) {
      var value = given.get(input.id());
      if (input.type() == InputType.SECRET
          && value != null
          && !(value instanceof String text && text.contains("{{"))) {
        throw new Refused(
            Reason.INVALID,
            "input '%s' is a secret: give it as \"{{ secret('NAME') }}\"".formatted(input.id()));
      }
    }
  }

  /// It may go on: what its conditions allow is made, or they are judged first.
  void due(Turn turn, TriggerId id) {
    var schedule = triggering.schedule(id);
    var state = triggering.state(turn, id);
    if (schedule.isEmpty()
        || state.isEmpty()
        || judging.containsKey(id)
        || !Backfills.wants(schedule.get(), state.get())) {
      return;
    }
    var due = new BackfillEvent.Due(turn.now, Map.of());
    var plan = flows.current(id.flow()).flatMap(Flows.Known::plan);
    if (!Triggers.judgedFirst(schedule.get()) || plan.isEmpty()) {
      decide(turn, schedule.get(), state.get(), due);
      return;
    }
    var slots = new LinkedHashMap<Instant, Map<String, Object>>();
    for (Start start : Backfills.decide(schedule.get(), defaultZone, state.get(), due).starts()) {
      slots.put(start.slot(), start.variables());
    }
    judging.put(id, new Asked(schedule.get(), state.get().backfill().orElseThrow()));
    turn.act(
        () ->
            outside.judge(
                new Outside.OfSlots(plan.get(), schedule.get(), slots),
                verdicts -> mailbox.post(new Command.BackfillJudged(id, verdicts))));
  }

  /// The answer. What has changed meanwhile is asked for anew.
  void judged(Turn turn, TriggerId id, Map<Instant, Verdict> verdicts) {
    var asked = judging.remove(id);
    var schedule = triggering.schedule(id);
    var state = triggering.state(turn, id);
    if (asked == null || schedule.isEmpty() || state.isEmpty()) {
      return;
    }
    boolean same =
        asked.schedule().equals(schedule.get())
            && state.get().backfill().filter(asked.backfill()::equals).isPresent();
    if (same) {
      decide(turn, schedule.get(), state.get(), new BackfillEvent.Due(turn.now, verdicts));
    } else {
      turn.act(() -> mailbox.post(new Command.BackfillDue(id)));
    }
  }

  private void decide(Turn turn, Schedule schedule, TriggerState state, BackfillEvent event) {
    var transition = Backfills.decide(schedule, defaultZone, state, event);
    triggering.keep(turn, schedule, state, transition, state.backfill());
    boolean more =
        event instanceof BackfillEvent.Due && Backfills.wants(schedule, transition.state());
    if (more) {
      turn.act(() -> mailbox.post(new Command.BackfillDue(state.id())));
    }
  }
}
