package io.orrery.plugin.api;

import org.jspecify.annotations.Nullable;

/// A step that a worker runs.
///
/// @param <O> what it hands to later tasks: a record (its components become the outputs), a `Map`,
///   or `Void`. A record that ends otherwise than with success implements [Ending].
public interface RunnableTask<O> extends Task {

  /// Does the work. An interrupt means that it should stop soon: it was killed or took too long.
  ///
  /// @return the outputs, or null when there are none
  /// @throws TaskFailure when it failed in a way that the user understands from the message alone
  /// @throws Exception of any other kind: the attempt fails as well, with its message in the log
  @Nullable O run(RunContext context) throws Exception;
}
