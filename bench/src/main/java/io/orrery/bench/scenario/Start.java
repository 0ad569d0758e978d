package io.orrery.bench.scenario;

import io.orrery.bench.stats.Report;
import io.orrery.bench.subject.ServerProcess;
import io.orrery.bench.subject.Trouble;

/// The real server, from its launch to `/health` and to the end of a first execution, on a home
/// that has a flow; AOT cache there, as at any start but the first. Once also on an empty home.
public final class Start implements Scenario {

  private static final int ROUNDS_MIN = 5;

  @Override
  public String name() {
    return "start";
  }

  @Override
  public void run(Workbench bench, Report report) {
    var launch = Servers.launch(bench);
    Servers.prepare(bench, launch, Flows.log("first"));
    int rounds = bench.quick() ? bench.rounds() : Math.max(ROUNDS_MIN, bench.rounds());
    for (int round = 0; round < rounds; round++) {
      try (var server = ServerProcess.launch(launch)) {
        report.add("httpReadyMs", server.ready() / 1e6);
        var execution = server.api().run(Flows.NAMESPACE, "first");
        report.add("firstExecutionMs", (System.nanoTime() - server.launchedAt()) / 1e6);
        if (!execution.at("/state/current").asText().equals("SUCCESS")) {
          throw new Trouble("the first execution ended as " + execution.at("/state/current"));
        }
      }
    }
    try (var server = ServerProcess.launch(Servers.launch(bench))) {
      report.add("emptyHomeHttpReadyMs", server.ready() / 1e6);
    }
  }
}
