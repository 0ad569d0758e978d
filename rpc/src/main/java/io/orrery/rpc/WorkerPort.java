package io.orrery.rpc;

import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;

/// What a worker offers its controller. No call blocks.
public interface WorkerPort {

  /// How many more jobs it takes now: a level, not a delta. None when it is stopping.
  int permits();

  /// How many more jobs it takes now that work in a folder which an earlier job made. Not fewer
  /// than [#permits]: a worker that is stopping still finishes the groups that it has begun, since
  /// their folders end with it.
  int permitsForBegun();

  /// Takes the job, or says no when it has no permit left.
  ///
  /// @return whether it was taken
  boolean offer(Job job);

  /// Ends a job early: interrupt, grace, then its process tree is killed. The result still comes,
  /// as KILLED. Unknown jobs are ignored.
  void kill(TaskRunId taskRun, int attempt);

  /// The folder of this WorkingDirectory is not needed any more. Unknown ones are ignored.
  void release(TaskRunId workingDirectory);

  /// Evaluates a trigger, or listens for it, in place of an older dispatch of the same one. Takes
  /// no permit of those that tasks have.
  ///
  /// @return whether it was taken: not, when too many are under way
  boolean evaluate(TriggerJob job);

  /// Ends this dispatch of a trigger, and older ones. Unknown ones are ignored.
  void stopTrigger(TriggerId trigger, long dispatch);
}
