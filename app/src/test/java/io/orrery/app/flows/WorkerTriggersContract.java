package io.orrery.app.flows;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.controller.Orchestrator.TriggerChange;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What triggers that run on the worker do, on every database. They ask a shell, which a test tells
/// what to say by files.
abstract class WorkerTriggersContract extends HouseContract {

  private static final String TASK =
      "tasks:\n"
          + "  - {id: t, type: io.kestra.plugin.core.debug.Return, format: \"{{ trigger.vars.n"
          + " }}\"}\n";

  @TempDir Path inbox;

  @Override
  Map<String, String> settings() {
    return Map.of("local-files.allowed-paths", inbox.toString());
  }

  /// Fires once for each file `go-N` that there is, and takes it away.
  private String asking(String more) {
    return asking("PT0.1S", more);
  }

  private String asking(String interval, String more) {
    return """
    triggers:
      - id: ask
        type: io.kestra.plugin.scripts.shell.CommandsTrigger
        interval: %s
        edge: false
        commands:
          - cd %s
          - f=$(ls | grep '^go' | head -1)
          - test -n "$f"
          - n=${f#go-}
          - mv $f was-$n
          - echo "::{\\"outputs\\":{\\"n\\":$n}}::"
    """
            .formatted(interval, inbox)
        + more.indent(4);
  }

  private void go(int n) throws IOException {
    Files.createFile(inbox.resolve("go-" + n));
  }

  private static final TriggerId ASK = new TriggerId(new FlowId("test", "f"), "ask");

  private List<Execution> await(String flow, int many) {
    return house.awaitExecutions(flow, many);
  }

  @Test
  void what_a_trigger_finds_becomes_an_execution_that_sees_it() throws IOException {
    house.deploy(flow("f", TASK + asking("labels: {by: shell}")));
    go(7);
    var whole = house.end(await("f", 1).getFirst().id());
    assertThat(whole.execution().state()).isEqualTo(State.SUCCESS);
    assertThat(House.only(whole, "t").outputs()).containsEntry("value", "7");
    assertThat(whole.execution().labels()).containsEntry("by", "shell");
    assertThat(whole.execution().fixed().trigger().orElseThrow().id()).isEqualTo("ask");
  }

  private static String files(String type, String more) {
    return "triggers:\n  - id: ask\n    type: " + type + "\n" + more.indent(4);
  }

  private List<String> contents(String flow, int many) {
    await(flow, many);
    return house.executionsOf(flow).stream()
        .map(it -> String.valueOf(House.only(house.end(it.id()), "t").outputs().get("value")))
        .toList();
  }

  @Test
  void each_file_becomes_one_execution_also_across_restarts() throws IOException {
    house.deploy(
        flow(
            "f",
            "tasks:\n  - {id: t, type: io.kestra.plugin.core.debug.Return, format: \"{{"
                + " read(trigger.files[0].uri) }}\"}\n"
                + files(
                    "io.kestra.plugin.fs.local.Trigger",
                    "from: %s\nmaxFiles: 1\ninterval: PT0.05S\nallowConcurrent: true"
                        .formatted(inbox))));
    for (int n = 1; n <= 6; n++) {
      write("f" + n, "text " + n);
      if (n % 2 == 0) {
        house.restart();
      }
    }
    assertThat(contents("f", 6))
        .containsExactlyInAnyOrder("text 1", "text 2", "text 3", "text 4", "text 5", "text 6");
    house.restart();
    write("f7", "text 7");
    assertThat(contents("f", 7)).hasSize(7);
  }

  @Test
  void a_folder_is_listened_to_and_what_came_meanwhile_is_found() throws IOException {
    house.deploy(
        flow(
            "f",
            "tasks:\n  - {id: t, type: io.kestra.plugin.core.debug.Return, format: \"{{"
                + " trigger.name }} {{ read(trigger.uri) }}\"}\n"
                + files(
                    "io.orrery.plugin.core.file.RealtimeTrigger",
                    "from: %s\naction: DELETE".formatted(inbox))));
    house.awaitTrigger(ASK, it -> it.evaluation().orElseThrow().disconnectedSince().isEmpty());
    write("a", "1");
    assertThat(contents("f", 1)).containsExactly("a 1");
    house.orchestrator().setTriggerDisabled(ASK, true).toCompletableFuture().join();
    write("b", "2");
    write("c", "3");
    house.restart();
    house.orchestrator().setTriggerDisabled(ASK, false).toCompletableFuture().join();
    assertThat(contents("f", 3)).containsExactlyInAnyOrder("a 1", "b 2", "c 3");
    house.orchestrator().deleteFlow(new FlowId("test", "f")).toCompletableFuture().join();
    try (var left = Files.list(inbox)) {
      assertThat(left.map(Path::getFileName).map(Path::toString)).doesNotContain("a", "b");
    }
  }

  @Test
  void a_listener_that_lacks_a_secret_connects_once_it_is_there() throws IOException {
    house.deploy(
        flow(
            "f",
            "tasks:\n  - {id: t, type: io.kestra.plugin.core.debug.Return, format: \"{{"
                + " trigger.name }}\"}\n"
                + files(
                    "io.orrery.plugin.core.file.RealtimeTrigger", "from: \"{{ kv('FOLDER') }}\"")));
    var waiting =
        house.awaitTrigger(ASK, it -> it.evaluation().orElseThrow().lastError().isPresent());
    assertThat(waiting.evaluation().orElseThrow().disconnectedSince()).isPresent();
    write("a", "1");
    house.deploy(
        flow(
            "put",
            "tasks:\n  - {id: p, type: io.kestra.plugin.core.kv.Set, key: FOLDER, value: \"%s\"}\n"
                .formatted(inbox)));
    house.run("put");
    assertThat(contents("f", 1)).containsExactly("a");
    var connected = house.awaitTrigger(ASK, it -> true).evaluation().orElseThrow();
    assertThat(connected.disconnectedSince()).isEmpty();
    assertThat(connected.lastError()).isEmpty();
  }

  private void write(String name, String text) throws IOException {
    // Moved, so that nobody sees half of it.
    var whole = Files.writeString(home.resolve(name), text);
    Files.move(whole, inbox.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  @Test
  void a_condition_that_does_not_hold_starts_nothing() throws IOException {
    house.deploy(flow("f", TASK + asking("when: \"{{ trigger.vars.n > 5 }}\"")));
    go(3);
    go(9);
    var whole = house.end(await("f", 1).getFirst().id());
    assertThat(House.only(whole, "t").outputs()).containsEntry("value", "9");
  }

  @Test
  void a_condition_that_cannot_be_judged_makes_a_failed_execution() throws IOException {
    house.deploy(flow("f", TASK + asking("when: \"{{ trigger.nothing.there }}\"")));
    go(1);
    var whole = house.end(await("f", 1).getFirst().id());
    assertThat(whole.execution().state()).isEqualTo(State.FAILED);
    assertThat(whole.taskRuns()).isEmpty();
  }

  @Test
  void it_is_not_asked_while_an_execution_that_it_started_lives() throws IOException {
    var pause = "tasks:\n  - {id: p, type: io.kestra.plugin.core.flow.Pause}\n";
    house.deploy(flow("f", pause + asking("")));
    go(1);
    var first = await("f", 1).getFirst().id();
    house.await(first, State.PAUSED);
    go(2);
    house.restart();
    var held = house.awaitTrigger(ASK, it -> it.holder().isPresent());
    assertThat(held.holder()).contains(first);
    assertThat(house.executionsOf("f")).hasSize(1);
    house
        .orchestrator()
        .resume(first, Map.of(), java.util.Optional.empty())
        .toCompletableFuture()
        .join();
    await("f", 2);
  }

  @Test
  void a_disabled_trigger_stays_disabled_whatever_is_under_way() throws IOException {
    var slow = asking("").replace("- cd ", "- sleep 0.4; cd ");
    house.deploy(flow("f", TASK + slow));
    house.awaitTrigger(ASK, it -> it.evaluation().orElseThrow().underWay());
    house.orchestrator().setTriggerDisabled(ASK, true).toCompletableFuture().join();
    go(1);
    var state = house.awaitTrigger(ASK, it -> it.disabled());
    assertThat(state.nextSlot()).isEmpty();
    house.restart();
    assertThat(house.awaitTrigger(ASK, it -> true).disabled()).isTrue();
    assertThat(house.executionsOf("f")).isEmpty();
    house.orchestrator().setTriggerDisabled(ASK, false).toCompletableFuture().join();
    await("f", 1);
  }

  @Test
  void a_failure_is_shown_and_the_next_look_goes_on() throws IOException {
    house.deploy(flow("f", TASK + asking("failOnTriggerError: true\nexitCondition: \"(\"")));
    var failed = house.end(await("f", 1).getFirst().id());
    assertThat(failed.execution().state()).isEqualTo(State.FAILED);
    var state = house.awaitTrigger(ASK, it -> it.evaluation().orElseThrow().failures() > 1);
    assertThat(state.evaluation().orElseThrow().lastError().orElseThrow())
        .contains("exitCondition");
    assertThat(state.nextSlot()).isPresent();
    house.deploy(flow("f", TASK + asking("")));
    go(1);
    house.awaitTrigger(
        ASK, it -> it.evaluation().orElseThrow().failures() == 0 && it.lastFiredAt().isPresent());
  }

  @Test
  void an_execution_that_ends_as_told_stops_the_trigger() throws IOException {
    var fails = "tasks:\n  - {id: t, type: io.kestra.plugin.core.execution.Fail}\n";
    house.deploy(flow("f", fails + asking("stopAfter: [FAILED]")));
    go(1);
    var state = house.awaitTrigger(ASK, it -> it.disabled());
    assertThat(state.stopReason().orElseThrow()).contains("ended FAILED");
  }

  @Test
  void a_trigger_that_is_taken_out_of_its_flow_is_gone_and_may_come_back() throws IOException {
    house.deploy(flow("f", TASK + asking("")));
    go(1);
    house.end(await("f", 1).getFirst().id());
    house.deploy(flow("f", TASK));
    assertThat(house.trigger(ASK)).isEmpty();
    house.deploy(flow("f", TASK + asking("")));
    go(2);
    await("f", 2);
  }

  private TriggerState change(TriggerChange change) {
    return house.orchestrator().change(ASK, change).toCompletableFuture().join();
  }

  @Test
  void what_waits_may_be_unlocked_restarted_and_forgotten() throws IOException {
    var pause = "tasks:\n  - {id: p, type: io.kestra.plugin.core.flow.Pause}\n";
    house.deploy(flow("f", pause + asking("")));
    go(1);
    await("f", 1);
    house.awaitTrigger(ASK, it -> it.holder().isPresent());
    go(2);
    assertThat(change(new TriggerChange.Unlock()).holder()).isEmpty();
    await("f", 2);
    house.awaitTrigger(ASK, it -> it.holder().isPresent());
    go(3);
    assertThat(change(new TriggerChange.Restart()).evaluation().orElseThrow().waitsFor()).isEmpty();
    await("f", 3);
    house.awaitTrigger(ASK, it -> it.holder().isPresent());
    go(4);
    assertThat(change(new TriggerChange.Reset()).lastFiredAt()).isEmpty();
    await("f", 4);
  }
}
