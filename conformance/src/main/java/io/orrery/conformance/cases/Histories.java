package io.orrery.conformance.cases;

import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Matchers;
import io.orrery.conformance.match.Mismatch;
import io.orrery.model.state.StateChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is expected of a list of states: `count` of all, the exact `sequence`, what it
/// `startsWith`, or how often a state is in it.
final class Histories {

  private Histories() {}

  static List<Mismatch> compare(
      String path, @Nullable Object expected, List<StateChange> history, Matchers matchers) {
    var states = history.stream().map(change -> change.state().name()).toList();
    if (!(expected instanceof Map)) {
      return matchers.compare(path, expected, states);
    }
    var misses = new ArrayList<Mismatch>();
    Json.members(expected)
        .forEach(
            (key, value) -> {
              var actual =
                  switch (key) {
                    case "count" -> states.size();
                    case "sequence" -> states;
                    case "startsWith" ->
                        states.subList(0, Math.min(states.size(), Json.items(value).size()));
                    default -> (int) states.stream().filter(key::equals).count();
                  };
              if (!matchers.matches(value, actual)) {
                misses.addAll(Scene.miss(path + "." + key, value, states));
              }
            });
    return misses;
  }
}
