package io.orrery.plugin.api;

/// Listens to a source for as long as its flow has it, and starts an execution for each message.
///
/// Conditions, inputs and labels of the executions are the language's: a plugin declares only
/// properties of its own. One trigger listens by one thread at a time: when the flow changes, or
/// the worker goes, the old one is told to stop first, and its emits are refused from then on.
///
/// @param <O> what an execution sees as `trigger`: a record (its components become the values) or a
///   `Map`
public non-sealed interface RealtimeTrigger<O> extends Trigger<O> {

  /// Connects, and hands on messages until it is interrupted. When it throws, or returns without
  /// having been interrupted, it is called again after a while that grows with each time.
  ///
  /// @param memory what the trigger keeps, as an offset: of the last emit before a crash. What is
  ///   kept before an [Emitter#emit] is committed together with its execution
  /// @throws TaskFailure when it failed in a way that the user understands from the message alone
  /// @throws Exception of any other kind: shown with its message
  void listen(RunContext context, Memory memory, Emitter<O> emitter) throws Exception;
}
