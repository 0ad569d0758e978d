package io.orrery.engine.execution;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Something that happened to an execution. It carries its own time: deciding reads no clock.
public sealed interface Event {

  Instant at();

  /// It may run: it was just created, its date came, or its place in the queue is free.
  record Begin(Instant at) implements Event {}

  /// The inputs that a trigger gave were read by the flow's rules.
  ///
  /// @param labels that the trigger gave, rendered
  /// @param error why they could not be; empty when they could
  record InputsResolved(
      Map<String, Object> inputs, Map<String, String> labels, Optional<String> error, Instant at)
      implements Event {
    public InputsResolved {
      inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
      labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }
  }

  /// It must wait for a free place.
  record Enqueue(Instant at) implements Event {}

  /// It never runs, or not again: its flow's limit, or somebody, says so.
  ///
  /// @param verdict CANCELLED or FAILED
  record TurnAway(State verdict, String why, Instant at) implements Event {}

  record Prepared(int seq, Preparation preparation, Instant at) implements Event {}

  /// A worker has been at it for a moment. Only shown to people.
  record JobStarted(int seq, int attempt, Instant at) implements Event {}

  /// A worker's try is over.
  ///
  /// @param attempt the job's number, see [TaskRun#job]
  /// @param state SUCCESS, WARNING, FAILED or KILLED; RESUBMITTED when it did not run since the
  ///   folder that it shares with others is gone
  record JobEnded(
      int seq,
      int attempt,
      State state,
      Map<String, Object> outputs,
      Optional<String> logFile,
      Instant startedAt,
      Instant at)
      implements Event {
    public JobEnded {
      outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
    }
  }

  /// A timer of a task run is due.
  record WakeUp(int seq, Instant at) implements Event {}

  /// What a container asked for was worked out.
  ///
  /// @param question its number, as in [Frame#questions]
  record Told(int seq, int question, Answer answer, Instant at) implements Event {}

  /// The execution that a Subflow waits for has its final state.
  ///
  /// @param first the first of the child's chain of retries
  /// @param last the one that ended it
  /// @param batch which batch it was started for, of a ForEachItem; else -1
  /// @param again whether it had ended before, and was restarted since
  record ChildEnded(
      int seq,
      ExecutionId first,
      ExecutionId last,
      int batch,
      boolean again,
      State state,
      Map<String, Object> outputs,
      Instant at)
      implements Event {

    /// Of a Subflow.
    public ChildEnded(
        int seq,
        ExecutionId first,
        ExecutionId last,
        State state,
        Map<String, Object> outputs,
        Instant at) {
      this(seq, first, last, -1, false, state, outputs, at);
    }

    public ChildEnded {
      outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
    }
  }

  /// The execution that a Subflow waits for is not there, or has nothing that could run again.
  record ChildGone(int seq, Instant at) implements Event {}

  /// The outputs that a Subflow task reads from its child's context were rendered.
  ///
  /// @param error why they could not be; empty when they could
  record Collected(int seq, Map<String, Object> outputs, Optional<String> error, Instant at)
      implements Event {
    public Collected {
      outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
    }
  }

  /// The flow's outputs were rendered.
  record OutputsRendered(Map<String, Object> outputs, Optional<String> error, Instant at)
      implements Event {
    public OutputsRendered {
      outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
    }
  }

  /// The time that a promise gives the execution may be over.
  record DeadlineDue(Instant at) implements Event {}

  /// The flow's assertions were judged.
  ///
  /// @param broken places of the promises that do not hold
  /// @param awaited as it was asked for
  record Judged(List<Integer> broken, boolean awaited, Instant at) implements Event {
    public Judged {
      broken = List.copyOf(broken);
    }
  }

  /// The conditions of a listener were judged.
  ///
  /// @param listener its place in the flow
  record ListenerJudged(int listener, boolean holds, Instant at) implements Event {}

  /// @param cascade whether the executions that it started end as well
  record Kill(boolean cascade, Instant at) implements Event {}

  /// Somebody lets the paused task runs go on.
  ///
  /// @param by who; empty when nobody knows
  record Resume(Map<String, Object> inputs, Optional<String> by, Instant at) implements Event {
    public Resume(Map<String, Object> inputs, Instant at) {
      this(inputs, Optional.empty(), at);
    }

    public Resume {
      inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
    }
  }

  /// Somebody wants nothing new to begin.
  record Pause(Instant at) implements Event {}

  /// Somebody lets an execution that stands at a breakpoint go on.
  ///
  /// @param next where it is to stand still from now on
  record LeaveBreakpoint(List<Breakpoint> next, Instant at) implements Event {
    public LeaveBreakpoint {
      next = List.copyOf(next);
    }
  }

  /// Somebody wants the failed task runs tried again. Needs a view with all task runs. What has
  /// ended is RESTARTED then, and goes on with [Begin].
  record Restart(Instant at) implements Event {}

  /// A copy of an ended execution goes on from one of its task runs. Needs a view with all task
  /// runs. It is RESTARTED then, and goes on with [Begin].
  record Replay(int seq, Instant at) implements Event {}

  /// Somebody says how a task run has ended. Needs a view with all task runs. What has ended is
  /// RESTARTED then, and goes on with [Begin].
  record Mark(int seq, State state, Instant at) implements Event {}

  /// Somebody says how an execution has ended.
  record ChangeStatus(State state, Instant at) implements Event {}

  /// Somebody gives an ended execution other labels.
  record Relabel(Map<String, String> labels, Instant at) implements Event {
    public Relabel {
      labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }
  }

  /// It is about to be removed: everything of it stops at once.
  record Abandon(Instant at) implements Event {}

  /// A container has more children to begin than one transition may.
  ///
  /// @param container its seq, or -1 for the execution itself
  record Continue(int container, Instant at) implements Event {}
}
