package io.orrery.controller.turn;

import io.orrery.controller.Orchestrator.Overlap;
import io.orrery.controller.Orchestrator.Refused;
import io.orrery.controller.Orchestrator.Refused.Reason;
import io.orrery.controller.Orchestrator.TriggerChange;
import io.orrery.controller.flow.Flows;
import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Manual;
import io.orrery.engine.trigger.TriggerEvent;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.State;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What people do to the triggers of a loop, besides switching them: they unlock, restart and reset
/// them, and let a schedule run now. Used by the loop's thread alone.
final class TriggerDeeds {

  private static final Logger log = LoggerFactory.getLogger(TriggerDeeds.class);

  private final Triggering triggering;
  private final WorkerTriggers onWorkers;
  private final Flows flows;
  private final ZoneId defaultZone;

  /// The instant of the last execution that somebody asked for.
  private Instant lastManual = Instant.MIN;

  TriggerDeeds(FlowTriggering.Tools tools, Triggering triggering, WorkerTriggers onWorkers) {
    this.triggering = triggering;
    this.onWorkers = onWorkers;
    flows = tools.flows();
    defaultZone = tools.zone();
  }

  /// @throws Refused when there is no such trigger, or it waits for nothing and is to be unlocked
  TriggerState change(Turn turn, TriggerId id, TriggerChange change) {
    var onWorker = onWorkers.state(id);
    if (onWorker.isPresent()) {
      return onWorkers.change(turn, onWorker.get(), change);
    }
    var state = triggering.state(turn, id);
    if (state.isEmpty() && triggering.definition(id).isEmpty()) {
      throw new Refused(Reason.NOT_FOUND, "there is no trigger " + id);
    }
    var before = state.orElseGet(() -> TriggerState.unseen(id, turn.now));
    switch (change) {
      case TriggerChange.Unlock _ -> {
        var holder = before.holder();
        if (holder.isEmpty()) {
          throw new Refused(Reason.CONFLICT, "trigger " + id + " is not locked");
        }
        release(turn, id, holder.get());
      }
      case TriggerChange.Restart _ -> {
        before.holder().ifPresent(holder -> release(turn, id, holder));
        turn.act(() -> triggering.ring(id, turn.now, Cause.ON_TIME));
      }
      case TriggerChange.Reset _ -> reset(turn, before);
    }
    return triggering.known(id).orElseGet(() -> TriggerState.unseen(id, turn.now));
  }

  private void release(Turn turn, TriggerId id, ExecutionId holder) {
    log.info("trigger {} no longer waits for execution {}", id, holder);
    boolean _ =
        triggering.apply(
            turn, id, _ -> new TriggerEvent.HolderEnded(holder, State.KILLED, turn.now));
  }

  /// A schedule begins anew; of what has no slots nothing is left to remember.
  private void reset(Turn turn, TriggerState state) {
    var id = state.id();
    var schedule = triggering.schedule(id);
    var revision = flows.current(id.flow()).map(it -> it.saved().revision());
    if (schedule.isEmpty() || revision.isEmpty()) {
      triggering.forget(turn, id);
      return;
    }
    var transition =
        Manual.reset(
            schedule.get(), defaultZone, triggering.former(state), state, revision.get(), turn.now);
    triggering.keep(turn, schedule.get(), state, transition, Optional.empty());
  }

  /// @return the id of the execution that is made
  /// @throws Refused when there is no such schedule, or an execution is in the way
  ExecutionId runNow(Turn turn, TriggerId id, Overlap overlap) {
    var schedule = triggering.schedule(id);
    var state = triggering.state(turn, id).orElse(null);
    if (schedule.isEmpty() || state == null) {
      throw triggering.definition(id).isPresent()
          ? new Refused(
              Reason.INVALID, "trigger " + id + " is no schedule: only schedules can run now")
          : new Refused(Reason.NOT_FOUND, "there is no trigger " + id);
    }
    if (flows.current(id.flow()).filter(it -> it.saved().disabled()).isPresent()) {
      throw new Refused(Reason.CONFLICT, "flow " + id.flow() + " is disabled");
    }
    if (overlap == Overlap.REFUSED && Manual.held(schedule.get(), state)) {
      throw new Refused(
          Reason.CONFLICT,
          "trigger %s waits for execution %s, and allowConcurrent is false"
              .formatted(id, state.holder().orElseThrow()));
    }
    // Two of one turn must not be one: each is an instant of its own in the ledger.
    lastManual = turn.now.isAfter(lastManual) ? turn.now : lastManual.plus(1, ChronoUnit.MICROS);
    var transition = Manual.run(schedule.get(), defaultZone, state, lastManual);
    triggering.keep(turn, schedule.get(), state, transition, Optional.empty());
    return transition.starts().getFirst().id();
  }
}
