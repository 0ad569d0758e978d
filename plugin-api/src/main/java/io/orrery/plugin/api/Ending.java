package io.orrery.plugin.api;

/// Implemented by the outputs of a task that may end otherwise than with success.
public interface Ending {

  State ending();

  /// How a task that did not fail ends.
  enum State {
    SUCCESS,
    WARNING
  }
}
