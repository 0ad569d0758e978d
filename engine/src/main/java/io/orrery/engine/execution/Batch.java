package io.orrery.engine.execution;

import io.orrery.model.state.State;

/// What became of preparing one batch of a ForEachItem.
public sealed interface Batch {

  /// It starts this execution.
  record Begin(Preparation.Child child) implements Batch {}

  /// An earlier try of the task run saw it through.
  ///
  /// @param state how its execution ended
  record Over(State state) implements Batch {}

  /// A template failed, or the flow cannot be started.
  ///
  /// @param message for the user; becomes an ERROR line of the task
  record Unable(String message) implements Batch {}
}
