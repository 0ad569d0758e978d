package io.orrery.app.flows;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.execution.Execution;
import io.orrery.model.state.State;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What flows that listen to other flows do, on every database. A flow `last` is started by hand at
/// the end of a test and listened to by nobody: what was to come of earlier executions has come
/// when it has ended, since all of it was decided in earlier turns.
abstract class TriggersContract extends HouseContract {

  private static final String TASK =
      "tasks:\n  - {id: t, type: io.kestra.plugin.core.debug.Return, format: done}\n";
  private static final String FAILS =
      "tasks:\n  - {id: t, type: io.kestra.plugin.core.execution.Fail}\n";

  @BeforeEach
  void furnish() {
    house.deploy(flow("last", TASK));
  }

  private static String on(String id, String body) {
    return "triggers:\n  - id: %s\n    type: io.kestra.plugin.core.trigger.Flow\n%s"
        .formatted(id, body.indent(4));
  }

  private static String both() {
    return on(
        "both",
        """
        preconditions:
          id: both
          timeWindow: {type: SLIDING_WINDOW, window: PT1M}
          flows:
            - {namespace: test, flowId: a, states: [SUCCESS]}
            - {namespace: test, flowId: b, states: [SUCCESS]}
        """);
  }

  private List<Execution> ended(String flow) {
    var executions = house.executionsOf(flow);
    return executions.stream().map(it -> house.end(it.id()).execution()).toList();
  }

  @Test
  void a_flow_that_needs_two_to_succeed_does_not_run_when_one_failed() {
    house.deploy(flow("a", FAILS), flow("b", TASK), flow("c", TASK + both()));
    house.run("a");
    house.run("b");
    house.run("last");
    assertThat(house.executionsOf("c")).isEmpty();
  }

  @Test
  void a_flow_that_needs_two_to_succeed_runs_once_for_both() {
    house.deploy(flow("a", TASK), flow("b", TASK), flow("c", TASK + both()));
    house.run("a");
    house.restart();
    house.run("b");
    house.run("last");
    assertThat(ended("c")).extracting(Execution::state).containsExactly(State.SUCCESS);
    house.run("b");
    house.run("last");
    assertThat(house.executionsOf("c")).hasSize(1);
  }

  @Test
  void of_two_triggers_on_success_and_on_failure_one_fires() {
    house.deploy(
        flow("a", TASK),
        flow(
            "c",
            TASK
                + """
                triggers:
                  - id: good
                    type: io.kestra.plugin.core.trigger.Flow
                    preconditions: {id: p, flows: [{namespace: test, flowId: a, states: [SUCCESS]}]}
                  - id: bad
                    type: io.kestra.plugin.core.trigger.Flow
                    preconditions: {id: p, flows: [{namespace: test, flowId: a, states: [FAILED]}]}
                """));
    house.run("a");
    house.run("last");
    assertThat(ended("c"))
        .singleElement()
        .satisfies(it -> assertThat(it.fixed().trigger().orElseThrow().id()).isEqualTo("good"));
  }

  @Test
  void outputs_and_labels_of_what_was_watched_reach_the_started_execution() {
    house.deploy(
        flow(
            "a",
            TASK + "outputs:\n  - {id: said, type: STRING, value: \"{{ outputs.t.value }}\"}\n"),
        flow(
            "c",
            "inputs:\n  - {id: text, type: STRING}\n"
                + TASK
                + on(
                    "after",
                    """
                    inputs: {text: "{{ trigger.outputs.said }} {{ outputs.t.value }} {{ trigger.state }}"}
                    labels: {from: "{{ trigger.flowId }}", lost: "{{ nobody }}"}
                    dependsOn:
                      - {flowId: a, namespace: test}
                    mode: ANY
                    """
                        .replace("trigger.outputs.said", "trigger.outputs.a.said"))));
    var source = house.run("a").execution();
    house.run("last");
    var started = ended("c").getFirst();
    assertThat(started.fixed().inputs()).isEqualTo(Map.of("text", "done done SUCCESS"));
    assertThat(started.labels()).containsEntry("from", "a").doesNotContainKey("lost");
    assertThat(started.labels())
        .containsEntry("system.correlationId", source.labels().get("system.correlationId"));
  }

  @Test
  void flows_that_listen_to_each_other_come_to_rest() {
    var listens =
        """
        conditions:
          - {type: io.kestra.plugin.core.condition.ExecutionFlow, namespace: test, flowId: %s}
        """;
    house.deploy(
        flow("a", TASK + on("b", listens.formatted("b"))),
        flow("b", TASK + on("a", listens.formatted("a"))));
    house.run("a");
    for (int i = 0; i < 4; i++) {
      ended("a");
      ended("b");
    }
    house.run("last");
    assertThat(house.executionsOf("a")).hasSize(3);
    assertThat(house.executionsOf("b")).hasSize(3);
    var last = ended("b").stream().map(it -> house.logs(it.id())).flatMap(List::stream).toList();
    assertThat(last).anyMatch(line -> line.contains("stands 3 times in the chain"));
  }

  @Test
  void a_trigger_stops_after_what_it_started_ended_so() {
    house.deploy(
        flow("a", TASK),
        flow(
            "c",
            FAILS
                + on(
                    "once",
                    """
                    stopAfter: [FAILED]
                    conditions:
                      - {type: io.kestra.plugin.core.condition.ExecutionFlow, namespace: test, flowId: a}
                    """)));
    house.run("a");
    house.run("last");
    ended("c");
    house.run("a");
    house.run("last");
    assertThat(house.executionsOf("c")).hasSize(1);
  }

  @Test
  void a_listener_runs_if_its_conditions_hold_and_changes_no_state() {
    house.deploy(
        flow(
            "a",
            TASK
                + """
                listeners:
                  - conditions:
                      - {type: io.kestra.plugin.core.condition.ExecutionStatus, in: [SUCCESS]}
                    tasks:
                      - {id: ko, type: io.kestra.plugin.core.execution.Fail}
                      - {id: behind, type: io.kestra.plugin.core.log.Log, message: no}
                  - conditions:
                      - {type: io.kestra.plugin.core.condition.ExecutionStatus, in: [FAILED]}
                    tasks:
                      - {id: other, type: io.kestra.plugin.core.log.Log, message: no}
                  - conditions:
                      - {type: io.kestra.plugin.core.condition.Expression, expression: "{{ execution.state == 'SUCCESS' }}"}
                    tasks:
                      - {id: good, type: io.kestra.plugin.core.log.Log, message: yes}
                """));
    var whole = house.run("a");
    assertThat(House.order(whole)).containsExactly("t", "ko", "good");
    assertThat(whole.execution().state()).isEqualTo(State.SUCCESS);
  }
}
