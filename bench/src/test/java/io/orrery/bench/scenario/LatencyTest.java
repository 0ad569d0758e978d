package io.orrery.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.bench.scenario.Workbench.Asked;
import io.orrery.bench.stats.Report;
import io.orrery.bench.subject.Databases;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatencyTest {

  @Test
  void a_scenario_runs_on_the_product_in_this_process(@TempDir Path folder) {
    var report = new Report("latency", "sqlite");
    try (var databases = Databases.of(Optional.empty());
        var quiet =
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      var asked = new Asked(OptionalInt.of(5), 0, OptionalInt.of(1), true);
      var bench =
          new Workbench(asked, databases, folder, Optional.empty(), quiet, InstantSource.system());
      new Latency().run(bench, report);
    }
    assertThat(report.metrics()).containsKeys("p50Ms", "p99Ms", "afterQuietMs");
  }
}
