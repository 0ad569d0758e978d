package io.orrery.worker;

import io.orrery.model.id.TaskRunId;
import io.orrery.rpc.Job;
import io.orrery.rpc.JobResult;

/// One try of one task run: what may be under way once only.
record AttemptKey(TaskRunId taskRun, int attempt) {

  static AttemptKey of(Job job) {
    return new AttemptKey(job.taskRun(), job.attempt());
  }

  static AttemptKey of(JobResult result) {
    return new AttemptKey(result.taskRun(), result.attempt());
  }
}
