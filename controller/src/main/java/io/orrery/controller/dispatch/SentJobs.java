package io.orrery.controller.dispatch;

import io.orrery.model.id.TaskRunId;
import java.util.HashMap;
import java.util.Map;

/// The jobs that left in one epoch and whose results are not committed. It outlives what a loop has
/// in memory: when that is made anew from the rows, no job leaves a second time. Used by the loop's
/// thread alone.
public final class SentJobs {

  private final Map<TaskRunId, Integer> attempts = new HashMap<>();

  void left(TaskRunId taskRun, int attempt) {
    attempts.put(taskRun, attempt);
  }

  /// Whether a worker has it, as far as is known.
  public boolean has(TaskRunId taskRun, int attempt) {
    return attempts.getOrDefault(taskRun, -1) == attempt;
  }

  /// Its end is committed, or means nothing.
  public void over(TaskRunId taskRun, int attempt) {
    attempts.remove(taskRun, attempt);
  }
}
