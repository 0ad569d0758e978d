package io.orrery.bench;

import io.orrery.bench.subject.Trouble;
import java.util.Arrays;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/// What `bench/run` and `bench/crash` start.
public final class Main {
  private Main() {}

  /// Error codes: 0 done, 1 the product did wrong, 2 wrong arguments.
  public static void main(String[] arguments) {
    // What the product logs at INFO would only be in the way; its warnings are worth reading.
    System.setProperty("orrery.log", System.getProperty("orrery.log", "WARN"));
    boolean crash = arguments.length > 0 && arguments[0].equals("crash");
    var line = crash ? command(new CrashCommand()) : command(new RunCommand());
    System.exit(
        line.execute(crash ? Arrays.copyOfRange(arguments, 1, arguments.length) : arguments));
  }

  private static CommandLine command(Callable<Integer> command) {
    return new CommandLine(command)
        .setExecutionExceptionHandler(
            (failure, line, _) -> {
              if (failure instanceof Trouble trouble) {
                line.getErr().println(line.getCommandName() + ": " + trouble.getMessage());
                return 1;
              }
              throw failure;
            });
  }
}
