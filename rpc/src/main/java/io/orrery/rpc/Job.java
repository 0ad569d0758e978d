package io.orrery.rpc;

import io.orrery.model.flow.TaskCache;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.LogLevel;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One try of one task run, as a worker gets it.
///
/// @param attempt from 1
/// @param epoch of the vnode's owner that sent it; a result carries it back and is refused when it
///   is stale
/// @param type canonical type of the task
/// @param properties as written in the flow, templates not yet rendered, plugin defaults laid under
/// @param variables what its templates read and can be known beforehand, as records hold it:
///   secrets are sealed; `outputs` holds only the tasks named in it
/// @param path the loop values around it, outermost first
/// @param implied by task id, how many of `path` go without saying when the task's outputs are
///   named
/// @param timeout template or duration text
/// @param logLevel lighter lines are dropped
/// @param folder that it shares with other jobs; absent: it has one of its own
/// @param cache absent: it runs whatever ran before
public record Job(
    TaskRunId taskRun,
    int attempt,
    long epoch,
    FlowId flow,
    int revision,
    String taskId,
    String type,
    Map<String, Object> properties,
    Map<String, Object> variables,
    List<String> path,
    Map<String, Integer> implied,
    Optional<String> timeout,
    LogLevel logLevel,
    boolean logToFile,
    Optional<SharedFolder> folder,
    Optional<TaskCache> cache) {

  public Job {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
    path = List.copyOf(path);
    implied = Map.copyOf(implied);
  }

  /// A job with a folder of its own, that runs whatever ran before.
  public Job(
      TaskRunId taskRun,
      int attempt,
      long epoch,
      FlowId flow,
      int revision,
      String taskId,
      String type,
      Map<String, Object> properties,
      Map<String, Object> variables,
      List<String> path,
      Optional<String> timeout,
      LogLevel logLevel,
      boolean logToFile) {
    this(
        taskRun,
        attempt,
        epoch,
        flow,
        revision,
        taskId,
        type,
        properties,
        variables,
        path,
        Map.of(),
        timeout,
        logLevel,
        logToFile,
        Optional.empty(),
        Optional.empty());
  }
}
