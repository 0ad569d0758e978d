package io.orrery.conformance.subject;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// What is asked about flows.
public interface FlowSubject {

  /// Only reads and checks a flow.
  default Validation validate(String source) {
    throw new Unsupported("validating a flow");
  }

  /// Saves a flow under the namespace and id that it names.
  ///
  /// @throws Refusal when it is not valid
  default void deploy(String source) {
    throw new Unsupported("deploying a flow");
  }

  /// Reads inputs as a start would, without starting.
  ///
  /// @return the resolved inputs, nested by the dots of their ids
  /// @throws Refusal when one of them is not acceptable
  default Map<String, Object> resolveInputs(FlowName flow, List<InputPart> inputs) {
    throw new Unsupported("resolving inputs without a start");
  }

  /// Checks inputs as a form does while it is filled in.
  default List<InputCheck> validateInputs(FlowName flow, List<InputPart> inputs) {
    throw new Unsupported("checking inputs while they are entered");
  }

  /// The graph of a flow, or of one of its executions, in the form of the API: `nodes`, `edges`,
  /// `clusters`.
  ///
  /// @param expand uids of subflow nodes to draw opened
  default Map<String, Object> graph(
      FlowName flow, Optional<String> executionId, List<String> expand) {
    throw new Unsupported("flow graph");
  }

  default void setTriggerDisabled(FlowName flow, String triggerId, boolean disabled) {
    throw new Unsupported("disabling a trigger");
  }

  /// What is remembered of a trigger, in the form of the API; empty when nothing is.
  default Optional<Map<String, Object>> triggerState(FlowName flow, String triggerId) {
    throw new Unsupported("reading a trigger's state");
  }

  default void putTriggerState(FlowName flow, String triggerId, Map<String, Object> state) {
    throw new Unsupported("a trigger state given beforehand");
  }

  /// @param problems one message a mistake
  /// @param violations how many violations Kestra would report of the same mistakes
  /// @param json gives the flow as the API shows it, as text; empty when there is none
  record Validation(
      List<String> problems,
      int violations,
      List<String> warnings,
      List<String> deprecatedPaths,
      Supplier<Optional<String>> json) {
    public Validation {
      problems = List.copyOf(problems);
      warnings = List.copyOf(warnings);
      deprecatedPaths = List.copyOf(deprecatedPaths);
    }

    public boolean valid() {
      return problems.isEmpty();
    }
  }

  /// One input as a form shows it.
  ///
  /// @param fields `id`, `value`, `enabled`, `error` and `definition` (the input's own properties)
  record InputCheck(String id, Map<String, Object> fields) {}
}
