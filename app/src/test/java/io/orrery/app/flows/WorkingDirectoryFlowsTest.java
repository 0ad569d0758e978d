package io.orrery.app.flows;

import static io.orrery.app.flows.House.only;
import static io.orrery.app.flows.House.order;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.state.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tasks that share a folder, on a whole server.
class WorkingDirectoryFlowsTest extends HouseContract {

  private static final String CORE = "io.kestra.plugin.core.";

  @TempDir Path outside;

  private void deploy(String id, String body) {
    house.deploy(
        "id: "
            + id
            + "\nnamespace: test\n"
            + body.replace("CORE.", CORE).replace("OUTSIDE", outside.toString()));
  }

  @Test
  void scripts_and_file_tasks_work_in_one_folder() {
    deploy(
        "shared",
        """
        tasks:
          - id: box
            type: CORE.flow.WorkingDirectory
            inputFiles: {in/name.txt: "{{ flow.id }}"}
            outputFiles: ["*.txt"]
            tasks:
              - id: script
                type: io.kestra.plugin.scripts.shell.Commands
                commands: ["cat in/name.txt > said.txt"]
              - id: files
                type: CORE.storage.LocalFiles
                inputs: {more.txt: "{{ workingDir is defined }}"}
                outputs: ["said.txt"]
            errors: [{id: e, type: CORE.log.Log, message: sorry}]
            finally: [{id: f, type: CORE.log.Log, message: "{{ outputs.box.outputFiles | keys }}"}]
          - id: read
            type: CORE.debug.Return
            format: "{{ read(outputs.box.outputFiles['said.txt']) }} {{ read(outputs.box.outputFiles['more.txt']) }}"
        """);
    var whole = house.run("shared");
    assertThat(whole.execution().state())
        .as("%s", house.logs(whole.execution().id()))
        .isEqualTo(State.SUCCESS);
    assertThat(order(whole)).containsExactly("box", "script", "files", "f", "read");
    assertThat(only(whole, "read").outputs()).isEqualTo(Map.of("value", "shared true"));
    assertThat(house.logs(whole.execution().id()))
        .anyMatch(line -> line.contains("more.txt") && line.contains("said.txt"));
  }

  @Test
  void a_restart_of_the_server_begins_the_group_anew_and_never_goes_on_in_half_a_folder()
      throws IOException {
    deploy(
        "halved",
        """
        tasks:
          - id: before
            type: io.kestra.plugin.scripts.shell.Commands
            commands: ["echo before >> OUTSIDE/ledger"]
          - id: box
            type: CORE.flow.WorkingDirectory
            tasks:
              - id: first
                type: io.kestra.plugin.scripts.shell.Commands
                commands: ["echo first >> OUTSIDE/ledger", "echo one > made"]
              - id: second
                type: io.kestra.plugin.scripts.shell.Commands
                commands: ["cat made", "test -e OUTSIDE/go || sleep 100", "echo two >> made"]
              - id: third
                type: io.kestra.plugin.scripts.shell.Commands
                commands: ["test \\"$(cat made | tr '\\\\n' ' ')\\" = 'one two '"]
        """);
    var id = house.start("halved", Map.of());
    house.await(
        id,
        whole ->
            whole.taskRuns().stream()
                .anyMatch(run -> run.taskId().equals("second") && run.state() == State.RUNNING));
    Files.createFile(outside.resolve("go"));
    house.restart();
    var whole = house.end(id);
    assertThat(whole.execution().state()).as("%s", house.logs(id)).isEqualTo(State.SUCCESS);
    assertThat(order(whole)).containsExactly("before", "box", "first", "second", "third");
    assertThat(Files.readAllLines(outside.resolve("ledger")))
        .containsExactly("before", "first", "first");
    assertThat(only(whole, "box").attempts()).hasSize(1);
    assertThat(house.logs(id)).anyMatch(line -> line.contains("begin anew"));

    house.restart();
    assertThat(Files.readAllLines(outside.resolve("ledger"))).hasSize(3);
  }

  @Test
  void a_restart_of_a_failed_execution_runs_the_whole_group_again() throws IOException {
    deploy(
        "fails-once",
        """
        tasks:
          - id: box
            type: CORE.flow.WorkingDirectory
            tasks:
              - id: first
                type: io.kestra.plugin.scripts.shell.Commands
                commands: ["echo x >> OUTSIDE/ledger", "touch made"]
              - id: second
                type: io.kestra.plugin.scripts.shell.Commands
                commands: ["test -e made", "test -e OUTSIDE/go"]
        """);
    var id = house.start("fails-once", Map.of());
    assertThat(house.end(id).execution().state()).isEqualTo(State.FAILED);
    Files.createFile(outside.resolve("go"));
    house.orchestrator().restart(id).toCompletableFuture().join();
    var whole = house.await(id, State.SUCCESS);
    assertThat(order(whole)).containsExactly("box", "first", "second");
    assertThat(Files.readAllLines(outside.resolve("ledger"))).hasSize(2);
  }

  @Test
  void a_killed_group_leaves_no_folder_behind() throws IOException {
    deploy(
        "killed",
        """
        tasks:
          - id: box
            type: CORE.flow.WorkingDirectory
            tasks:
              - id: long
                type: io.kestra.plugin.scripts.shell.Commands
                commands: ["pwd > OUTSIDE/where", "echo here", "sleep 100"]
        """);
    var id = house.start("killed", Map.of());
    house.await(
        id,
        whole ->
            Files.exists(outside.resolve("where"))
                && whole.taskRuns().stream()
                    .anyMatch(it -> it.taskId().equals("long") && it.state() == State.RUNNING));
    house
        .orchestrator()
        .kill(id, io.orrery.controller.Orchestrator.Cascade.CHILDREN)
        .toCompletableFuture()
        .join();
    assertThat(house.end(id).execution().state()).isEqualTo(State.KILLED);
    house.close();
    assertThat(Path.of(Files.readString(outside.resolve("where")).strip())).doesNotExist();
    house = new House(home, Optional.empty());
  }

  @Test
  void outputs_are_used_again_by_the_next_execution() throws IOException {
    deploy(
        "cached",
        """
        tasks:
          - id: work
            type: io.kestra.plugin.scripts.shell.Commands
            taskCache: {enabled: true, ttl: PT1H}
            commands: ["echo x >> OUTSIDE/ledger", "echo '::{\\"outputs\\":{\\"a\\":7}}::'"]
          - id: use
            type: CORE.debug.Return
            format: "{{ outputs.work.vars.a }}"
        """);
    house.run("cached");
    var second = house.run("cached");
    assertThat(only(second, "use").outputs()).isEqualTo(Map.of("value", "7"));
    assertThat(Files.readAllLines(outside.resolve("ledger"))).hasSize(1);
    assertThat(house.logs(second.execution().id()))
        .anyMatch(line -> line.contains("taken from the task cache"));
  }
}
