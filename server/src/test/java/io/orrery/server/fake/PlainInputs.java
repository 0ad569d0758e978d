package io.orrery.server.fake;

import io.orrery.model.flow.Flow;
import io.orrery.model.flow.Input;
import io.orrery.model.flow.InputType;
import io.orrery.server.port.InputResolving;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Texts as they are, whole numbers, and "is it there".
public final class PlainInputs implements InputResolving {

  @Override
  public Resolved resolve(Flow flow, List<Input> inputs, Map<String, Object> given) {
    var all = new ArrayList<One>();
    var values = new LinkedHashMap<String, Object>();
    for (var input : inputs) {
      var one = one(input, given);
      all.add(one);
      if (one.value() != null) {
        values.put(input.id(), one.value());
      }
    }
    return new Resolved(all, values);
  }

  private static One one(Input input, Map<String, Object> given) {
    var value = given.get(input.id());
    if (value == null) {
      var missing = input.required() && input.defaults() == null;
      return new One(
          input,
          input.defaults(),
          true,
          input.defaults() != null,
          missing
              ? Optional.of("Invalid input for `" + input.id() + "`, missing required input")
              : Optional.empty());
    }
    if (input.type() != InputType.INT) {
      return new One(input, value, true, false, Optional.empty());
    }
    try {
      return new One(input, Integer.valueOf(value.toString()), true, false, Optional.empty());
    } catch (NumberFormatException _) {
      return new One(
          input,
          null,
          true,
          false,
          Optional.of("Invalid input for `" + input.id() + "`, it must be a whole number"));
    }
  }
}
