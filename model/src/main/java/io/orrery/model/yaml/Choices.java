package io.orrery.model.yaml;

import io.orrery.model.yaml.YamlNode.Mapping;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The values of a choice: plain ones, or `{label, value}` of which the value counts.
///
/// @param labels by value; values without a label are absent
record Choices(List<String> values, Map<String, String> labels) {

  static final Choices NONE = new Choices(List.of(), Map.of());

  static Choices read(Fields fields) {
    var name = fields.eitherOf("values", "options");
    var values = new ArrayList<String>();
    var labels = new LinkedHashMap<String, String>();
    var items = fields.list(name);
    for (int i = 0; i < items.size(); i++) {
      var path = fields.pathOf(name) + "[" + i + "]";
      if (items.get(i) instanceof Mapping mapping) {
        labelled(new Fields(fields.reading(), mapping, path, "a value"), values, labels);
      } else {
        Values.text(fields.reading(), items.get(i), path).ifPresent(values::add);
      }
    }
    return new Choices(values, labels);
  }

  private static void labelled(Fields pair, List<String> values, Map<String, String> labels) {
    if (!pair.has("value")) pair.missing("value");
    var label = pair.text("label");
    pair.text("value")
        .ifPresent(
            value -> {
              values.add(value);
              label.ifPresent(text -> labels.put(value, text));
            });
    pair.close();
  }
}
