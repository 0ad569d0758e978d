package io.orrery.model.flow;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What must hold of the inputs for an execution to start, and what happens when it does not.
///
/// @param when template; the check fails when it renders to something false
/// @param message template: what whoever starts the execution is told
public record StartCheck(String when, String message, Style style, Behavior behavior) {

  /// How a message is to be shown.
  public enum Style {
    ERROR,
    SUCCESS,
    WARNING,
    INFO
  }

  /// From the most to the least restrictive.
  public enum Behavior {
    /// There is no execution.
    BLOCK_EXECUTION,
    /// The execution is made, and has failed.
    FAIL_EXECUTION,
    /// The execution runs; the message is all that comes of it.
    CREATE_EXECUTION
  }

  /// A check that failed.
  ///
  /// @param message rendered
  public record Failed(String message, Style style, Behavior behavior) {}

  /// What all failed checks together mean: the most restrictive counts. Empty when none failed.
  public static Optional<Failed> decisive(List<Failed> failed) {
    return failed.stream().min(Comparator.comparing(Failed::behavior));
  }
}
