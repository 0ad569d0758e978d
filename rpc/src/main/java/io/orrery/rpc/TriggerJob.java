package io.orrery.rpc;

import io.orrery.model.id.TriggerId;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// One dispatch of a trigger that runs on a worker.
///
/// @param dispatch its epoch: news carries it back and is refused when there is a later one. It was
///   committed before the worker could see it
/// @param dispatchedAt when; with the epoch it names the executions of what is found
/// @param memory what the plugin keeps, sealed as records hold it
/// @param job type, properties, variables, timeout and log level, in the shape of a task's job. Its
///   task run names the execution whose folder takes what is stored meanwhile
public record TriggerJob(
    TriggerId trigger,
    long dispatch,
    Instant dispatchedAt,
    Mode mode,
    Map<String, Object> memory,
    Job job) {

  /// Whether it is over after one look, or listens until it is stopped.
  public enum Mode {
    POLLING,
    REALTIME
  }

  /// The seq of the task run of a job that is none.
  public static final int SEQ = -1;

  public TriggerJob {
    memory = Collections.unmodifiableMap(new LinkedHashMap<>(memory));
  }
}
