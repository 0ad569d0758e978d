package io.orrery.model.id;

/// The name of one task run: its execution and its place in the order of creation there.
///
/// @param seq counts from 0 within the execution
public record TaskRunId(ExecutionId execution, int seq) {

  /// The form that clients see: opaque to them, readable for us.
  @Override
  public String toString() {
    return execution.value() + "-" + seq;
  }

  /// Reads what [#toString] wrote.
  ///
  /// @throws IllegalArgumentException when `text` is not a task run id
  public static TaskRunId parse(String text) {
    int dash = text.lastIndexOf('-');
    if (dash <= 0) {
      throw new IllegalArgumentException("'" + text + "' is not a task run id");
    }
    try {
      return new TaskRunId(
          new ExecutionId(text.substring(0, dash)), Integer.parseInt(text.substring(dash + 1)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is not a task run id", e);
    }
  }
}
