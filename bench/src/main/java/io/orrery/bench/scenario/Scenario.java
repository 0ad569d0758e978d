package io.orrery.bench.scenario;

import io.orrery.bench.stats.Report;
import java.util.List;

/// Something that is timed.
public interface Scenario {

  /// As the command line names it.
  String name();

  /// Does it, and tells what it found.
  ///
  /// @throws io.orrery.bench.subject.Trouble when the product did not do what is measured
  void run(Workbench bench, Report report);

  static List<Scenario> all() {
    return List.of(
        new Start(),
        new Latency(),
        new Throughput(),
        new Sequence(),
        new ForEach(),
        new Loops(),
        new BigFile(),
        new Neighbours(),
        new Parallel(),
        new Schedules(),
        new Loaded(),
        new Lateness(),
        new Starvation(),
        new Import(),
        new Recovery(),
        new Idle());
  }
}
