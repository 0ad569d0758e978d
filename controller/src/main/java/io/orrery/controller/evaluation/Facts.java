package io.orrery.controller.evaluation;

import io.orrery.model.id.ExecutionId;
import java.util.Map;

/// What templates may ask of an execution and few do: read when they do, never before. Calls may
/// read the database.
public interface Facts {

  /// For where nobody asks.
  Facts NONE =
      new Facts() {
        @Override
        public Map<String, Object> taskStates(ExecutionId execution) {
          return Map.of();
        }

        @Override
        public Map<String, Object> failure(ExecutionId execution) {
          return Map.of();
        }
      };

  /// `tasks`: by task id `{state}`, in loops under the values that lead to it.
  Map<String, Object> taskStates(ExecutionId execution);

  /// `error`: `taskId`, `message` and `stackTrace` of the task that failed last; empty when none
  /// did.
  Map<String, Object> failure(ExecutionId execution);
}
