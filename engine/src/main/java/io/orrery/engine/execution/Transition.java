package io.orrery.engine.execution;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The whole answer to one event: the records that changed, and what to do once they are committed.
///
/// @param created of `runs`, those that are new; ordered by seq
/// @param changed of `runs`, those that were there before
/// @param removed seqs of task runs that are no more (a restart drops error branches)
/// @param cleared rounds of loops whose task runs are no more
/// @param emptied seqs of containers whose children of before are no more, however many there were
/// @param loopValues by the loop's seq, the values it will go through
public record Transition(
    Execution head,
    List<TaskRun> created,
    List<TaskRun> changed,
    List<Integer> removed,
    List<Cleared> cleared,
    List<Integer> emptied,
    Map<Integer, List<String>> loopValues,
    List<Effect> effects) {

  /// The task runs below a container whose seqs are at least `from` and less than `to`. All of them
  /// have ended, in earlier transitions.
  public record Cleared(int container, int from, int to) {}

  public Transition {
    created = List.copyOf(created);
    changed = List.copyOf(changed);
    removed = List.copyOf(removed);
    cleared = List.copyOf(cleared);
    emptied = List.copyOf(emptied);
    loopValues = Collections.unmodifiableMap(new LinkedHashMap<>(loopValues));
    effects = List.copyOf(effects);
  }

  /// The event meant nothing: late or doubled news.
  public static Transition none(Execution head) {
    return new Transition(
        head, List.of(), List.of(), List.of(), List.of(), List.of(), Map.of(), List.of());
  }

  public boolean nothing(Execution before) {
    return head.equals(before)
        && created.isEmpty()
        && changed.isEmpty()
        && removed.isEmpty()
        && cleared.isEmpty()
        && emptied.isEmpty()
        && effects.isEmpty();
  }
}
