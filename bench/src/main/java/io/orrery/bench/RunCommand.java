package io.orrery.bench;

import io.orrery.bench.scenario.Scenario;
import io.orrery.bench.scenario.Workbench;
import io.orrery.bench.stats.Report;
import io.orrery.bench.stats.ReportJson;
import io.orrery.bench.subject.Databases;
import io.orrery.bench.subject.Trouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "bench/run",
    description = "Times Orrery. Without a scenario: all of them.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  bench/run throughput",
      "  bench/run foreach 100000 --db postgres --json foreach.json",
      "  bench/run foreach 1000 --concurrency 1"
    })
final class RunCommand implements Callable<Integer> {

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SCENARIO",
      description =
          "start, latency, throughput, sequence, foreach, loops, file, neighbours, parallel,"
              + " schedules, import, recovery or idle.")
  private @Nullable String scenario;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "N",
      description = "How many, where the scenario has a number.")
  private @Nullable Integer size;

  @Option(
      names = "--concurrency",
      defaultValue = "0",
      description = "Values of a loop at once; 0 (default): all.")
  private int concurrency;

  @Option(
      names = "--db",
      paramLabel = "URL",
      description =
          "sqlite (default), postgres (a server is started for it), or postgresql://… on which"
              + " databases may be created.")
  private @Nullable String database;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes the results there too.")
  private @Nullable Path json;

  @Option(names = "--rounds", description = "How often each is measured (default 3).")
  private @Nullable Integer rounds;

  @Option(
      names = "--quick",
      description = "One round of small numbers: shows that it works, not how fast.")
  private boolean quick;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    var scenarios = scenarios();
    var reports = new ArrayList<Report>();
    int code = 0;
    var folder = Files.createTempDirectory("orrery-bench-");
    try (var databases = Databases.of(Optional.ofNullable(database))) {
      var bench =
          new Workbench(
              new Workbench.Asked(number(size), concurrency, number(rounds), quick),
              databases,
              folder,
              Optional.ofNullable(System.getProperty("orrery.root")).map(Path::of),
              System.err,
              InstantSource.system());
      for (var each : scenarios) {
        var report = new Report(each.name(), databases.kind());
        try {
          each.run(bench, report);
          System.out.print(report.text());
          reports.add(report);
        } catch (Trouble e) {
          System.err.println(each.name() + " (" + databases.kind() + "): " + e.getMessage());
          code = 1;
        }
      }
    } finally {
      Workbench.remove(folder);
    }
    if (json != null) {
      Files.writeString(json, ReportJson.text(reports) + "\n");
    }
    return code;
  }

  private List<Scenario> scenarios() {
    if (scenario == null) {
      return Scenario.all();
    }
    var found = Scenario.all().stream().filter(each -> each.name().equals(scenario)).toList();
    if (found.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "there is no scenario '" + scenario + "'");
    }
    return found;
  }

  private static OptionalInt number(@Nullable Integer value) {
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }
}
