package io.orrery.model.yaml;

import io.orrery.model.catalog.PluginType;
import io.orrery.model.flow.PluginDefault;
import io.orrery.model.problem.Code;
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
/// for every type whose name or canonical name starts with the default's type.
final class Defaults {

  /// A default as a tree, made once and hung wherever it counts.
  private record Prepared(String type, String canonical, Mapping values) {}

  private final Reading reading;
  private final List<Prepared> ordinary = new ArrayList<>();
  private final List<Prepared> forced = new ArrayList<>();
  private long merged;

  /// @param flow in the order of the text
  /// @param outer nearest scope first: they yield to the flow's, but forced ones do not
  Defaults(Reading reading, List<PluginDefault> flow, List<List<PluginDefault>> outer) {
    this.reading = reading;
    var scopes = new ArrayList<List<PluginDefault>>();
    scopes.add(flow);
    scopes.addAll(outer);
    for (var scope : scopes) {
      scope.stream().filter(it -> !it.forced()).map(this::prepared).forEach(ordinary::add);
    }
    for (var scope : scopes.reversed()) {
      scope.stream().filter(PluginDefault::forced).map(this::prepared).forEach(forced::add);
    }
  }

  private Prepared prepared(PluginDefault one) {
    var values = (Mapping) YamlNode.of(one.values(), Origin.PLUGIN_DEFAULT);
    return new Prepared(one.type(), canonical(one.type()), values);
  }

  /// The tree with defaults in it.
  YamlNode applied(YamlNode node) {
    if (ordinary.isEmpty() && forced.isEmpty()) return node;
    var result = applied(node, 0);
    if (merged > YamlTree.WEIGHT_MAX) {
      reading.error(
          Code.TOO_LARGE,
          "pluginDefaults",
          node.at(),
          "With its plugin defaults the flow has more than " + YamlTree.WEIGHT_MAX + " values.",
          "A default must not hold the type that it is for.");
    }
    return result;
  }

  private YamlNode applied(YamlNode node, int depth) {
    if (depth > YamlTree.DEPTH_MAX) merged = Integer.MAX_VALUE;
    if (merged > YamlTree.WEIGHT_MAX) return node;
    return switch (node) {
      case Scalar scalar -> scalar;
      case Sequence sequence -> {
        var items = new ArrayList<YamlNode>(sequence.items().size());
        sequence.items().forEach(item -> items.add(applied(item, depth + 1)));
        yield new Sequence(items, sequence.at(), sequence.size());
      }
      case Mapping mapping -> {
        var entries = new LinkedHashMap<String, Entry>();
        withDefaults(mapping)
            .entries()
            .forEach(
                (key, entry) ->
                    entries.put(
                        key,
                        new Entry(entry.key(), applied(entry.value(), depth + 1), entry.origin())));
        yield new Mapping(entries, mapping.at(), mapping.size());
      }
    };
  }

  private Mapping withDefaults(Mapping mapping) {
    if (!(mapping.get("type") instanceof Scalar type) || type.text().isBlank()) return mapping;
    var result = mapping;
    var canonical = canonical(type.text());
    for (var one : ordinary) {
      if (matches(one, type.text(), canonical)) result = merge(one.values(), result);
    }
    for (var one : forced.reversed()) {
      if (matches(one, type.text(), canonical)) result = merge(result, one.values());
    }
    return result;
  }

  private static boolean matches(Prepared one, String type, String canonical) {
    return type.startsWith(one.type())
        || canonical.startsWith(one.type())
        || canonical.startsWith(one.canonical());
  }

  private String canonical(String type) {
    return TypeNames.task(type)
        .or(() -> TypeNames.trigger(type))
        .or(() -> reading.catalog().find(type).map(PluginType::name))
        .orElseGet(() -> TypeNames.condition(type));
  }

  /// `under` with `over` on top.
  private Mapping merge(Mapping under, Mapping over) {
    merged += under.entries().size() + over.entries().size();
    if (merged > YamlTree.WEIGHT_MAX) return under;
    var entries = new LinkedHashMap<>(under.entries());
    over.entries().forEach((key, entry) -> entries.merge(key, entry, this::merge));
    return new Mapping(entries, over.at().known() ? over.at() : under.at(), Size.EMPTY);
  }

  private Entry merge(Entry low, Entry high) {
    var at = high.key().known() ? high.key() : low.key();
    return new Entry(at, merge(low.value(), high.value()), author(low, high));
  }

  private YamlNode merge(YamlNode low, YamlNode high) {
    if (low instanceof Mapping under && high instanceof Mapping over) return merge(under, over);
    if (!(low instanceof Sequence first) || !(high instanceof Sequence second)) return high;
    merged += first.items().size() + second.items().size();
    if (merged > YamlTree.WEIGHT_MAX) return low;
    var items = new ArrayList<>(first.items());
    items.addAll(second.items());
    return new Sequence(items, high.at().known() ? high.at() : low.at(), Size.EMPTY);
  }

  /// What its author wrote as well is checked as strictly as if there were no default.
  private static Origin author(Entry low, Entry high) {
    return low.origin() == Origin.AUTHOR ? Origin.AUTHOR : high.origin();
  }
}
