package io.orrery.server.flow;

import io.orrery.server.port.Descriptions;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Says which types of a flow go by a former name. Short names are as good as whole ones: they are
/// left out. Safe for many threads.
final class Relocations {

  private static final String TYPE = "type";

  private final Descriptions descriptions;
  private @Nullable Map<String, String> newNames;

  Relocations(Descriptions descriptions) {
    this.descriptions = descriptions;
  }

  /// A sentence for each former name, in the order of the text, in Kestra's words.
  ///
  /// @param tree of a flow or of a part of it
  List<String> in(Map<?, ?> tree) {
    var found = new LinkedHashSet<String>();
    look(tree, found);
    return List.copyOf(found);
  }

  private void look(@Nullable Object node, Set<String> found) {
    if (node instanceof List<?> list) {
      list.forEach(item -> look(item, found));
    } else if (node instanceof Map<?, ?> map) {
      if (map.get(TYPE) instanceof String type) {
        newName(type).ifPresent(name -> found.add(type + " is replaced by " + name));
      }
      map.values().forEach(value -> look(value, found));
    }
  }

  private synchronized Optional<String> newName(String type) {
    if (newNames == null) {
      newNames = new HashMap<>();
      for (var described : descriptions.catalogue().types()) {
        for (var alias : described.aliases()) {
          if (alias.indexOf('.') >= 0 && !described.name().endsWith("." + alias)) {
            newNames.put(alias, described.name());
          }
        }
      }
    }
    return Optional.ofNullable(newNames.get(type));
  }
}
