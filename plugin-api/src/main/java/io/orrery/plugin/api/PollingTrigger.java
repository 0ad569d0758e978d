package io.orrery.plugin.api;

import java.util.List;

/// Is asked at an interval whether there is something new.
///
/// The interval (`interval`, a minute unless the flow says otherwise), the time that one evaluation
/// may take (`timeout`), conditions, inputs and labels of the executions are the language's: a
/// plugin declares only properties of its own. One trigger is evaluated by one thread at a time.
///
/// An evaluation that is cut off before its result is committed is made anew, from the same memory.
/// So what it finds should be found again until [#taken] is called: look there, take away only
/// here; where that may find a thing twice, give it a key ([Found]).
///
/// @param <O> what an execution sees as `trigger`: a record (its components become the values) or a
///   `Map`
public non-sealed interface PollingTrigger<O> extends Trigger<O> {

  /// How much one evaluation may find; more is a failure.
  int FOUND_MAX = 1_000;

  /// Looks once. An interrupt means that it should stop soon: the trigger was disabled or changed,
  /// or the evaluation took too long.
  ///
  /// @param memory what the trigger keeps between evaluations
  /// @return one for each execution to start, oldest first; empty when there is nothing new
  /// @throws TaskFailure when it failed in a way that the user understands from the message alone
  /// @throws Exception of any other kind: the evaluation fails as well, with its message shown
  List<Found<O>> evaluate(RunContext context, Memory memory) throws Exception;

  /// The executions of what was found are committed: now it may be taken away from where it was
  /// found (a file moved, a message acknowledged). Called after each evaluation that found
  /// something, unless a crash came between.
  ///
  /// A failure is shown like one of [#evaluate]; the executions stay.
  ///
  /// @param found as [#evaluate] returned it
  default void taken(RunContext context, List<Found<O>> found) throws Exception {}
}
