package io.orrery.controller.dispatch;

import io.orrery.model.id.TaskRunId;
import io.orrery.rpc.Job;
import io.orrery.rpc.WorkerPort;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;

/// Hands jobs to the worker as it has room. A job that waits is only its name here; it is put
/// together when its turn comes, so a hundred thousand waiting ones cost little. Jobs that share a
/// folder go to the worker that has it, which here is the only one; those of a folder that is there
/// go first, so that few are open at once and a worker that is stopping can finish them. Used by
/// the loop's thread alone.
public final class Dispatcher {

  /// Puts a job together; empty when it is not wanted any more.
  @FunctionalInterface
  public interface Jobs {
    Optional<Job> job(TaskRunId taskRun, int attempt);
  }

  private final WorkerPort worker;
  private final Jobs jobs;
  private final SentJobs sent;
  private final Map<TaskRunId, Integer> waiting = new LinkedHashMap<>();
  private final Map<TaskRunId, Integer> begun = new LinkedHashMap<>();

  /// @param sent what has left in this epoch
  public Dispatcher(WorkerPort worker, Jobs jobs, SentJobs sent) {
    this.sent = sent;
    this.worker = worker;
    this.jobs = jobs;
  }

  /// The job is persisted: it may go, unless it has gone already.
  public void add(TaskRunId taskRun, int attempt) {
    if (!sent.has(taskRun, attempt)) {
      waiting.put(taskRun, attempt);
    }
  }

  /// Whether a worker has the job, as far as is known.
  public boolean hasLeft(TaskRunId taskRun, int attempt) {
    return sent.has(taskRun, attempt);
  }

  /// Its result is committed, or means nothing.
  public void over(TaskRunId taskRun, int attempt) {
    sent.over(taskRun, attempt);
  }

  /// As [#add], of a job that works in a folder which an earlier one made.
  public void addToBegun(TaskRunId taskRun, int attempt) {
    if (!sent.has(taskRun, attempt)) {
      begun.put(taskRun, attempt);
    }
  }

  /// Sends what the worker has room for, in the order in which it came.
  public void pump() {
    send(begun, worker::permitsForBegun);
    send(waiting, worker::permits);
  }

  private void send(Map<TaskRunId, Integer> queue, IntSupplier permits) {
    while (!queue.isEmpty() && permits.getAsInt() > 0) {
      var next = queue.entrySet().iterator().next();
      var job = jobs.job(next.getKey(), next.getValue());
      if (job.isPresent()) {
        if (!worker.offer(job.get())) {
          return;
        }
        sent.left(next.getKey(), next.getValue());
      }
      queue.remove(next.getKey());
    }
  }

  /// Nobody works in the folder of this WorkingDirectory any more.
  public void release(TaskRunId workingDirectory) {
    worker.release(workingDirectory);
  }

  /// Ends the job early.
  ///
  /// @return true when it had not left: nobody will report it
  public boolean stop(TaskRunId taskRun, int attempt) {
    if (waiting.remove(taskRun) != null || begun.remove(taskRun) != null) {
      return true;
    }
    worker.kill(taskRun, attempt);
    return false;
  }
}
