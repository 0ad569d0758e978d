package io.orrery.server.plugin;

import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.PluginType.Kind;
import io.orrery.model.language.Catalogue;
import io.orrery.server.json.JsonMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/// Types in groups, as clients of Kestra know them: one entry a plugin, or one a package of it.
final class PluginLists {
  /// `io.kestra.plugin.core` of `io.kestra.plugin.core.log.Log`.
  private static final int GROUP_SEGMENTS = 4;

  private PluginLists() {}

  static List<Map<String, Object>> byPlugin(Catalogue catalogue, String version) {
    return grouped(catalogue, PluginLists::plugin).entrySet().stream()
        .map(entry -> entry(entry.getKey(), entry.getKey(), entry.getValue(), version))
        .toList();
  }

  static List<Map<String, Object>> byPackage(Catalogue catalogue, String version) {
    return grouped(catalogue, PluginType::group).entrySet().stream()
        .map(
            entry -> {
              var group = plugin(entry.getValue().getFirst());
              var json = entry(group, entry.getKey(), entry.getValue(), version);
              if (!group.equals(entry.getKey())) {
                json.put("subGroup", entry.getKey());
              }
              return json;
            })
        .toList();
  }

  private static Map<String, List<PluginType>> grouped(
      Catalogue catalogue, Function<PluginType, String> group) {
    var groups = new TreeMap<String, List<PluginType>>();
    for (var type : catalogue.types()) {
      groups.computeIfAbsent(group.apply(type), _ -> new ArrayList<>()).add(type);
    }
    return groups;
  }

  private static String plugin(PluginType type) {
    var segments = type.group().split("\\.", -1);
    return String.join(
        ".", List.of(segments).subList(0, Math.min(GROUP_SEGMENTS, segments.length)));
  }

  private static Map<String, Object> entry(
      String group, String name, List<PluginType> types, String version) {
    var last = name.substring(name.lastIndexOf('.') + 1);
    return new JsonMap()
        .with("name", last)
        .with("title", last)
        .with("group", group)
        .with("version", version)
        .with("tasks", elements(types, Kind.TASK))
        .with("triggers", elements(types, Kind.TRIGGER))
        .with("conditions", elements(types, Kind.CONDITION))
        .with("taskRunners", elements(types, Kind.TASK_RUNNER))
        .with("aliases", types.stream().flatMap(type -> type.aliases().stream()).toList())
        .map();
  }

  private static List<Map<String, Object>> elements(List<PluginType> types, Kind kind) {
    return types.stream().filter(type -> type.kind() == kind).map(PluginLists::element).toList();
  }

  static Map<String, Object> element(PluginType type) {
    return new JsonMap()
        .with("cls", type.name())
        .with("title", type.title())
        .with("deprecated", type.successor().isPresent())
        .map();
  }
}
