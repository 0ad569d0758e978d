package io.orrery.app.flows;

import static io.orrery.app.flows.House.only;
import static io.orrery.app.flows.House.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.controller.Orchestrator.Cascade;
import io.orrery.controller.Orchestrator.Refused;
import io.orrery.engine.execution.Execution;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What is said of a flow as a whole (promises, checks, its variables, its failure) on a whole
/// server.
class FlowEndsTest extends HouseContract {

  private static final String LOG = "type: io.kestra.plugin.core.log.Log";
  private static final String RETURN = "type: io.kestra.plugin.core.debug.Return";
  private static final String FAIL = "type: io.kestra.plugin.core.execution.Fail";

  private void deploy(String id, String body) {
    house.deploy(flow(id, body));
  }

  @Test
  void a_promise_on_the_time_is_kept_over_a_restart_and_stops_a_script() {
    deploy(
        "late",
        """
        sla: [{id: quick, type: MAX_DURATION, behavior: FAIL, duration: PT2S, labels: {sla: late}}]
        tasks: [{id: s, type: io.kestra.plugin.core.flow.Sleep, duration: PT10M}, {id: never, %s, message: no}]
        errors: [{id: e, %s, message: no}]
        finally: [{id: f, %s, message: "{{ labels.sla }}"}]
        """
            .formatted(LOG, LOG, LOG));
    var id = house.start("late", Map.of());
    house.await(id, whole -> !whole.taskRuns().isEmpty());
    house.restart();
    var whole = house.end(id);
    assertThat(whole.execution().state()).isEqualTo(State.FAILED);
    assertThat(order(whole)).containsExactly("s", "f");
    assertThat(only(whole, "s").state()).isEqualTo(State.KILLED);
    assertThat(whole.execution().labels()).containsEntry("sla", "late");
    assertThat(house.logs(id)).contains("INFO f: late");
    house.restart();
    assertThat(house.end(id)).isEqualTo(whole);
  }

  @Test
  void an_assertion_ends_an_execution_that_stops_keeping_it() {
    deploy(
        "asserting",
        """
        sla:
          - {id: small, type: EXECUTION_ASSERTION, behavior: CANCEL, assert: "{{ outputs.a.value | number < 5 }}"}
        inputs: [{id: n, type: INT}]
        tasks:
          - {id: a, %s, format: "{{ inputs.n }}"}
          - {id: s, type: io.kestra.plugin.core.flow.Pause, pauseDuration: PT0.2S}
        """
            .formatted(RETURN));
    assertThat(house.end(house.start("asserting", Map.of("n", 9))).execution().state())
        .isEqualTo(State.CANCELLED);
    assertThat(house.end(house.start("asserting", Map.of("n", 1))).execution().state())
        .isEqualTo(State.SUCCESS);
  }

  @Test
  void an_execution_that_a_promise_cancels_gives_its_place_to_the_next() {
    deploy(
        "placed",
        """
        concurrency: {limit: 1, behavior: QUEUE}
        sla: [{id: s, type: EXECUTION_ASSERTION, behavior: CANCEL, assert: "{{ inputs.good }}"}]
        inputs: [{id: good, type: BOOLEAN}]
        tasks: [{id: a, %s, message: hello}]
        """
            .formatted(LOG));
    var bad = house.start("placed", Map.of("good", false));
    var good = house.start("placed", Map.of("good", true));
    assertThat(house.end(bad).execution().state()).isEqualTo(State.CANCELLED);
    assertThat(house.end(bad).taskRuns()).isEmpty();
    assertThat(house.end(good).execution().state()).isEqualTo(State.SUCCESS);
  }

  @Test
  void checks_block_fail_or_let_run_by_the_most_restrictive_that_fails() {
    deploy(
        "checked",
        """
        inputs: [{id: n, type: INT}]
        checks:
          - {when: "{{ inputs.n > 0 }}", message: "n is {{ inputs.n }}, which is not positive"}
          - {condition: "{{ inputs.n < 10 }}", message: n is large, style: WARNING, behavior: FAIL_EXECUTION}
          - {when: "{{ inputs.n != 5 }}", message: n is five, behavior: CREATE_EXECUTION}
        tasks: [{id: a, %s, message: hello}]
        """
            .formatted(LOG));
    assertThatThrownBy(() -> house.start("checked", Map.of("n", 0)))
        .hasCauseInstanceOf(Refused.class)
        .hasMessageContaining("n is 0, which is not positive");
    assertThat(house.executionsOf("checked")).isEmpty();
    var failed = house.end(house.start("checked", Map.of("n", 10)));
    assertThat(failed.execution().state()).isEqualTo(State.FAILED);
    assertThat(failed.execution().error()).contains("n is large");
    assertThat(failed.taskRuns()).isEmpty();
    assertThat(house.end(house.start("checked", Map.of("n", 5))).execution().state())
        .isEqualTo(State.SUCCESS);
  }

  @Test
  void checks_hold_for_a_subflow_too() {
    deploy(
        "guarded",
        """
        inputs: [{id: n, type: INT}]
        checks: [{when: "{{ inputs.n > 0 }}", message: n is not positive}]
        tasks: [{id: a, %s, message: hello}]
        """
            .formatted(LOG));
    deploy(
        "caller",
        "tasks: [{id: call, type: io.kestra.plugin.core.flow.Subflow, namespace: test, flowId:"
            + " guarded, inputs: {n: 0}}]\n");
    var whole = house.run("caller");
    assertThat(whole.execution().state()).isEqualTo(State.FAILED);
    assertThat(house.logs(whole.execution().id())).anyMatch(it -> it.contains("n is not positive"));
    assertThat(house.executionsOf("guarded")).isEmpty();
  }

  @Test
  void the_states_of_tasks_and_the_error_can_be_read_by_workers_and_by_the_engine() {
    deploy(
        "states",
        """
        tasks:
          - {id: a, %1$s, format: one}
          - id: l
            type: io.kestra.plugin.core.flow.ForEach
            values: [x, y]
            tasks: [{id: t, %1$s, format: two}]
          - {id: bad, %2$s, errorMessage: "it is {{ outputs.a.value }}"}
        errors:
          - {id: told, %1$s, format: "{{ error.taskId }} {{ error.message }} {{ tasks.a.state }} {{ tasks.t.y.state }}"}
          - id: if
            type: io.kestra.plugin.core.flow.If
            condition: "{{ error.taskId == 'bad' and tasks.bad.state == 'FAILED' and tasks.if is defined }}"
            then: [{id: yes, %1$s, format: "{{ error.taskId }}"}]
        afterExecution:
          - {id: after, %1$s, format: "{{ execution.state }} {{ error.taskId }} {{ execution.outputs.said }}"}
        outputs: [{id: said, type: STRING, value: "{{ outputs.told.value }}"}]
        """
            .formatted(RETURN, FAIL));
    var whole = house.run("states");
    assertThat(whole.execution().state()).isEqualTo(State.FAILED);
    assertThat(only(whole, "told").outputs())
        .isEqualTo(Map.of("value", "bad it is one SUCCESS SUCCESS"));
    assertThat(only(whole, "yes").outputs()).isEqualTo(Map.of("value", "bad"));
    assertThat(only(whole, "after").outputs())
        .isEqualTo(Map.of("value", "FAILED bad bad it is one SUCCESS SUCCESS"));
  }

  @Test
  void the_error_is_that_of_the_task_and_not_of_what_is_around_it() {
    deploy(
        "deep",
        """
        tasks:
          - id: s
            type: io.kestra.plugin.core.flow.Sequential
            tasks: [{id: f, type: io.kestra.plugin.core.execution.Fail, errorMessage: inside}]
            errors: [{id: se, type: io.kestra.plugin.core.flow.Sleep, duration: PT0.02S}]
        finally:
          - {id: said, type: io.kestra.plugin.core.debug.Return, format: "{{ error.taskId }} {{ error.message }}"}
        """);
    assertThat(only(house.run("deep"), "said").outputs()).isEqualTo(Map.of("value", "f inside"));
  }

  @Test
  void without_a_failure_there_is_no_error() {
    deploy(
        "well",
        """
        tasks: [{id: a, %1$s, format: "{{ error is defined }}"}]
        finally: [{id: f, %1$s, format: "{{ error is defined }} {{ tasks.a.state }}"}]
        """
            .formatted(RETURN));
    var whole = house.run("well");
    assertThat(only(whole, "a").outputs()).isEqualTo(Map.of("value", "false"));
    assertThat(only(whole, "f").outputs()).isEqualTo(Map.of("value", "false SUCCESS"));
  }

  @Test
  void variables_that_tasks_set_are_there_for_the_next_and_after_a_restart() {
    deploy(
        "vars",
        """
        variables: {greeting: hello, gone: x}
        tasks:
          - {id: set, type: io.kestra.plugin.core.execution.SetVariables, variables: {count: "{{ 40 + 2 }}", greeting: "{{ vars.greeting | upper }}"}}
          - {id: unset, type: io.kestra.plugin.core.execution.UnsetVariables, variables: [gone]}
          - {id: w, type: io.kestra.plugin.core.flow.Pause}
          - {id: a, %s, format: "{{ vars.greeting }} {{ vars.count }} {{ vars.gone is defined }}"}
        """
            .formatted(RETURN));
    var id = house.start("vars", Map.of());
    house.await(id, State.PAUSED);
    house.restart();
    house.orchestrator().resume(id, Map.of()).toCompletableFuture().join();
    var whole = house.end(id);
    assertThat(only(whole, "a").outputs()).isEqualTo(Map.of("value", "HELLO 42 false"));
    assertThat(whole.execution().variables()).isEqualTo(Map.of("count", 42, "greeting", "HELLO"));
  }

  @Test
  void labels_of_every_form_are_set_and_system_ones_are_refused() {
    deploy(
        "labels",
        """
        tasks:
          - {id: l1, type: io.kestra.plugin.core.execution.Labels, labels: {a: "{{ flow.id }}", n: 1}}
          - {id: l2, type: io.kestra.plugin.core.execution.Labels, labels: [{key: b, value: true}]}
          - {id: l3, type: io.kestra.plugin.core.execution.Labels, labels: '{"c": "{{ labels.a }}"}'}
          - {id: l4, type: io.kestra.plugin.core.execution.Labels, allowFailure: true, labels: {system.correlationId: x}}
          - {id: t, %s, format: "{{ labels.c }} {{ labels.system.correlationId == execution.id }} {{ execution.originalId == execution.id }}"}
        """
            .formatted(RETURN));
    var whole = house.run("labels");
    assertThat(whole.execution().state()).isEqualTo(State.WARNING);
    assertThat(whole.execution().labels())
        .isEqualTo(
            Map.of(
                "a",
                "labels",
                "n",
                "1",
                "b",
                "true",
                "c",
                "labels",
                "system.correlationId",
                whole.execution().id().value()));
    assertThat(only(whole, "t").outputs()).isEqualTo(Map.of("value", "labels true true"));
  }

  @Test
  void what_a_pause_runs_first_survives_a_restart_of_the_server() {
    deploy(
        "asking",
        """
        tasks:
          - id: w
            type: io.kestra.plugin.core.flow.Pause
            onPause: {id: tell, type: io.kestra.plugin.core.flow.Sleep, duration: PT1S}
            onResume: [{id: ok, type: BOOLEAN, defaults: true}]
          - {id: a, %s, format: "{{ outputs.w.onResume.ok }} {{ outputs.w.resumed.to }}"}
        """
            .formatted(RETURN));
    var id = house.start("asking", Map.of());
    house.await(id, whole -> whole.taskRuns().size() == 2);
    house.restart();
    house.await(id, State.PAUSED);
    house.orchestrator().resume(id, Map.of("ok", false)).toCompletableFuture().join();
    var whole = house.end(id);
    assertThat(order(whole)).containsExactly("w", "tell", "a");
    assertThat(only(whole, "a").outputs()).isEqualTo(Map.of("value", "false RUNNING"));
    assertThat(whole.execution()).extracting(Execution::state).isEqualTo(State.SUCCESS);
  }

  @Test
  void a_pause_that_nobody_answers_is_given_the_defaults_of_its_form() {
    deploy(
        "form",
        """
        inputs: [{id: team, type: STRING}]
        tasks:
          - id: w
            type: io.kestra.plugin.core.flow.Pause
            pauseDuration: PT0.2S
            onResume:
              - {id: who, type: STRING, defaults: "{{ flow.id }}"}
              - {id: many, type: INT, defaults: 3}
              - {id: why, type: STRING}
          - {id: r, type: io.kestra.plugin.core.debug.Return, format: "{{ outputs.w.onResume }}"}
        """);
    var id = house.start("form", Map.of("team", "blue"));
    house.await(id, State.PAUSED);
    house.restart();
    assertThat(only(house.end(id), "r").outputs())
        .isEqualTo(Map.of("value", "{\"who\":\"form\",\"many\":3}"));
  }

  /// The child failed, was repeated as a new execution, and that one was killed with the parent.
  @Test
  void a_restart_goes_on_with_the_last_of_the_executions_that_took_the_childs_place() {
    deploy(
        "again",
        """
        tasks:
          - id: t
            type: io.kestra.plugin.core.execution.Fail
            condition: "{{ execution.id == execution.originalId }}"
            retry: {type: constant, interval: PT0.1S, behavior: CREATE_NEW_EXECUTION, maxAttempts: 2}
          - {id: w, type: io.kestra.plugin.core.flow.Pause}
        """);
    deploy(
        "caller",
        """
        tasks:
          - {id: c, type: io.kestra.plugin.core.flow.Subflow, namespace: test, flowId: again}
        """);
    var id = house.start("caller", Map.of());
    var second = awaitSecond("again");
    house.await(second, State.PAUSED);
    house.orchestrator().kill(id, Cascade.CHILDREN).toCompletableFuture().join();
    assertThat(house.end(id).execution().state()).isEqualTo(State.KILLED);
    assertThat(house.end(second).execution().state()).isEqualTo(State.KILLED);
    house.orchestrator().restart(id).toCompletableFuture().join();
    house.await(second, State.PAUSED);
    house.orchestrator().resume(second, Map.of()).toCompletableFuture().join();
    var whole = house.await(id, State.SUCCESS);
    assertThat(only(whole, "c").outputs()).containsEntry("executionId", second.value());
  }

  private ExecutionId awaitSecond(String flow) {
    while (house.executionsOf(flow).size() < 2) {
      Thread.onSpinWait();
    }
    return house.executionsOf(flow).getLast().id();
  }

  @Test
  void a_group_of_tasks_in_one_folder_that_is_over_is_not_run_again_by_a_restart_of_the_server() {
    deploy(
        "group",
        """
        tasks:
          - id: g
            type: io.kestra.plugin.core.flow.WorkingDirectory
            tasks: [{id: a, type: io.kestra.plugin.core.debug.Return, format: x}]
        """);
    var before = house.run("group");
    house.restart();
    house.restart();
    assertThat(house.end(before.execution().id())).isEqualTo(before);
    assertThat(house.executionsOf("group")).hasSize(1);
  }
}
