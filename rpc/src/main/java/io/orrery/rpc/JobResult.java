package io.orrery.rpc;

import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How one try ended. Sent again until it is acknowledged, which is after its commit.
///
/// @param attempt as in the job
/// @param epoch as in the job
/// @param state SUCCESS, WARNING, FAILED or KILLED; RESUBMITTED when it did not run since the
///   folder that it shares is not there
/// @param outputs JSON-like values; also of a failed try
/// @param startedAt when the worker began it
/// @param logFile address in internal storage
public record JobResult(
    TaskRunId taskRun,
    int attempt,
    long epoch,
    State state,
    Map<String, Object> outputs,
    Instant startedAt,
    Instant endedAt,
    Optional<String> logFile,
    List<Metric> metrics) {

  public JobResult {
    outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
    metrics = List.copyOf(metrics);
  }

  /// This result as a failure, with other outputs.
  public JobResult failed(Map<String, Object> newOutputs) {
    return new JobResult(
        taskRun, attempt, epoch, State.FAILED, newOutputs, startedAt, endedAt, logFile, metrics);
  }

  /// @param kind `counter`, `timer` (milliseconds) or `gauge`
  public record Metric(
      String kind, String name, double value, Map<String, String> tags, Instant at) {
    public Metric {
      tags = Collections.unmodifiableMap(new LinkedHashMap<>(tags));
    }
  }
}
