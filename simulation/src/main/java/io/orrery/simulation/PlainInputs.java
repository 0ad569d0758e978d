package io.orrery.simulation;

import io.orrery.controller.evaluation.InputRules;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.FlowOutput;
import io.orrery.model.flow.Input;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Takes every value as it is given: the flows of a simulation declare no types.
enum PlainInputs implements InputRules {
  INSTANCE;

  @Override
  public Result resume(Flow flow, int revision, List<Input> asked, Map<String, Object> given) {
    return new Result(given, List.of());
  }

  @Override
  public Result resolve(Flow flow, int revision, Map<String, Object> given) {
    return new Result(given, List.of());
  }

  @Override
  public @Nullable Object output(FlowOutput output, @Nullable Object rendered) {
    return rendered;
  }
}
