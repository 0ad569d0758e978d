package io.orrery.plugin.core.kv;

import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import java.util.regex.Pattern;

/// Names in the key-value store.
final class Keys {
  private Keys() {}

  private static final Pattern KEY = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]*");

  static String key(Property<String> key, RunContext context) {
    var name = context.require(key, "key");
    if (!KEY.matcher(name).matches()) {
      throw new TaskFailure(
          "'"
              + name
              + "' is no key: letters, digits, '.', '_' and '-', the first a letter or digit");
    }
    return name;
  }

  static String namespace(Property<String> namespace, RunContext context) {
    return context.render(namespace).orElse(context.place().namespace());
  }

  static TaskFailure missing(String key, String namespace) {
    return new TaskFailure(
        "The key '" + key + "' does not exist in the namespace '" + namespace + "'.");
  }
}
