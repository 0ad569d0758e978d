package io.orrery.engine.execution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The containers that a replay has kept for later values of its loops ([TaskRun#later]), each to
/// be found when its loop comes to it.
public final class LaterRuns {

  private record Place(int iteration, int node) implements Comparable<Place> {
    static Place of(TaskRun run) {
      return new Place(run.iteration(), run.node());
    }

    @Override
    public int compareTo(Place other) {
      return iteration != other.iteration
          ? Integer.compare(iteration, other.iteration)
          : Integer.compare(node, other.node);
    }
  }

  private final Map<Integer, TreeMap<Place, TaskRun>> byLoop = new HashMap<>();
  private final Map<Integer, TaskRun> bySeq = new HashMap<>();

  /// As the task run is now: it enters, or leaves because it has begun.
  public void put(TaskRun run) {
    if (!run.later()) {
      remove(run.seq());
      return;
    }
    bySeq.put(run.seq(), run);
    byLoop.computeIfAbsent(run.parent(), _ -> new TreeMap<>()).put(Place.of(run), run);
  }

  public void remove(int seq) {
    var run = bySeq.remove(seq);
    if (run == null) {
      return;
    }
    var ofLoop = byLoop.get(run.parent());
    if (ofLoop != null) {
      ofLoop.remove(Place.of(run));
      if (ofLoop.isEmpty()) {
        byLoop.remove(run.parent());
      }
    }
  }

  Optional<TaskRun> find(int loop, int node, int iteration) {
    return Optional.ofNullable(byLoop.get(loop))
        .map(ofLoop -> ofLoop.get(new Place(iteration, node)));
  }

  List<TaskRun> of(int loop) {
    var ofLoop = byLoop.get(loop);
    return ofLoop == null ? List.of() : new ArrayList<>(ofLoop.values());
  }

  public List<TaskRun> all() {
    return bySeq.isEmpty() ? List.of() : new ArrayList<>(new TreeMap<>(bySeq).values());
  }
}
