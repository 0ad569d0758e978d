package io.orrery.model.yaml;

import io.orrery.model.problem.Code;
import io.orrery.model.problem.Position;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The ids of one kind of thing in a flow, to find those that are used twice.
final class DefinedIds {
  private static final int SHOWN_MAX = 20;

  private record Use(String path, Position at) {}

  private final String kind;
  private final Map<String, List<Use>> uses = new LinkedHashMap<>();

  private boolean open;

  /// @param kind as `task`
  DefinedIds(String kind) {
    this.kind = kind;
  }

  void add(String id, String path, Position at) {
    if (!id.isEmpty()) uses.computeIfAbsent(id, _ -> new ArrayList<>()).add(new Use(path, at));
  }

  /// There are more, which stand elsewhere.
  void leaveOpen() {
    open = true;
  }

  /// All ids; none when there may be more.
  Set<String> known() {
    return open ? Set.of() : Collections.unmodifiableSet(uses.keySet());
  }

  /// One problem for all repeated ids, as Kestra has it; the mend lists the places.
  void report(Reading reading) {
    var repeated = new LinkedHashMap<>(uses);
    repeated.values().removeIf(places -> places.size() < 2);
    if (repeated.isEmpty()) return;
    var second = repeated.values().iterator().next().get(1);
    var places =
        repeated.entrySet().stream()
            .limit(SHOWN_MAX)
            .map(entry -> "'" + entry.getKey() + "' stands at " + places(entry.getValue()))
            .collect(Collectors.joining("; "));
    reading.error(
        Code.DUPLICATE_ID,
        second.path() + ".id",
        second.at(),
        "Duplicate %s id with name %s."
            .formatted(kind, repeated.keySet().stream().limit(SHOWN_MAX).toList()),
        "Rename all but one: " + places + ".");
  }

  private static String places(List<Use> uses) {
    return uses.stream()
        .limit(SHOWN_MAX)
        .map(use -> use.at().toString())
        .collect(Collectors.joining(", "));
  }
}
