package io.orrery.engine.execution;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.Map;

/// What is to be done about a decision once it is committed. Each can be derived from the records
/// again after a crash.
public sealed interface Effect {

  /// Render what the task run needs to begin; answered by [Event.Prepared].
  record Prepare(int seq) implements Effect {}

  /// Work out what a container needs to go on; what that is follows from its records. Answered by
  /// [Event.Told].
  record Ask(int seq) implements Effect {}

  /// Read the execution's inputs by the flow's rules; answered by [Event.InputsResolved].
  record ResolveInputs() implements Effect {}

  /// Give the task run's current attempt to a worker; answered by [Event.JobEnded].
  record Dispatch(int seq) implements Effect {}

  /// End the job of this attempt early; answered by [Event.JobEnded].
  record StopJob(int seq, int attempt) implements Effect {}

  /// The folder that the tasks of this WorkingDirectory shared is not needed any more. Lost when
  /// the process ends: its worker then forgets the folder by itself.
  record ReleaseFolder(int seq) implements Effect {}

  /// Post [Event.WakeUp] for the task run at this instant; for the execution itself (seq -1)
  /// [Event.Begin].
  record Wake(int seq, Instant at) implements Effect {}

  /// Post [Event.DeadlineDue] at this instant.
  record Deadline(Instant at) implements Effect {}

  /// Judge the assertions that the flow makes of its executions; answered by [Event.Judged].
  ///
  /// @param awaited whether the execution waits for the answer, which must be about how things
  ///   stand now; without, one that is under way already may do, if another follows
  record Judge(boolean awaited) implements Effect {}

  /// Create this execution; the same id twice is one execution.
  record Start(Execution execution) implements Effect {}

  /// Kill the execution that a task run started, or the last of the chain that took its place;
  /// answered by [Event.ChildGone] when none of them is under way.
  record KillChild(int seq, ExecutionId child) implements Effect {}

  /// Kill all executions that this task run waits for.
  record KillChildren(int seq) implements Effect {}

  /// Restart the execution that this task run waits for, unless it is under way; answered by
  /// [Event.ChildEnded] in the end, or by [Event.ChildGone].
  record RestartChild(int seq, ExecutionId child) implements Effect {}

  /// Render the outputs that a Subflow task reads from its child; answered by [Event.Collected].
  record Collect(int seq, ExecutionId child) implements Effect {}

  /// Render the flow's outputs; answered by [Event.OutputsRendered].
  record RenderOutputs() implements Effect {}

  /// Judge the conditions of a listener; answered by [Event.ListenerJudged].
  ///
  /// @param listener its place in the flow
  record JudgeListener(int listener) implements Effect {}

  /// Tell the task run that waits for this execution.
  ///
  /// @param batch which batch of a ForEachItem it was started for; else -1
  /// @param again whether it ended before: a restart led to this end
  record TellParent(
      TaskRunId parent,
      ExecutionId first,
      ExecutionId last,
      int batch,
      boolean again,
      State state,
      Map<String, Object> outputs)
      implements Effect {}

  /// The execution has its final state: its place is free, triggers and people may hear of it.
  record Ended(State state) implements Effect {}

  /// Nothing is left to do: it may be forgotten.
  record Finished() implements Effect {}

  /// A line for the log of a task run, or of the execution itself (seq -1).
  record Log(int seq, LogLevel level, String message, Instant at) implements Effect {}

  /// Post [Event.Continue] for the container.
  record Continue(int container) implements Effect {}
}
