package io.orrery.model.input;

import io.orrery.model.flow.Input;
import io.orrery.model.flow.InputType;
import io.orrery.model.problem.Problem;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What became of the values given for a flow's inputs.
///
/// @param inputs one for each declared input, in the order of the declarations
public record Resolved(List<Value> inputs) {

  public Resolved {
    inputs = List.copyOf(inputs);
  }

  /// One input.
  ///
  /// @param input its declaration; `values` of a choice hold what its expression gave
  /// @param value typed (times are java.time, secrets are sealed); null when there is none; as
  ///   given when it is refused or the input is disabled
  /// @param problem why it cannot be taken
  /// @param enabled false: a condition or a disabled dependency leaves it out
  /// @param isDefault the value comes from the declaration
  public record Value(
      Input input,
      @Nullable Object value,
      Optional<Problem> problem,
      boolean enabled,
      boolean isDefault) {}

  /// Why an execution cannot be created; empty when it can. A disabled input refuses nothing.
  public List<Problem> problems() {
    return inputs.stream().filter(Value::enabled).flatMap(it -> it.problem().stream()).toList();
  }

  public boolean ok() {
    return problems().isEmpty();
  }

  /// What an execution keeps and templates see as `inputs`: enabled inputs alone, nested by the
  /// dots of their ids, times as ISO text. An optional input without value is there, as null.
  public Map<String, @Nullable Object> values() {
    var values = new LinkedHashMap<String, @Nullable Object>();
    for (var one : inputs) {
      if (one.enabled() && one.problem().isEmpty() && one.input().type() != InputType.FORM) {
        Plain.nest(values, one.input().id(), Plain.of(one.value()));
      }
    }
    return Collections.unmodifiableMap(values);
  }
}
