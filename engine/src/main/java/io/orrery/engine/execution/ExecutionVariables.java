package io.orrery.engine.execution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.orrery.engine.plan.FlowPlan;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.Truth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The variables of an execution (`vars`): the flow's own, under those that its tasks set, without
/// those that its tasks took away.
final class ExecutionVariables {
  private ExecutionVariables() {}

  private static final ObjectMapper JSON = new ObjectMapper();

  /// What templates see.
  static Map<String, Object> of(FlowPlan plan, Execution head) {
    var vars = new LinkedHashMap<String, Object>(plan.flow().variables());
    vars.keySet().removeAll(head.course().hidden());
    vars.putAll(head.variables());
    return vars;
  }

  /// @param parts `variables` and, as `flag`, whether names that are taken may be set again
  static Preparation setting(Map<?, ?> parts, Map<String, Object> variables) {
    var set = new LinkedHashMap<String, Object>();
    if (!(parsed(parts.get("variables")) instanceof Map<?, ?> given)) {
      return new Preparation.Unable("'variables' must be a map of names to values");
    }
    given.forEach(
        (name, value) -> {
          if (value != null) {
            set.put(String.valueOf(name), value);
          }
        });
    if (!Truth.of(parts.get("flag"))) {
      var taken = set.keySet().stream().filter(known(variables)::containsKey).toList();
      if (!taken.isEmpty()) {
        return new Preparation.Unable(
            "'overwrite' is false and these variables are there already: "
                + String.join(", ", taken));
      }
    }
    return new Preparation.NewVariables(set, List.of());
  }

  /// @param parts `variables` and, as `flag`, whether names that nobody set are passed over
  static Preparation unsetting(Map<?, ?> parts, Map<String, Object> variables) {
    if (!(parsed(parts.get("variables")) instanceof Collection<?> given)) {
      return new Preparation.Unable("'variables' must be a list of names");
    }
    var names = new ArrayList<String>();
    given.forEach(name -> names.add(Preparing.text(name)));
    if (!Truth.of(parts.get("flag"))) {
      var unknown = names.stream().filter(name -> !known(variables).containsKey(name)).toList();
      if (!unknown.isEmpty()) {
        return new Preparation.Unable(
            "'ignoreMissing' is false and these variables are not there: "
                + String.join(", ", unknown));
      }
    }
    return new Preparation.NewVariables(Map.of(), names);
  }

  private static Map<?, ?> known(Map<String, Object> variables) {
    return variables.get("vars") instanceof Map<?, ?> vars ? vars : Map.of();
  }

  /// A tree as it is, a text as the JSON that it is.
  private static @Nullable Object parsed(@Nullable Object given) {
    if (!(given instanceof String text)) {
      return given;
    }
    try {
      return JSON.readValue(text, Object.class);
    } catch (JsonProcessingException e) {
      throw new ExpressionException("'variables' is neither a tree nor JSON: '" + text + "'", 0, e);
    }
  }

  static Execution changed(FlowPlan plan, Execution head, Preparation.NewVariables change) {
    var own = new LinkedHashMap<>(head.variables());
    var hidden = new TreeSet<>(head.course().hidden());
    var there = of(plan, head);
    change
        .set()
        .forEach(
            (name, value) -> {
              own.put(name, merged(there.get(name), value));
              hidden.remove(name);
            });
    for (var name : change.unset()) {
      own.remove(name);
      if (plan.flow().variables().containsKey(name)) {
        hidden.add(name);
      }
    }
    return Heads.course(Heads.variables(head, own), head.course().hiding(hidden));
  }

  private static Object merged(@Nullable Object old, Object value) {
    if (!(old instanceof Map<?, ?> under) || !(value instanceof Map<?, ?> over)) {
      return value;
    }
    var both = new LinkedHashMap<String, Object>();
    under.forEach(
        (key, item) -> {
          if (item != null) {
            both.put(String.valueOf(key), item);
          }
        });
    over.forEach(
        (key, item) -> {
          if (item != null) {
            both.put(String.valueOf(key), merged(both.get(String.valueOf(key)), item));
          }
        });
    return both;
  }
}
