package io.orrery.simulation;

import java.io.PrintStream;

/// Runs seeds and prints what fails: `--seeds N` how many, `--seed S` the first. With `--seed`
/// alone that one's whole history is printed.
public final class Main {
  private Main() {}

  private static final int SEEDS_DEFAULT = 1000;

  /// Exit code 0 when no seed failed, 1 when one did, 2 when the call was wrong.
  public static void main(String[] arguments) {
    System.exit(run(arguments, System.out));
  }

  static int run(String[] arguments, PrintStream out) {
    long first = 1;
    int seeds = -1;
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      switch (arguments[i]) {
        case "--seeds" -> seeds = Integer.parseInt(arguments[i + 1]);
        case "--seed" -> first = Long.parseLong(arguments[i + 1]);
        default -> {
          return usage(out);
        }
      }
    }
    if (arguments.length % 2 != 0) {
      return usage(out);
    }
    boolean one = seeds < 0 && arguments.length > 0;
    int count = one ? 1 : seeds < 0 ? SEEDS_DEFAULT : seeds;
    int failed = 0;
    long steps = 0;
    long executions = 0;
    for (long seed = first; seed < first + count; seed++) {
      var outcome = Simulation.run(seed, one ? out::println : _ -> {});
      steps += outcome.steps();
      executions += outcome.executions();
      if (outcome.failure().isPresent()) {
        failed++;
        out.println(outcome.failure().get());
      }
    }
    out.printf(
        "%d seeds from %d: %d failed; %d executions, %d steps%n",
        count, first, failed, executions, steps);
    return failed == 0 ? 0 : 1;
  }

  private static int usage(PrintStream out) {
    out.println(
        "usage: simulation/run [--seeds N] [--seed S]; one --seed alone prints its history");
    return 2;
  }
}
