package io.orrery.bench.scenario;

import io.orrery.bench.subject.ServerProcess;
import io.orrery.bench.subject.ServerProcess.Launch;
import java.util.Map;

/// Real servers for scenarios.
final class Servers {
  private Servers() {}

  /// A launch on a new home and database, with the AOT cache that a second start would have, unless
  /// the environment says otherwise.
  static Launch launch(Workbench bench) {
    var home = bench.home();
    var aot = System.getenv().getOrDefault("ORRERY_AOT", "wait");
    return new Launch(bench.root(), home, bench.databases().fresh(home), Map.of("ORRERY_AOT", aot));
  }

  /// Has the AOT cache made, if there is none, and `yaml` saved: what no round should pay for.
  static void prepare(Workbench bench, Launch launch, String yaml) {
    bench.say("preparing the server and its AOT cache");
    try (var server = ServerProcess.launch(launch)) {
      server.ready();
      server.api().importFlows(yaml);
    }
  }
}
