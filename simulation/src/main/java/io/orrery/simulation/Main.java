package io.orrery.simulation;

import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

/// Runs seeds and prints what fails: `--seeds N` how many, `--seed S` the first, `--threads T` at a
/// time (as many as there are processors), `--first` to stop at the first that fails. With `--seed`
/// alone that one's whole history is printed. A world knows nothing of its neighbours, so a seed is
/// the same however many run beside it.
public final class Main {
  private Main() {}

  private static final int SEEDS_DEFAULT = 1000;

  /// Worlds that are asked for before the first is over.
  private static final int AHEAD = 64;

  /// What was asked for.
  ///
  /// @param one whose whole history is wanted
  private record Asked(long from, long seeds, int threads, boolean first, boolean one) {}

  /// Exit code 0 when no seed failed, 1 when one did, 2 when the call was wrong.
  public static void main(String[] arguments) {
    System.exit(run(arguments, System.out));
  }

  static int run(String[] arguments, PrintStream out) {
    var asked = asked(arguments);
    if (asked.isEmpty()) {
      out.println(
          "usage: simulation/run [--seeds N] [--seed S] [--threads T] [--first]; one --seed alone"
              + " prints its history");
      return 2;
    }
    // What the product says is muted for as long as any world runs.
    try (var _ = new Complaints()) {
      return run(asked.get(), out);
    }
  }

  private static Optional<Asked> asked(String[] arguments) {
    long from = 1;
    long seeds = -1;
    int threads = Runtime.getRuntime().availableProcessors();
    boolean first = false;
    boolean named = false;
    for (int i = 0; i < arguments.length; i++) {
      boolean more = i + 1 < arguments.length;
      switch (arguments[i]) {
        case "--first" -> first = true;
        case "--seeds" -> seeds = more ? Long.parseLong(arguments[++i]) : -2;
        case "--threads" -> threads = more ? Integer.parseInt(arguments[++i]) : 0;
        case "--seed" -> {
          from = more ? Long.parseLong(arguments[++i]) : -1;
          named = true;
        }
        default -> threads = 0;
      }
    }
    if (threads < 1 || seeds < -1 || from < 0) {
      return Optional.empty();
    }
    boolean one = named && seeds < 0;
    return Optional.of(
        new Asked(from, one ? 1 : seeds < 0 ? SEEDS_DEFAULT : seeds, threads, first, one));
  }

  private static int run(Asked asked, PrintStream out) {
    int failed = 0;
    long ran = 0;
    long steps = 0;
    long executions = 0;
    var names = new AtomicInteger();
    var threads =
        Executors.newFixedThreadPool(
            asked.threads(),
            work ->
                Thread.ofPlatform()
                    .daemon()
                    .name("world-" + names.incrementAndGet())
                    .unstarted(work));
    try {
      var running = new ArrayDeque<Future<Simulation.Outcome>>();
      var next = LongStream.range(asked.from(), asked.from() + asked.seeds()).iterator();
      while (next.hasNext() || !running.isEmpty()) {
        while (next.hasNext() && running.size() < AHEAD) {
          running.add(threads.submit(world(next.nextLong(), asked, out)));
        }
        var outcome = ended(running.remove());
        ran++;
        steps += outcome.steps();
        executions += outcome.executions();
        if (outcome.failure().isPresent()) {
          failed++;
          out.println(outcome.failure().get());
          if (asked.first()) {
            break;
          }
        }
      }
    } finally {
      threads.shutdownNow();
    }
    out.printf(
        "%d seeds from %d: %d failed; %d executions, %d steps%n",
        ran, asked.from(), failed, executions, steps);
    return failed == 0 ? 0 : 1;
  }

  private static Callable<Simulation.Outcome> world(long seed, Asked asked, PrintStream out) {
    return () -> asked.one() ? Simulation.run(seed, out::println) : Simulation.run(seed);
  }

  private static Simulation.Outcome ended(Future<Simulation.Outcome> world) {
    try {
      return world.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a world broke", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
