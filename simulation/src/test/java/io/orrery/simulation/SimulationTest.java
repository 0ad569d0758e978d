package io.orrery.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `-Dorrery.simulation.seeds=N` sets how many seeds are run, `-Dorrery.simulation.first=S` the
/// first.
final class SimulationTest {

  private static final int SEEDS_DEFAULT = 200;

  @Test
  void no_seed_breaks_what_must_always_hold() {
    long first = Long.getLong("orrery.simulation.first", 1);
    int seeds = Integer.getInteger("orrery.simulation.seeds", SEEDS_DEFAULT);
    var failures = new ArrayList<String>();
    for (long seed = first; seed < first + seeds; seed++) {
      Simulation.run(seed).failure().ifPresent(failures::add);
    }
    assertThat(failures).isEmpty();
  }

  /// In 52 and 63 an execution's inputs are read twice; in 29 and 232 a promise is broken while a
  /// restarted task run is being prepared; in 1059, 1069 and 1357 a task run waits for an execution
  /// that is not under way, in 183 and 843 for one whose retry was removed or killed; in 2, 13 and
  /// 14 a backfill is cancelled.
  @ParameterizedTest
  @ValueSource(longs = {2, 13, 14, 29, 52, 63, 183, 232, 843, 1059, 1069, 1357})
  void what_once_failed_holds(long seed) {
    assertThat(Simulation.run(seed).failure()).isEmpty();
  }

  @Test
  void a_seed_replays_exactly() {
    for (long seed : List.of(3L, 17L, 90L)) {
      var once = new ArrayList<String>();
      var again = new ArrayList<String>();
      var first = Simulation.run(seed, once::add);
      var second = Simulation.run(seed, again::add);
      assertThat(again).hasSizeGreaterThan(500).isEqualTo(once);
      assertThat(second).isEqualTo(first);
    }
  }

  @Test
  void seeds_differ() {
    assertThat(Simulation.run(1).digest()).isNotEqualTo(Simulation.run(2).digest());
  }

  @Test
  void faults_and_ends_of_all_kinds_are_met() {
    var lines = new ArrayList<String>();
    int executions = 0;
    for (long seed = 1; seed <= 10; seed++) {
      executions += Simulation.run(seed, lines::add).executions();
    }
    assertThat(executions).isGreaterThan(300);
    for (var what :
        List.of(
            "dies: before a commit",
            "dies: after a commit",
            "dies: kill -9",
            "the worker dies",
            "its reply was lost",
            "the store goes away",
            "another node owns the vnodes",
            "the clock jumps by PT-",
            "done: kill",
            "done: restart",
            "done: resume",
            "done: delete",
            "done: edit",
            "done: enable",
            " KILLED")) {
      assertThat(lines).as(what).anyMatch(line -> line.contains(what));
    }
  }
}
