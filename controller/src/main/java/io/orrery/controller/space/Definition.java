package io.orrery.controller.space;

import io.orrery.model.flow.PluginDefault;
import io.orrery.store.space.Namespaces;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a namespace says of itself.
///
/// @param variables what `namespace.*` is in expressions
/// @param allowedNamespaces who may use what belongs to it; empty: everybody
/// @param fields all that was said, in the API's words
record Definition(
    String id,
    Map<String, Object> variables,
    List<PluginDefault> pluginDefaults,
    List<String> allowedNamespaces,
    Map<String, Object> fields) {

  Definition {
    variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
    pluginDefaults = List.copyOf(pluginDefaults);
    allowedNamespaces = List.copyOf(allowedNamespaces);
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /// What cannot be read is left out: it was checked when it was saved.
  static Definition of(Namespaces.Entry entry) {
    var fields = entry.fields();
    return new Definition(
        entry.id(),
        map(fields.get("variables")),
        defaults(fields.get("pluginDefaults")),
        allowed(fields.get("allowedNamespaces")),
        fields);
  }

  static Map<String, Object> map(@Nullable Object value) {
    var map = new LinkedHashMap<String, Object>();
    if (value instanceof Map<?, ?> given) {
      given.forEach((key, item) -> map.put(String.valueOf(key), item));
    }
    return map;
  }

  private static List<PluginDefault> defaults(@Nullable Object value) {
    var defaults = new ArrayList<PluginDefault>();
    if (value instanceof List<?> list) {
      for (var item : list) {
        PluginDefault.read(item).ifPresent(defaults::add);
      }
    }
    return defaults;
  }

  /// A list of ids, or of maps with `namespace`: Kestra has written both.
  private static List<String> allowed(@Nullable Object value) {
    var allowed = new ArrayList<String>();
    if (value instanceof List<?> list) {
      for (var item : list) {
        var name = item instanceof Map<?, ?> map ? map.get("namespace") : item;
        if (name instanceof String text) {
          allowed.add(text);
        }
      }
    }
    return allowed;
  }
}
