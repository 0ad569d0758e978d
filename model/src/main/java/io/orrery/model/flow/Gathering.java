package io.orrery.model.flow;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a Flow trigger collects over several executions before it fires: Kestra's preconditions,
/// its MultipleCondition, and the newer `dependsOn`.
///
/// @param id under which its state is kept, besides the trigger's name
/// @param parts by name, each met by an execution for which all of its conditions hold
/// @param needed how many of the parts must be met
/// @param resetOnSuccess whether what was met is forgotten once it fired
/// @param fireOnce whether it fires at most once in a window
/// @param outputs how the outputs of the executions are put together for the one that is started
/// @param onMiss what becomes of a window that ends before enough is met
public record Gathering(
    String id,
    TimeWindow window,
    Map<String, List<Condition>> parts,
    int needed,
    boolean resetOnSuccess,
    boolean fireOnce,
    Outputs outputs,
    Optional<OnMiss> onMiss) {

  public Gathering {
    var copy = new LinkedHashMap<String, List<Condition>>();
    parts.forEach((name, conditions) -> copy.put(name, List.copyOf(conditions)));
    parts = Copies.map(copy);
  }

  public enum Outputs {
    /// All in one map, the newest on top.
    MERGED,
    /// A map for each flow, under its id.
    BY_FLOW
  }

  /// A FAILED execution is made, so that somebody hears of it.
  ///
  /// @param labels of that execution
  public record OnMiss(Map<String, String> labels) {
    public OnMiss {
      labels = Copies.map(labels);
    }
  }
}
