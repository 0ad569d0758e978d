package io.orrery.app.flows;

import static io.orrery.app.flows.House.only;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.state.State;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tasks that look after the instance, the same on every database.
abstract class HousekeepingContract extends HouseContract {

  private static final String TALKS =
      flow(
          "talks",
          """
          tasks:
            - {id: a, type: io.kestra.plugin.core.log.Log, message: ["one", "two \\"2\\""]}
            - {id: b, type: io.kestra.plugin.core.log.Log, message: "careful", level: WARN}
            - {id: c, type: io.kestra.plugin.core.log.Log, message: "detail", level: DEBUG}
            - {id: w, type: io.kestra.plugin.core.storage.Write, content: "kept"}
            - {id: m, type: io.kestra.plugin.core.metric.Publish, metrics: [{type: counter, name: n, value: 1}]}
          """);

  @Test
  void a_log_is_fetched_as_a_file_of_lines() throws IOException {
    house.deploy(
        TALKS,
        flow(
            "fetches",
            """
            inputs: [{id: id, type: STRING}]
            tasks:
              - {id: f, type: io.kestra.plugin.core.log.Fetch, executionId: "{{ inputs.id }}", tasksId: [a, b]}
              - {id: d, type: io.kestra.plugin.core.log.Fetch, executionId: "{{ inputs.id }}", level: DEBUG}
            """));
    var id = house.run("talks").execution().id();
    var whole = house.end(house.start("fetches", Map.of("id", id.value())));
    assertThat(only(whole, "f").outputs()).containsEntry("size", 3);
    assertThat(only(whole, "d").outputs()).containsEntry("size", 4);
    var file = URI.create(String.valueOf(only(whole, "f").outputs().get("uri")));
    try (var content = house.storage().open(file)) {
      var lines = new String(content.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      assertThat(lines).hasSize(3);
      assertThat(lines.get(1))
          .contains("taskId:\"a\"", "level:\"INFO\"", "message:\"two \\\"2\\\"\"")
          .contains("executionId:\"" + id + "\"");
    }
  }

  @Test
  void purged_lines_are_gone_and_the_others_stay() {
    house.deploy(
        TALKS,
        flow(
            "purges",
            """
            tasks:
              - id: p
                type: io.kestra.plugin.core.log.PurgeLogs
                flowId: talks
                logLevels: [INFO, DEBUG]
                endDate: "{{ now() | dateAdd(1, 'HOURS') }}"
            """));
    var ids = new ArrayList<ExecutionId>();
    for (int i = 0; i < 3; i++) {
      ids.add(house.run("talks").execution().id());
    }
    var whole = house.run("purges");
    assertThat(only(whole, "p").outputs()).isEqualTo(Map.of("count", 9));
    for (var id : ids) {
      assertThat(house.logs(id)).containsExactly("WARN b: careful");
    }
    assertThat(only(house.run("purges"), "p").outputs()).isEqualTo(Map.of("count", 0));
  }

  @Test
  void executions_are_counted_and_those_that_ended_are_purged_with_their_files()
      throws IOException {
    house.deploy(
        TALKS,
        flow("waits", "tasks: [{id: w, type: io.kestra.plugin.core.flow.Pause}]"),
        flow(
            "cleans",
            """
            tasks:
              - id: n
                type: io.kestra.plugin.core.execution.Count
                flows: [{namespace: test, flowId: talks}, {namespace: test, flowId: waits}]
                startDate: "{{ now() | dateAdd(-1, 'HOURS') }}"
                states: [SUCCESS]
                expression: "{{ count >= 1 }}"
              - id: logs
                type: io.kestra.plugin.core.execution.PurgeExecutions
                namespace: test
                flowId: talks
                purgeExecution: false
                purgeStorage: false
                endDate: "{{ now() | dateAdd(1, 'HOURS') }}"
              - id: all
                type: io.kestra.plugin.core.execution.PurgeExecutions
                namespace: te.st
                endDate: "{{ now() | dateAdd(1, 'HOURS') }}"
              - id: p
                type: io.kestra.plugin.core.execution.PurgeExecutions
                namespace: test
                endDate: "{{ now() | dateAdd(1, 'HOURS') }}"
            """));
    var ids = new ArrayList<ExecutionId>();
    for (int i = 0; i < 130; i++) {
      ids.add(house.start("talks", Map.of()));
    }
    ids.forEach(house::end);
    var file = "/test/talks/executions/" + ids.getFirst();
    assertThat(house.storage().list(file)).hasSize(1);
    var waiting = house.start("waits", Map.of());
    house.await(waiting, State.PAUSED);
    var whole = house.run("cleans");
    assertThat(whole.execution().state())
        .as("%s", house.logs(whole.execution().id()))
        .isEqualTo(State.SUCCESS);
    assertThat(only(whole, "n").outputs())
        .isEqualTo(
            Map.of(
                "total",
                130,
                "results",
                List.of(Map.of("namespace", "test", "flowId", "talks", "count", 130))));
    assertThat(only(whole, "logs").outputs())
        .containsEntry("executionsCount", 0)
        .containsEntry("logsCount", 130 * 4)
        .containsEntry("storagesCount", 0);
    assertThat(only(whole, "all").outputs()).containsEntry("executionsCount", 0);
    assertThat(only(whole, "p").outputs())
        .containsEntry("executionsCount", 130)
        .containsEntry("logsCount", 0)
        .containsEntry("storagesCount", 130);
    assertThat(house.executionsOf("talks")).isEmpty();
    assertThat(house.storage().list(file)).isEmpty();
    assertThat(house.executionsOf("waits")).hasSize(1);
    assertThat(house.executionsOf("cleans")).hasSize(1);
  }

  @Test
  void a_paused_execution_is_resumed_and_a_wrong_one_is_refused_in_words() {
    house.deploy(
        flow("waits", "tasks: [{id: w, type: io.kestra.plugin.core.flow.Pause}]"),
        flow(
            "resumes",
            """
            inputs: [{id: id, type: STRING}]
            tasks: [{id: r, type: io.kestra.plugin.core.execution.Resume, executionId: "{{ inputs.id }}"}]
            """));
    var waiting = house.start("waits", Map.of());
    house.await(waiting, State.PAUSED);
    var given = Map.<String, Object>of("id", waiting.value());
    assertThat(house.end(house.start("resumes", given)).execution().state())
        .isEqualTo(State.SUCCESS);
    assertThat(house.end(waiting).execution().state()).isEqualTo(State.SUCCESS);
    var again = house.end(house.start("resumes", given));
    assertThat(again.execution().state()).isEqualTo(State.FAILED);
    assertThat(house.logs(again.execution().id()))
        .anyMatch(line -> line.startsWith("ERROR r:") && line.contains(waiting.value()));
  }

  @Test
  void a_pause_is_given_what_its_types_make_of_it_and_nothing_that_does_not_fit() {
    house.deploy(
        flow(
            "asks",
            """
            tasks:
              - id: w
                type: io.kestra.plugin.core.flow.Pause
                onResume: [{id: n, type: INT}, {id: why, type: STRING, defaults: because}]
            """),
        flow(
            "answers",
            """
            inputs: [{id: id, type: STRING}, {id: n, type: STRING}]
            tasks:
              - id: r
                type: io.kestra.plugin.core.execution.Resume
                executionId: "{{ inputs.id }}"
                inputs: {n: "{{ inputs.n }}"}
            """));
    var waiting = house.start("asks", Map.of());
    house.await(waiting, State.PAUSED);
    var wrong =
        house.end(house.start("answers", Map.of("id", waiting.value(), "n", "many"))).execution();
    assertThat(wrong.state()).isEqualTo(State.FAILED);
    assertThat(house.logs(wrong.id()))
        .anyMatch(line -> line.startsWith("ERROR r: ") && line.contains("n"));

    house.end(house.start("answers", Map.of("id", waiting.value(), "n", "12")));
    assertThat(House.only(house.end(waiting), "w").outputs().get("onResume"))
        .isEqualTo(Map.of("n", 12, "why", "because"));
  }

  @Test
  void a_trigger_is_switched_and_one_that_is_not_there_is_named() {
    house.deploy(
        flow(
            "toggles",
            """
            tasks: [{id: t, type: io.kestra.plugin.core.trigger.Toggle, trigger: "{{ inputs.trigger }}"}]
            inputs: [{id: trigger, type: STRING}]
            triggers: [{id: s, type: io.kestra.plugin.core.trigger.Schedule, cron: "0 0 1 1 *"}]
            """));
    assertThat(house.end(house.start("toggles", Map.of("trigger", "s"))).execution().state())
        .isEqualTo(State.SUCCESS);
    var wrong = house.end(house.start("toggles", Map.of("trigger", "nobody")));
    assertThat(wrong.execution().state()).isEqualTo(State.FAILED);
    assertThat(house.logs(wrong.execution().id()))
        .contains("ERROR t: there is no trigger test.toggles.nobody");
  }

  @Test
  void old_revisions_go_and_the_newest_and_those_in_use_stay() {
    var first = flow("changes", "tasks: [{id: w, type: io.kestra.plugin.core.flow.Pause}]");
    house.deploy(first);
    var waiting = house.start("changes", Map.of());
    house.await(waiting, State.PAUSED);
    for (var message : List.of("a", "b", "c")) {
      house.deploy(
          flow(
              "changes",
              "tasks: [{id: l, type: io.kestra.plugin.core.log.Log, message: " + message + "}]"));
    }
    house.deploy(
        flow(
            "purges",
            """
            tasks:
              - id: p
                type: io.kestra.plugin.core.flow.PurgeFlows
                namespace: test
                endDate: "{{ now() | dateAdd(1, 'HOURS') }}"
            """));
    assertThat(only(house.run("purges"), "p").outputs()).isEqualTo(Map.of("count", 2));
    house.restart();
    var id = new FlowId("test", "changes");
    assertThat(house.orchestrator().flow(id, 1)).isPresent();
    assertThat(house.orchestrator().flow(id, 2)).isEmpty();
    assertThat(house.orchestrator().flow(id, 4)).isPresent();
    house.orchestrator().resume(waiting, Map.of()).toCompletableFuture().join();
    assertThat(house.end(waiting).execution().state()).isEqualTo(State.SUCCESS);
  }
}
