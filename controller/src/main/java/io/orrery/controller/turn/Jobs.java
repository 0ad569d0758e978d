package io.orrery.controller.turn;

import io.orrery.controller.dispatch.Dispatcher;
import io.orrery.engine.execution.Frame.Branch;
import io.orrery.engine.execution.TaskRun;
import io.orrery.model.flow.Task;
import io.orrery.model.flow.Task.WorkingDirectory;
import io.orrery.model.flow.TaskCache;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import io.orrery.rpc.Job;
import io.orrery.rpc.SharedFolder;
import io.orrery.rpc.SharedFolder.Use;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Puts jobs together from the records, when it is their turn to be sent.
final class Jobs implements Dispatcher.Jobs {

  private final Executions executions;
  private final long epoch;

  Jobs(Executions executions, long epoch) {
    this.executions = executions;
    this.epoch = epoch;
  }

  @Override
  public Optional<Job> job(TaskRunId id, int number) {
    return executions
        .find(id.execution())
        .flatMap(it -> it.run(id.seq()).flatMap(run -> job(it, run, number)));
  }

  private Optional<Job> job(LiveExecution it, TaskRun run, int number) {
    if (run.job() != number) {
      return Optional.empty();
    }
    return switch (it.plan().node(run.node()).task()) {
      case Task.PluginTask task ->
          Optional.of(job(it, run, task, task.properties(), folder(it, run), task.cache()));
      case WorkingDirectory task ->
          run.frame()
              .filter(frame -> frame.branch() == Branch.INPUTS || frame.branch() == Branch.OUTPUTS)
              .map(
                  frame ->
                      frame.branch() == Branch.INPUTS
                          ? making(it, run, task)
                          : keeping(it, run, task));
      case Task.Sequential _,
          Task.AllowFailure _,
          Task.Parallel _,
          Task.Dag _,
          Task.If _,
          Task.Switch _,
          Task.ForEach _,
          Task.Subflow _,
          Task.Pause _,
          Task.LoopUntil _,
          Task.Loop _,
          Task.ForEachItem _,
          Task.Part _,
          Task.Deed _ ->
          Optional.empty();
    };
  }

  private Job making(LiveExecution it, TaskRun run, WorkingDirectory task) {
    var files = new LinkedHashMap<>(task.files());
    files.remove(WorkingDirectory.OUTPUT_FILES);
    return job(it, run, task, files, Optional.of(shared(run, Use.MAKES)), Optional.empty());
  }

  /// What failed is not worth to begin with the next time.
  private Job keeping(LiveExecution it, TaskRun run, WorkingDirectory task) {
    var files = new LinkedHashMap<>(task.files());
    files.remove(WorkingDirectory.INPUT_FILES);
    files.remove(WorkingDirectory.NAMESPACE_FILES);
    if (run.frame().filter(frame -> frame.worst() == State.FAILED).isPresent()) {
      files.remove(WorkingDirectory.CACHE);
    }
    return job(it, run, task, files, Optional.of(shared(run, Use.KEEPS)), Optional.empty());
  }

  /// Whether its job works in a folder that another job has made.
  static boolean inBegunFolder(LiveExecution it, TaskRun run) {
    return it.plan().node(run.node()).task() instanceof WorkingDirectory
        ? run.frame().filter(frame -> frame.branch() == Branch.OUTPUTS).isPresent()
        : folder(it, run).isPresent();
  }

  /// That of the nearest WorkingDirectory around the task run.
  private static Optional<SharedFolder> folder(LiveExecution it, TaskRun run) {
    var use = Use.NEEDS;
    for (var at = run; at.parent() >= 0; ) {
      if (at.branch() != Branch.MAIN) {
        use = Use.LIKES;
      }
      var above = it.run(at.parent());
      if (above.isEmpty()) {
        return Optional.empty();
      }
      at = above.get();
      if (it.plan().node(at.node()).task() instanceof WorkingDirectory) {
        return Optional.of(shared(at, use));
      }
    }
    return Optional.empty();
  }

  private static SharedFolder shared(TaskRun workingDirectory, Use use) {
    return new SharedFolder(workingDirectory.id(), workingDirectory.attempts().size(), use);
  }

  private Job job(
      LiveExecution it,
      TaskRun run,
      Task task,
      Map<String, Object> properties,
      Optional<SharedFolder> folder,
      Optional<TaskCache> cache) {
    var variables = executions.scope().ofJob(it, run);
    var common = task.common();
    return new Job(
        run.id(),
        run.job(),
        epoch,
        it.head().fixed().flow(),
        it.head().fixed().revision(),
        run.taskId(),
        common.canonicalType(),
        properties,
        variables,
        run.path(),
        it.plan().implied(it.plan().node(run.node())),
        task instanceof WorkingDirectory ? Optional.empty() : common.timeout(),
        common.logLevel().orElse(LogLevel.TRACE),
        common.logToFile(),
        folder,
        cache);
  }
}
