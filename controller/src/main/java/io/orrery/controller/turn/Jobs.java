package io.orrery.controller.turn;

import io.orrery.controller.dispatch.Dispatcher;
import io.orrery.model.flow.Task;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.LogLevel;
import io.orrery.rpc.Job;
import java.util.ArrayList;
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
  public Optional<Job> job(TaskRunId id, int attempt) {
    return executions
        .find(id.execution())
        .flatMap(
            it ->
                it.run(id.seq())
                    .filter(run -> run.attempt() == attempt)
                    .flatMap(
                        run -> {
                          var node = it.plan().node(run.node());
                          if (!(node.task() instanceof Task.PluginTask task)) {
                            return Optional.empty();
                          }
                          var secrets = new ArrayList<String>();
                          var variables = executions.jobVariables(it, run, secrets::add);
                          return Optional.of(
                              new Job(
                                  id,
                                  attempt,
                                  epoch,
                                  it.head().fixed().flow(),
                                  it.head().fixed().revision(),
                                  run.taskId(),
                                  task.common().canonicalType(),
                                  task.properties(),
                                  variables,
                                  run.path(),
                                  it.plan().implied(node),
                                  task.common().timeout(),
                                  task.common().logLevel().orElse(LogLevel.TRACE),
                                  task.common().logToFile(),
                                  secrets));
                        }));
  }
}
