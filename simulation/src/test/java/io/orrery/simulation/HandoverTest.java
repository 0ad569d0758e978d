package io.orrery.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import io.orrery.rpc.Job;
import io.orrery.simulation.LimitedWorld.Death;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A process that dies a hundred times while it hands jobs to its worker, each time another one's:
/// a hundred executions, and each task is run once.
final class HandoverTest {

  private static final int EXECUTIONS = 100;

  @TempDir Path folder;

  private final Map<ExecutionId, Integer> ran = new HashMap<>();

  private void run(LimitedWorld world, Job job) {
    ran.merge(job.taskRun().execution(), 1, Integer::sum);
    world.end(job, State.SUCCESS);
  }

  private void all(LimitedWorld world) {
    assertThat(world.jobs()).isEmpty();
    assertThat(world.count(State.SUCCESS)).isEqualTo(EXECUTIONS);
    assertThat(ran).hasSize(EXECUTIONS);
    assertThat(ran.values()).containsOnly(1);
  }

  /// Before the commit that lets it in, what stands is the end of the one before, which nobody has
  /// heard of yet: that is not a task between queue and worker.
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BEFORE_THE_COMMIT")
  void whatever_dies_after_letting_one_in_from_the_queue_loses_neither_it_nor_its_slot(
      Death where) {
    try (var world = new LimitedWorld(folder)) {
      world.save(
          """
          id: one
          namespace: test
          concurrency: {limit: 1, behavior: QUEUE}
          tasks: [{id: a, type: Log}]
          """);
      for (int i = 0; i < EXECUTIONS; i++) {
        world.start("one");
      }
      for (int left = EXECUTIONS; left > 0; left--) {
        assertThat(world.count(State.RUNNING)).isEqualTo(1);
        assertThat(world.jobs()).hasSize(1);
        if (left > 1) {
          world.diesNext(where);
        }
        run(world, world.jobs().getFirst());
        assertThat(world.hasDied()).isTrue();
      }
      all(world);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatever_dies_between_a_start_and_its_worker_still_runs_it_once(Death where) {
    try (var world = new LimitedWorld(folder)) {
      world.save("id: one\nnamespace: test\ntasks: [{id: a, type: Log}]\n");
      for (int i = 0; i < EXECUTIONS; i++) {
        world.diesNext(where);
        world.start("one");
        assertThat(world.hasDied()).isTrue();
        assertThat(world.jobs()).hasSize(1);
        run(world, world.jobs().getFirst());
      }
      all(world);
    }
  }
}
