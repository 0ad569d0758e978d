package io.orrery.simulation.mutation;

import io.orrery.simulation.mutation.Trial.Caught;
import io.orrery.simulation.mutation.Trial.Outcome;
import io.orrery.simulation.mutation.Trial.Survived;
import io.orrery.simulation.mutation.Trial.Unfit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Plants each bug of `simulation/mutations.txt` and prints which seed found it, and by what:
/// `simulation/mutate [--seeds N] [--threads T] [TEXT]`, the last for those whose name has that
/// text. What survives is a hole in the invariants.
public final class Main {
  private Main() {}

  private static final int SEEDS_MAX = 200;
  private static final int SHOWN_MAX = 110;

  /// Exit code 0 when every bug was caught, 1 when one was not, 2 when the call was wrong.
  public static void main(String[] arguments)
      throws IOException, InterruptedException, ExecutionException {
    int seeds = SEEDS_MAX;
    int threads = Runtime.getRuntime().availableProcessors();
    var name = "";
    for (int i = 0; i < arguments.length; i++) {
      boolean more = i + 1 < arguments.length;
      switch (arguments[i]) {
        case "--seeds" -> seeds = more ? Integer.parseInt(arguments[++i]) : 0;
        case "--threads" -> threads = more ? Integer.parseInt(arguments[++i]) : 0;
        default -> name = arguments[i];
      }
    }
    if (seeds < 1 || threads < 1 || name.startsWith("-")) {
      System.out.println("usage: simulation/mutate [--seeds N] [--threads T] [TEXT]");
      System.exit(2);
    }
    System.exit(run(Path.of(System.getProperty("orrery.root", ".")), seeds, threads, name));
  }

  private static int run(Path root, int seeds, int threads, String name)
      throws IOException, InterruptedException, ExecutionException {
    var wanted = new ArrayList<Mutation>();
    for (var mutation : Mutation.read(Files.readString(root.resolve("simulation/mutations.txt")))) {
      if (mutation.name().contains(name)) {
        wanted.add(mutation);
      }
    }
    var folder = Files.createTempDirectory("orrery-mutations-");
    var trial = new Trial(root, seeds);
    int missed = 0;
    try (var workers = Executors.newFixedThreadPool(threads)) {
      var running = new ArrayList<Future<Outcome>>();
      for (int i = 0; i < wanted.size(); i++) {
        var mutation = wanted.get(i);
        var own = folder.resolve("m" + i);
        running.add(workers.submit(() -> trial.of(mutation, own)));
      }
      for (int i = 0; i < wanted.size(); i++) {
        var outcome = running.get(i).get();
        missed += outcome instanceof Caught ? 0 : 1;
        System.out.println(line(wanted.get(i).name(), outcome));
      }
    } finally {
      remove(folder);
    }
    System.out.printf("%d bugs planted, %d caught%n", wanted.size(), wanted.size() - missed);
    return missed == 0 ? 0 : 1;
  }

  private static String line(String name, Outcome outcome) {
    return switch (outcome) {
      case Caught(long seed, var by) ->
          "%-52s %5d  %s".formatted(name, seed, by.substring(0, Math.min(SHOWN_MAX, by.length())));
      case Survived _ -> "%-52s     -  SURVIVED".formatted(name);
      case Unfit(var why) -> "%-52s     -  UNFIT: %s".formatted(name, why);
    };
  }

  private static void remove(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
