package io.orrery.controller.space;

import io.orrery.model.flow.PluginDefault;
import io.orrery.model.id.Lineage;
import io.orrery.rpc.NamespacePort.Access;
import io.orrery.store.query.FlowQueries;
import io.orrery.store.space.Namespaces;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/// What the definitions of namespaces mean: variables and plugin defaults come down from parents to
/// children, and a namespace may say who uses what is its own. Safe for many threads.
///
/// Definitions are few and read with every job, so they are held in memory: [#refresh] reads them
/// anew, after a change and now and then, since another server may have changed them.
public final class Spaces {

  private final Namespaces definitions;
  private final FlowQueries flows;
  private volatile Snapshot known = new Snapshot(Map.of());

  /// All definitions at one time.
  ///
  /// @param variables of namespaces that were asked for, merged
  private record Snapshot(
      Map<String, Definition> definitions,
      ConcurrentHashMap<String, Map<String, Object>> variables) {
    Snapshot(Map<String, Definition> definitions) {
      this(definitions, new ConcurrentHashMap<>());
    }
  }

  public Spaces(Namespaces definitions, FlowQueries flows) {
    this.definitions = definitions;
    this.flows = flows;
    refresh();
  }

  /// Reads all definitions.
  ///
  /// @return whether plugin defaults changed, so that flows must be read anew
  public boolean refresh() {
    var read = new LinkedHashMap<String, Definition>();
    definitions.all().forEach(entry -> read.put(entry.id(), Definition.of(entry)));
    var before = known.definitions();
    known = new Snapshot(read);
    return !defaults(before).equals(defaults(read));
  }

  private static Map<String, List<PluginDefault>> defaults(Map<String, Definition> definitions) {
    var defaults = new LinkedHashMap<String, List<PluginDefault>>();
    definitions.forEach(
        (id, definition) -> {
          if (!definition.pluginDefaults().isEmpty()) {
            defaults.put(id, definition.pluginDefaults());
          }
        });
    return defaults;
  }

  /// What `namespace.*` is for flows of a namespace: its own variables over those of its parents.
  /// Maps are merged deeply.
  public Map<String, Object> variables(String namespace) {
    var now = known;
    return now.definitions().isEmpty()
        ? Map.of()
        : now.variables().computeIfAbsent(namespace, _ -> merged(namespace));
  }

  private Map<String, Object> merged(String namespace) {
    var merged = new LinkedHashMap<String, Object>();
    for (var definition : lineage(namespace).reversed()) {
      merge(merged, definition.variables());
    }
    return Collections.unmodifiableMap(merged);
  }

  /// The variables that a namespace has from its parents.
  public Map<String, Object> inheritedVariables(String namespace) {
    int dot = namespace.lastIndexOf('.');
    return dot < 0 ? Map.of() : variables(namespace.substring(0, dot));
  }

  /// Plugin defaults of a namespace and its parents, nearest first.
  public List<List<PluginDefault>> pluginDefaults(String namespace) {
    return lineage(namespace).stream().map(Definition::pluginDefaults).toList();
  }

  /// Those of exactly this namespace.
  public List<PluginDefault> ownPluginDefaults(String namespace) {
    var definition = known.definitions().get(namespace);
    return definition == null ? List.of() : definition.pluginDefaults();
  }

  /// Whether flows of `from` may use what belongs to `to`. What is their own or a parent's they
  /// always may.
  public Access access(String from, String to) {
    if (Lineage.within(from, to)) {
      return Access.ALLOWED;
    }
    var definition = known.definitions().get(to);
    if (definition != null && !definition.allowedNamespaces().isEmpty()) {
      return definition.allowedNamespaces().stream().anyMatch(one -> Lineage.within(from, one))
          ? Access.ALLOWED
          : Access.REFUSED;
    }
    return exists(to) ? Access.ALLOWED : Access.UNKNOWN;
  }

  /// Whether somebody defined it, or a flow is in it or below it.
  public boolean exists(String namespace) {
    return known.definitions().keySet().stream().anyMatch(id -> Lineage.within(id, namespace))
        || flows.namespaces().stream().anyMatch(id -> Lineage.within(id, namespace));
  }

  private List<Definition> lineage(String namespace) {
    var definitions = known.definitions();
    return Lineage.of(namespace).stream().map(definitions::get).filter(Objects::nonNull).toList();
  }

  private static void merge(Map<String, Object> under, Map<String, Object> over) {
    over.forEach(
        (key, value) -> {
          if (under.get(key) instanceof Map<?, ?> low && value instanceof Map<?, ?>) {
            var both = Definition.map(low);
            merge(both, Definition.map(value));
            under.put(key, both);
          } else {
            under.put(key, value);
          }
        });
  }

  /// Ids of all namespaces that have a definition.
  public List<String> defined() {
    return new ArrayList<>(known.definitions().keySet());
  }
}
