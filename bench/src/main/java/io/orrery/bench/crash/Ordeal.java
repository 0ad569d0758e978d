package io.orrery.bench.crash;

import io.orrery.bench.subject.Databases;
import io.orrery.bench.subject.Observer;
import io.orrery.bench.subject.ServerProcess;
import io.orrery.bench.subject.ServerProcess.Launch;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

/// Round after round on one home and one database, until the last or until something is wrong.
public final class Ordeal {

  private static final int EVIDENCE_MAX = 30;

  private final Asked asked;
  private final Launch launch;
  private final InstantSource clock;

  /// @param seed of the first round; each further one has the next number
  public record Asked(int rounds, int executions, Duration patience, long seed) {}

  /// @param root of the checkout
  public Ordeal(Asked asked, Path root, Path home, Databases.Fresh database, InstantSource clock) {
    this.asked = asked;
    this.launch =
        new Launch(
            root,
            home,
            database,
            Map.of("ORRERY_AOT", System.getenv().getOrDefault("ORRERY_AOT", "wait")));
    this.clock = clock;
  }

  /// @return whether all was as it must be; if not, `out` has the evidence
  public boolean run(PrintStream out) {
    try (var server = ServerProcess.launch(launch)) {
      server.ready();
      server.api().importFlows(CrashFlows.sources());
    }
    var setting = new Round.Setting(launch, asked.executions(), asked.patience(), clock);
    try (var observer = new Observer(launch.database())) {
      for (int number = 1; number <= asked.rounds(); number++) {
        long seed = asked.seed() + number - 1;
        var outcome = new Round(setting, observer, number, seed).run();
        out.println("round " + number + " (seed " + seed + "): " + outcome.summary());
        if (!outcome.evidence().isEmpty()) {
          out.println(outcome.evidence().size() + " things are wrong:");
          outcome.evidence().stream().limit(EVIDENCE_MAX).forEach(each -> out.println("  " + each));
          return false;
        }
      }
    }
    out.println(asked.rounds() + " rounds: ok");
    return true;
  }
}
