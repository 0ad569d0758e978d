package io.orrery.bench;

import io.orrery.bench.crash.Ordeal;
import io.orrery.bench.scenario.Workbench;
import io.orrery.bench.subject.Databases;
import io.orrery.bench.subject.Trouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "bench/crash",
    description = {
      "Kills the real server with signal 9 at random moments of running executions and a schedule,",
      "starts it again, and checks that nothing was lost, doubled or left standing."
    },
    mixinStandardHelpOptions = true)
final class CrashCommand implements Callable<Integer> {

  @Option(names = "--rounds", defaultValue = "20", description = "How many (default 20).")
  private int rounds;

  @Option(
      names = "--executions",
      defaultValue = "200",
      description = "Executions a round (default 200).")
  private int executions;

  @Option(
      names = "--patience",
      defaultValue = "PT3M",
      description = "How long all may take to end (default PT3M).")
  private Duration patience = Duration.ofMinutes(3);

  @Option(names = "--seed", description = "Of the first round, as an earlier run printed it.")
  private @Nullable Long seed;

  @Option(
      names = "--db",
      paramLabel = "URL",
      description = "sqlite (default), postgres or postgresql://…, as of bench/run.")
  private @Nullable String database;

  @Option(names = "--quick", description = "One round of 20 executions.")
  private boolean quick;

  @Override
  public Integer call() throws IOException {
    var root = System.getProperty("orrery.root");
    if (root == null) {
      throw new Trouble("this needs the checkout's ./orrery: run it by bench/crash");
    }
    var folder = Files.createTempDirectory("orrery-crash-");
    long first = seed == null ? ThreadLocalRandom.current().nextInt(1_000_000) : seed;
    try (var databases = Databases.of(Optional.ofNullable(database))) {
      var asked = new Ordeal.Asked(quick ? 1 : rounds, quick ? 20 : executions, patience, first);
      var home = Files.createDirectories(folder.resolve("home"));
      boolean ok =
          new Ordeal(asked, Path.of(root), home, databases.fresh(home), InstantSource.system())
              .run(System.out);
      if (!ok) {
        System.out.println("kept for inspection: " + folder);
        return 1;
      }
    }
    Workbench.remove(folder);
    return 0;
  }
}
