package io.orrery.app.command;

/// What the process says to its caller when it ends.
public final class ExitCode {
  private ExitCode() {}

  /// Done; for `run`: the execution ended in SUCCESS or WARNING.
  public static final int DONE = 0;

  /// It was tried and failed; for `run`: the execution ended otherwise.
  public static final int FAILED = 1;

  /// It was not tried: wrong flags, an invalid flow, input or configuration.
  public static final int INVALID = 2;

  /// Ended by Ctrl-C, as shells count it (128 + SIGINT).
  public static final int INTERRUPTED = 130;
}
