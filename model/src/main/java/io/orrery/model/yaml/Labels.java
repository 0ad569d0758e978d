package io.orrery.model.yaml;

import io.orrery.model.problem.Code;
import io.orrery.model.yaml.YamlNode.Mapping;
import io.orrery.model.yaml.YamlNode.Scalar;
import io.orrery.model.yaml.YamlNode.Sequence;
import java.util.LinkedHashMap;
import java.util.Map;

/// Labels in both of their forms: a map, or a list of `{key, value}`.
final class Labels {
  private Labels() {}

  private static final String SYSTEM = "system.";
  private static final String READ_ONLY = "system.readOnly";

  /// The labels of a property; system labels are refused but for `system.readOnly`.
  static Map<String, String> read(Fields fields, String name) {
    var labels = new LinkedHashMap<String, String>();
    var node = fields.node(name);
    var reading = fields.reading();
    var path = fields.pathOf(name);
    switch (node) {
      case null -> {}
      case Mapping mapping ->
          mapping
              .entries()
              .forEach(
                  (key, entry) ->
                      put(reading, labels, key, entry.value(), path + "." + Values.abridged(key)));
      case Sequence sequence -> {
        for (int i = 0; i < sequence.items().size(); i++) {
          pair(reading, labels, sequence.items().get(i), path + "[" + i + "]");
        }
      }
      case Scalar _ -> Values.mapping(reading, node, path);
    }
    return labels;
  }

  private static void pair(
      Reading reading, Map<String, String> labels, YamlNode item, String path) {
    var mapping = Values.mapping(reading, item, path);
    if (mapping.isEmpty()) return;
    var fields = new Fields(reading, mapping.get(), path, "a label");
    var key = fields.requiredText("key");
    var value = fields.node("value");
    fields.close();
    if (!key.isEmpty() && value != null) put(reading, labels, key, value, path);
  }

  private static void put(
      Reading reading, Map<String, String> labels, String key, YamlNode value, String path) {
    if (value.isNull()) return;
    var text = Values.text(reading, value, path);
    if (text.isEmpty()) return;
    if (key.startsWith(SYSTEM) && !key.equals(READ_ONLY)) {
      reading.error(
          Code.BAD_VALUE,
          path,
          value.at(),
          "System labels can only be set by the system: %s=%s.".formatted(key, text.get()),
          "Choose a key that does not start with '" + SYSTEM + "'.");
      return;
    }
    reading.template(text.get(), path, value.at());
    labels.put(key, text.get());
  }
}
