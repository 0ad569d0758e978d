package io.orrery.controller.evaluation;

import io.orrery.model.flow.Flow;
import io.orrery.model.flow.FlowOutput;
import io.orrery.model.flow.Input;
import io.orrery.model.problem.Problem;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reading values by a flow's rules: inputs before an execution begins, outputs when it ends.
public interface InputRules {

  /// The inputs of an execution of `flow`.
  ///
  /// @param given by id, as text, numbers, lists …; what the flow does not declare is ignored
  /// @param revision for what defaults may read
  Result resolve(Flow flow, int revision, Map<String, Object> given);

  /// What was given to a pause of `flow`. With nothing given: the defaults of its form.
  ///
  /// @param asked the pause's `onResume`
  Result resume(Flow flow, int revision, List<Input> asked, Map<String, Object> given);

  /// A rendered output as its type wants it.
  ///
  /// @throws IllegalArgumentException when it does not fit
  @Nullable Object output(FlowOutput output, @Nullable Object rendered);

  /// @param values nested by the dots of the inputs' ids; complete only without problems
  record Result(Map<String, Object> values, List<Problem> problems) {
    public boolean ok() {
      return problems.isEmpty();
    }

    /// All problems in one text.
    public String text() {
      return String.join("; ", problems.stream().map(it -> it.path() + ": " + it.what()).toList());
    }
  }
}
