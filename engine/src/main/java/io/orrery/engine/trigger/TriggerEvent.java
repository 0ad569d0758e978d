package io.orrery.engine.trigger;

import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import java.time.Instant;

/// Something that happened to a trigger. It carries its own time: deciding reads no clock.
public sealed interface TriggerEvent {

  Instant at();

  /// The flow that holds the trigger was saved for the first time, or the trigger came with this
  /// revision.
  record Defined(int revision, Instant at) implements TriggerEvent {}

  /// The flow was saved again.
  ///
  /// @param former the definition of the revision that the state names: what is due of it is
  ///   decided with this event, what must wait stays owed
  record Redefined(int revision, Schedule former, Instant at) implements TriggerEvent {}

  /// A slot may be due: the timer rang, the process started, the trigger was taken over.
  ///
  /// @param cause why a slot found late now was not decided at its instant; [Fire.Cause#ON_TIME]
  ///   from a timer that knows of no reason
  /// @param late how many late slots may fire now: recovery has a rate. Those on time always may
  record Due(Instant at, Fire.Cause cause, int late) implements TriggerEvent {

    /// As many as one event decides.
    public Due(Instant at, Fire.Cause cause) {
      this(at, cause, Misfires.FIRES_MAX);
    }
  }

  /// An execution of this trigger ended.
  record HolderEnded(ExecutionId execution, State endState, Instant at) implements TriggerEvent {}

  /// No more fires, until [Enabled]. What ends an execution and so stops the trigger is told before
  /// [HolderEnded], or the next owed slot fires first.
  record Disabled(String reason, Instant at) implements TriggerEvent {}

  /// Fires again.
  ///
  /// @param recover what becomes of the slots since it was disabled: none fires, the newest, or all
  ///   are owed, and the definition's own policy decides them with the next [Due]
  record Enabled(Instant at, Recover recover) implements TriggerEvent {}
}
