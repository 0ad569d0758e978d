package io.orrery.model.yaml;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The names under which flow control and our own triggers go in YAML: Kestra's, its old ones, and
/// short ones.
final class TypeNames {
  private TypeNames() {}

  static final String CORE = "io.kestra.plugin.core.";

  /// From any accepted name to the canonical one.
  private static final Map<String, String> CANONICAL = names();

  static Optional<String> canonical(String name) {
    return Optional.ofNullable(CANONICAL.get(name));
  }

  private static Map<String, String> names() {
    var names = new LinkedHashMap<String, String>();
    for (var flow :
        new String[] {
          "Sequential",
          "AllowFailure",
          "Parallel",
          "Dag",
          "If",
          "Switch",
          "ForEach",
          "EachSequential",
          "EachParallel",
          "Subflow",
          "Pause"
        }) {
      var canonical = CORE + "flow." + flow;
      names.put(canonical, canonical);
      names.put("io.kestra.core.tasks.flows." + flow, canonical);
      names.put(flow, canonical);
    }
    names.put("io.kestra.core.tasks.flows.Flow", CORE + "flow.Subflow");
    names.put(CORE + "execution.Labels", CORE + "execution.Labels");
    names.put("io.kestra.core.tasks.executions.Labels", CORE + "execution.Labels");
    names.put("Labels", CORE + "execution.Labels");
    names.put(CORE + "trigger.Schedule", CORE + "trigger.Schedule");
    names.put("io.kestra.core.models.triggers.types.Schedule", CORE + "trigger.Schedule");
    names.put("Schedule", CORE + "trigger.Schedule");
    return Collections.unmodifiableMap(names);
  }
}
