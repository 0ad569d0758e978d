package io.orrery.engine.trigger;

import java.util.List;

/// The whole answer to one event. State and starts are kept in one transaction, or none; the orders
/// are carried out after it.
///
/// @param state equal to the given one when nothing changed
/// @param starts executions to make
/// @param believed whether news was taken; also when it had been taken before
public record EvaluationTransition(
    TriggerState state, List<Start> starts, List<Order> orders, boolean believed) {

  public EvaluationTransition {
    starts = List.copyOf(starts);
    orders = List.copyOf(orders);
  }

  static EvaluationTransition to(TriggerState state, Order... orders) {
    return new EvaluationTransition(state, List.of(), List.of(orders), true);
  }

  /// What a worker is to be told.
  public sealed interface Order {
    long epoch();

    record Dispatch(long epoch) implements Order {}

    record Stop(long epoch) implements Order {}
  }
}
