package io.orrery.controller.turn;

import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.execution.Variables;
import io.orrery.model.kept.Sizes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The outputs of a running execution's ended task runs, so that most reads need no database.
/// Bounded: past [#ENTRIES_MAX] or [#BYTES_MAX] those of loops are dropped and read from the store
/// again. Safe for many threads.
public final class LiveOutputs {

  static final int ENTRIES_MAX = 10_000;
  static final long BYTES_MAX = 4L * 1024 * 1024;

  private final Map<String, Map<List<String>, Map<String, Object>>> byTask = new HashMap<>();
  private boolean complete;
  private long bytes;
  private int entries;

  /// @param complete false when the execution was loaded, and its ended task runs were not
  LiveOutputs(boolean complete) {
    this.complete = complete;
  }

  synchronized void add(TaskRun run) {
    if (run.outputs().isEmpty()) {
      return;
    }
    long size = Sizes.of(run.outputs());
    if (bytes + size > BYTES_MAX || (entries >= ENTRIES_MAX && !run.path().isEmpty())) {
      if (complete) {
        complete = false;
        byTask.values().removeIf(paths -> !paths.containsKey(List.<String>of()));
        entries = byTask.size();
      }
      forget(run.taskId(), run.path());
      return;
    }
    bytes += size;
    var paths = byTask.computeIfAbsent(run.taskId(), _ -> new LinkedHashMap<>());
    if (paths.put(run.path(), run.outputs()) == null) {
      entries++;
    }
  }

  /// These task runs are no more.
  ///
  /// @param path of loop values that theirs begin with
  synchronized void forget(Set<String> taskIds, List<String> path) {
    for (var taskId : taskIds) {
      var paths = byTask.get(taskId);
      if (paths == null) {
        continue;
      }
      int before = paths.size();
      paths
          .keySet()
          .removeIf(of -> of.size() >= path.size() && of.subList(0, path.size()).equals(path));
      entries -= before - paths.size();
      if (paths.isEmpty()) {
        byTask.remove(taskId);
      }
    }
  }

  /// The task run is no more, or what was known of it is out of date.
  synchronized void forget(String taskId, List<String> path) {
    var paths = byTask.get(taskId);
    if (paths != null && paths.remove(path) != null) {
      entries--;
      if (paths.isEmpty()) {
        byTask.remove(taskId);
      }
    }
  }

  /// Whether what is not here does not exist.
  public synchronized boolean complete() {
    return complete;
  }

  /// The outputs for exactly these loop values, or null.
  public synchronized @Nullable Map<String, Object> of(String taskId, List<String> path) {
    var paths = byTask.get(taskId);
    return paths == null ? null : paths.get(path);
  }

  /// All outputs of a task nested by loop value, or null.
  public synchronized @Nullable Map<String, Object> all(String taskId) {
    var paths = byTask.get(taskId);
    return paths == null ? null : nested(paths);
  }

  public synchronized List<String> tasks() {
    return new ArrayList<>(byTask.keySet());
  }

  /// Outputs by path as templates see them: `outputs.task.x`, or `outputs.task[value].x` in loops.
  public static @Nullable Map<String, Object> nested(
      Map<List<String>, Map<String, Object>> byPath) {
    if (byPath.isEmpty()) {
      return null;
    }
    var plain = byPath.get(List.<String>of());
    if (plain != null) {
      return plain;
    }
    var nested = new LinkedHashMap<String, Object>();
    byPath.forEach((path, outputs) -> Variables.put(nested, path, outputs));
    return nested;
  }
}
