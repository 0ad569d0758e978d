package io.orrery.server.port;

import io.orrery.model.flow.Flow;
import io.orrery.model.flow.Input;
import io.orrery.model.flow.StartCheck;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads what was given for inputs: types, defaults, conditions, checks. A wrong value is a problem
/// in the answer, never an exception.
@FunctionalInterface
public interface InputResolving {

  /// @param flow whose variables the templates of defaults may read
  /// @param inputs the flow's own, or those of a pause in it
  /// @param given by input id, as texts or plain values; what no input asks for is ignored
  Resolved resolve(Flow flow, List<Input> inputs, Map<String, Object> given);

  /// What the flow checks of its resolved inputs, as far as it does not hold.
  default List<StartCheck.Failed> failedChecks(Flow flow, Map<String, Object> values) {
    return List.of();
  }

  /// @param inputs each input, in order
  /// @param values of the enabled ones, nested by the dots of their ids
  record Resolved(List<One> inputs, Map<String, Object> values) {
    public Resolved {
      inputs = List.copyOf(inputs);
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /// Those that keep an execution from starting. What is left out keeps nothing.
    public List<One> wrong() {
      return inputs.stream().filter(one -> one.enabled() && one.problem().isPresent()).toList();
    }
  }

  /// @param value null when there is none
  /// @param enabled whether its condition holds
  /// @param isDefault whether the value is the input's own default
  /// @param problem one sentence that names the input: "Invalid input for `x`, …"; one that is not
  ///   enabled has it when its condition cannot be rendered
  record One(
      Input input,
      @Nullable Object value,
      boolean enabled,
      boolean isDefault,
      Optional<String> problem) {}
}
