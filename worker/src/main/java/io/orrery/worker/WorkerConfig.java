package io.orrery.worker;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// What can be set on a worker.
///
/// @param permits how many jobs at once; 0: it runs nothing
/// @param folder where working folders are made
/// @param killGrace what a task that is told to stop gets before its processes are killed; twice
///   that and 5 seconds, and it is given up
/// @param valueMaxBytes how large the outputs of a job may be
/// @param evaluationTimeout how long a trigger may take to look, when it does not say so itself
/// @param variables seen by every template unless the job brings its own
public record WorkerConfig(
    int permits,
    Path folder,
    Duration killGrace,
    long valueMaxBytes,
    Duration evaluationTimeout,
    Map<String, Object> variables) {

  public static final int PERMITS = 64;
  public static final long VALUE_BYTES_MAX = 64L * 1024 * 1024;
  public static final Duration EVALUATION_TIMEOUT = Duration.ofMinutes(5);
  public static final Duration KILL_GRACE = Duration.ofSeconds(10);

  public WorkerConfig {
    if (permits < 0) {
      throw new IllegalArgumentException("a worker has 0 permits or more, not " + permits);
    }
    variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
  }

  public WorkerConfig(
      int permits,
      Path folder,
      Duration killGrace,
      long valueMaxBytes,
      Map<String, Object> variables) {
    this(permits, folder, killGrace, valueMaxBytes, EVALUATION_TIMEOUT, variables);
  }

  public static WorkerConfig defaults(Path folder) {
    return new WorkerConfig(PERMITS, folder, KILL_GRACE, VALUE_BYTES_MAX, Map.of());
  }
}
