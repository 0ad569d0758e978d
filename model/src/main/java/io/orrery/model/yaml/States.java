package io.orrery.model.yaml;

import io.orrery.model.state.State;
import io.orrery.model.yaml.YamlNode.Scalar;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Reads lists of states.
final class States {
  private States() {}

  /// Empty when the property is absent; a single state stands for a list of one.
  static List<State> read(Fields fields, String name) {
    var node = fields.node(name);
    if (node == null) return List.of();
    var items = node instanceof Scalar ? List.of(node) : fields.list(name);
    var states = new ArrayList<State>();
    for (int i = 0; i < items.size(); i++) {
      var path = fields.pathOf(name) + "[" + i + "]";
      if (items.get(i) instanceof Scalar scalar) {
        add(fields.reading(), scalar, path, states);
      } else {
        Values.text(fields.reading(), items.get(i), path);
      }
    }
    return states;
  }

  private static void add(Reading reading, Scalar scalar, String path, List<State> states) {
    var word = scalar.text().strip().toUpperCase(Locale.ROOT);
    var name = word.equals("CANCELED") ? "CANCELLED" : word;
    for (var state : State.values()) {
      if (state.name().equals(name)) {
        states.add(state);
        return;
      }
    }
    Values.badChoice(reading, scalar, path, Arrays.stream(State.values()).map(Enum::name).toList());
  }
}
