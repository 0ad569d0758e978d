package io.orrery.model.flow;

/// How many executions of a flow may run at once, and what becomes of one too many.
///
/// @param limit at least 1; all revisions count together, the latest revision's limit holds
public record Concurrency(int limit, Behavior behavior) {

  public enum Behavior {
    QUEUE,
    CANCEL,
    FAIL
  }
}
