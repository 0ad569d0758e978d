package io.orrery.app.flows;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.execution.TaskRun;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/// A server that is told to stop while tasks run. Scripts wait for a file, never for the clock.
abstract class DrainContract extends HouseContract {

  static final Duration EVER = Duration.ofDays(1);

  /// A process tree that counts its beginnings, and fails once it may go on.
  String script() {
    return """
      - id: script
        type: io.kestra.plugin.scripts.shell.Commands
        taskRunner: {type: io.kestra.plugin.core.runner.Process}
        commands:
          - echo begun >> '%1$s/ledger'
          - (while [ ! -e '%1$s/go' ]; do sleep 0.02; done; echo last words)
    """
        .formatted(home);
  }

  ExecutionId begun(String flow) throws Exception {
    var id = house.start(flow, Map.of());
    house.await(id, whole -> whole.taskRuns().stream().anyMatch(DrainContract::runs));
    while (!Files.exists(home.resolve("ledger"))) {
      Thread.onSpinWait(); // the process itself says so
    }
    return id;
  }

  static boolean runs(TaskRun run) {
    return run.taskId().equals("script") && run.state() == State.RUNNING;
  }

  List<String> ledger() throws IOException {
    return Files.readAllLines(home.resolve("ledger"));
  }

  void go() throws IOException {
    Files.createFile(home.resolve("go"));
  }

  FutureTask<Integer> draining(House which) {
    var task = new FutureTask<>(() -> which.drain(EVER));
    Thread.startVirtualThread(task);
    return task;
  }

  @Test
  void a_failing_script_is_failed_with_its_log_and_the_next_task_waits_for_the_next_start()
      throws Exception {
    house.deploy(
        flow(
            "broken",
            "tasks:\n"
                + script()
                + "      - exit 1\n"
                + "errors: [{id: sorry, type: io.kestra.plugin.core.log.Log, message: sorry}]\n"));
    var id = begun("broken");
    assertThat(house.drain(Duration.ZERO)).isEqualTo(1);
    go();
    assertThat(house.drain(EVER)).isZero();

    house.restart();
    var end = house.end(id);
    assertThat(end.execution().state()).isEqualTo(State.FAILED);
    assertThat(House.only(end, "script").state()).isEqualTo(State.FAILED);
    assertThat(House.only(end, "script").attempts()).hasSize(1);
    assertThat(House.only(end, "sorry").state()).isEqualTo(State.SUCCESS);
    assertThat(house.logs(id)).contains("INFO script: last words", "INFO sorry: sorry");
    assertThat(ledger()).hasSize(1);
  }

  @Test
  void what_is_started_meanwhile_is_kept_for_the_next_start() throws Exception {
    house.deploy(
        flow("long", "tasks:\n" + script()),
        flow("late", "tasks: [{id: say, type: io.kestra.plugin.core.log.Log, message: hi}]"));
    var id = begun("long");
    house.drain(Duration.ZERO);
    var late = house.start("late", Map.of());
    house.await(late, whole -> !whole.taskRuns().isEmpty());
    go();
    assertThat(house.drain(EVER)).isZero();
    assertThat(house.end(id).execution().state()).isEqualTo(State.SUCCESS);
    assertThat(house.logs(late)).isEmpty();

    house.restart();
    assertThat(house.end(late).execution().state()).isEqualTo(State.SUCCESS);
    assertThat(house.logs(late)).containsExactly("INFO say: hi");
  }

  @Test
  void what_is_not_over_in_time_is_broken_off_and_run_again() throws Exception {
    house.deploy(flow("long", "tasks:\n" + script()));
    var id = begun("long");
    var draining = draining(house);
    house.hurry();
    assertThat(draining.get()).isEqualTo(1);
    house.restart();
    go();
    assertThat(house.end(id).execution().state()).isEqualTo(State.SUCCESS);
    assertThat(ledger()).hasSize(2);
  }

  @Test
  void a_working_directory_is_finished_as_a_whole() throws Exception {
    house.deploy(
        flow(
            "grouped",
            "tasks:\n"
                + "  - id: box\n"
                + "    type: io.kestra.plugin.core.flow.WorkingDirectory\n"
                + "    outputFiles: [made]\n"
                + "    tasks:\n"
                + script().indent(4)
                + "      - id: second\n"
                + "        type: io.kestra.plugin.scripts.shell.Commands\n"
                + "        commands: [\"echo second >> '"
                + home
                + "/ledger'; echo one > made\"]\n"
                + "  - {id: after, type: io.kestra.plugin.core.log.Log, message: after}\n"));
    var id = begun("grouped");
    house.drain(Duration.ZERO);
    go();
    assertThat(house.drain(EVER)).isZero();
    assertThat(ledger()).containsExactly("begun", "second");
    assertThat(house.logs(id)).noneMatch(line -> line.contains("after"));

    house.restart();
    var end = house.end(id);
    assertThat(end.execution().state()).isEqualTo(State.SUCCESS);
    assertThat(ledger()).containsExactly("begun", "second");
    assertThat(house.logs(id)).contains("INFO after: after");
  }
}
