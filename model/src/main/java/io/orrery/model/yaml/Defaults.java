package io.orrery.model.yaml;

import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.TypeCatalog;
import io.orrery.model.flow.PluginDefault;
import io.orrery.model.yaml.YamlNode.Entry;
import io.orrery.model.yaml.YamlNode.Mapping;
import io.orrery.model.yaml.YamlNode.Origin;
import io.orrery.model.yaml.YamlNode.Scalar;
import io.orrery.model.yaml.YamlNode.Sequence;
import io.orrery.model.yaml.YamlNode.Size;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// Merges plugin defaults into whatever has a `type`: tasks, triggers, conditions, task runners.
///
/// Ordinary values go under the author's, forced ones over them; among several the first listed
/// wins. Maps merge deeply, lists concatenate with the lower-ranking one first. A default counts
/// for every type whose name, canonical name or alias starts with the default's type.
final class Defaults {
  private final TypeCatalog catalog;
  private final List<PluginDefault> ordinary;
  private final List<PluginDefault> forced;

  /// @param flow in the order of the text
  /// @param global of the installation: they yield to the flow's, but forced ones do not
  Defaults(TypeCatalog catalog, List<PluginDefault> flow, List<PluginDefault> global) {
    this.catalog = catalog;
    this.ordinary = new ArrayList<>();
    this.forced = new ArrayList<>();
    for (var some : List.of(flow, global))
      some.stream().filter(it -> !it.forced()).forEach(ordinary::add);
    for (var some : List.of(global, flow))
      some.stream().filter(PluginDefault::forced).forEach(forced::add);
  }

  YamlNode applied(YamlNode node) {
    if (ordinary.isEmpty() && forced.isEmpty()) return node;
    return switch (node) {
      case Scalar scalar -> scalar;
      case Sequence sequence ->
          new Sequence(
              new ArrayList<>(sequence.items().stream().map(this::applied).toList()),
              sequence.at(),
              sequence.size());
      case Mapping mapping -> {
        var merged = withDefaults(mapping);
        var entries = new LinkedHashMap<String, Entry>();
        merged
            .entries()
            .forEach(
                (key, entry) ->
                    entries.put(
                        key, new Entry(entry.key(), applied(entry.value()), entry.origin())));
        yield new Mapping(entries, mapping.at(), mapping.size());
      }
    };
  }

  private Mapping withDefaults(Mapping mapping) {
    if (!(mapping.get("type") instanceof Scalar type) || type.text().isBlank()) return mapping;
    var merged = mapping;
    for (var one : ordinary) {
      if (matches(one, type.text())) merged = merge(values(one), merged);
    }
    for (var one : forced.reversed()) {
      if (matches(one, type.text())) merged = merge(merged, values(one));
    }
    return merged;
  }

  private static Mapping values(PluginDefault one) {
    return (Mapping) YamlNode.of(one.values(), Origin.PLUGIN_DEFAULT);
  }

  private boolean matches(PluginDefault one, String type) {
    var canonical = canonical(type);
    return type.startsWith(one.type())
        || canonical.startsWith(one.type())
        || canonical.startsWith(canonical(one.type()));
  }

  private String canonical(String type) {
    return TypeNames.task(type)
        .or(() -> TypeNames.trigger(type))
        .or(() -> catalog.find(type).map(PluginType::name))
        .orElseGet(() -> TypeNames.condition(type));
  }

  /// `under` with `over` on top.
  private static Mapping merge(Mapping under, Mapping over) {
    var entries = new LinkedHashMap<>(under.entries());
    over.entries()
        .forEach(
            (key, entry) ->
                entries.merge(
                    key,
                    entry,
                    (low, high) ->
                        new Entry(
                            high.key(), merge(low.value(), high.value()), author(low, high))));
    var at = over.at().known() ? over.at() : under.at();
    return new Mapping(entries, at, Size.EMPTY);
  }

  private static YamlNode merge(YamlNode low, YamlNode high) {
    if (low instanceof Mapping under && high instanceof Mapping over) return merge(under, over);
    if (low instanceof Sequence first && high instanceof Sequence second) {
      var items = new ArrayList<>(first.items());
      items.addAll(second.items());
      return new Sequence(items, high.at().known() ? high.at() : low.at(), Size.EMPTY);
    }
    return high;
  }

  /// Both wrote it: what its author wrote is checked strictly.
  private static Origin author(Entry low, Entry high) {
    return low.origin() == Origin.AUTHOR ? Origin.AUTHOR : high.origin();
  }
}
