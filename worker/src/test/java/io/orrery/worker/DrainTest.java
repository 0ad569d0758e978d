package io.orrery.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.State;
import io.orrery.rpc.Job;
import io.orrery.rpc.SharedFolder;
import io.orrery.rpc.SharedFolder.Use;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A worker that is told to stop.
class DrainTest {

  private static final String SHELL = "io.kestra.plugin.scripts.shell.Commands";
  private static final String BOX_TYPE = "io.kestra.plugin.core.flow.WorkingDirectory";
  private static final TaskRunId BOX = new TaskRunId(Bench.EXECUTION, 1_000);
  private static final Duration EVER = Duration.ofDays(1);

  @TempDir Path folder;
  private Bench bench;
  private Path go;

  @BeforeEach
  void open() {
    bench = Bench.open(folder);
    go = folder.resolve("go");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  /// A process tree that says it has begun, waits for the file, says more and fails.
  private Job waiting() {
    return bench.job(
        SHELL,
        Map.of(
            "commands",
            List.of(
                "echo begun; (while [ ! -e '"
                    + go
                    + "' ]; do sleep 0.02; done; echo last words);"
                    + " exit 3")));
  }

  private Job small() {
    return bench.job("Log", Map.of("message", "x"));
  }

  private Job inBox(Use use, String type, Map<String, Object> properties) {
    return Bench.sharing(bench.job(type, properties), new SharedFolder(BOX, 0, use));
  }

  @Test
  void what_runs_is_finished_with_its_log_and_its_own_end_and_nothing_new_begins()
      throws Exception {
    assertThat(bench.worker.offer(waiting())).isTrue();
    bench.controller.line("begun");
    assertThat(bench.worker.drain(Duration.ZERO)).isEqualTo(1);
    assertThat(bench.worker.permits()).isZero();
    assertThat(bench.worker.offer(small())).isFalse();

    Files.createFile(go);
    assertThat(bench.worker.drain(EVER)).isZero();
    assertThat(bench.controller.result().state()).isEqualTo(State.FAILED);
    assertThat(bench.controller.text()).contains("last words");
    assertThat(bench.worker.offer(small())).isFalse();
  }

  @Test
  void a_job_that_is_offered_again_while_it_finishes_is_still_known() throws Exception {
    var job = waiting();
    bench.worker.offer(job);
    bench.controller.line("begun");
    bench.worker.drain(Duration.ZERO);
    assertThat(bench.worker.offer(job)).isTrue();
    Files.createFile(go);
    assertThat(bench.worker.drain(EVER)).isZero();
    bench.controller.result();
    assertThat(bench.controller.results).isEmpty();
  }

  @Test
  void what_runs_can_still_be_killed() throws Exception {
    var job = waiting();
    bench.worker.offer(job);
    bench.controller.line("begun");
    bench.worker.drain(Duration.ZERO);
    bench.worker.kill(job.taskRun(), 1);
    assertThat(bench.worker.drain(EVER)).isZero();
    assertThat(bench.controller.result().state()).isEqualTo(State.KILLED);
  }

  @Test
  void it_waits_until_the_results_were_taken() throws Exception {
    bench.controller.refusals.set(3);
    bench.worker.offer(small());
    assertThat(bench.worker.drain(EVER)).isZero();
    assertThat(bench.controller.results).hasSize(1);
    assertThat(bench.controller.refusals.get()).isZero();
  }

  @Test
  void haste_ends_the_waiting_and_closing_breaks_off_without_a_result() throws Exception {
    bench.worker.offer(waiting());
    bench.controller.line("begun");
    var draining = new FutureTask<>(() -> bench.worker.drain(EVER));
    Thread.startVirtualThread(draining);
    bench.worker.hurry();
    assertThat(draining.get()).isEqualTo(1);
    bench.close();
    assertThat(bench.controller.results).isEmpty();
  }

  @Test
  void a_group_that_has_its_folder_here_is_finished_and_no_other_begins() throws Exception {
    bench.worker.offer(inBox(Use.MAKES, BOX_TYPE, Map.of()));
    assertThat(bench.controller.result().state()).isEqualTo(State.SUCCESS);
    bench.worker.drain(Duration.ZERO);
    assertThat(bench.worker.permits()).isZero();
    assertThat(bench.worker.permitsForBegun()).isPositive();

    assertThat(bench.worker.offer(inBox(Use.NEEDS, SHELL, Map.of("commands", List.of("true")))))
        .isTrue();
    assertThat(bench.controller.result().state()).isEqualTo(State.SUCCESS);
    var other = new SharedFolder(new TaskRunId(Bench.EXECUTION, 2_000), 0, Use.MAKES);
    assertThat(bench.worker.offer(Bench.sharing(bench.job(BOX_TYPE, Map.of()), other))).isFalse();

    var draining = new FutureTask<>(() -> bench.worker.drain(EVER));
    Thread.startVirtualThread(draining);
    assertThat(bench.worker.offer(inBox(Use.KEEPS, BOX_TYPE, Map.of()))).isTrue();
    assertThat(bench.controller.result().state()).isEqualTo(State.SUCCESS);
    bench.worker.release(BOX);
    assertThat(draining.get()).isZero();
  }
}
