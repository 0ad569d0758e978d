package io.orrery.app.flows;

import static io.orrery.app.flows.House.only;
import static io.orrery.app.flows.House.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.controller.Orchestrator.Cascade;
import io.orrery.controller.Orchestrator.Refused;
import io.orrery.engine.execution.Execution;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.state.State;
import io.orrery.model.state.StateChange;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What every database must give the same answer to.
abstract class FlowsContract extends HouseContract {

  @Test
  void outputs_flow_from_task_to_task_and_out() {
    house.deploy(
        flow(
            "chain",
            """
            variables: {greeting: hello}
            labels: {team: blue}
            tasks:
              - {id: a, type: io.kestra.plugin.core.debug.Return, format: "{{ vars.greeting }} from {{ flow.id }}"}
              - {id: b, type: io.kestra.plugin.core.debug.Return, format: "{{ outputs.a.value | upper }} {{ labels.team }} {{ envs.place }}"}
            outputs:
              - {id: said, type: STRING, value: "{{ outputs.b.value }}"}
            """));
    var whole = house.run("chain");
    assertThat(whole.execution().state()).isEqualTo(State.SUCCESS);
    assertThat(whole.execution().outputs()).isEqualTo(Map.of("said", "HELLO FROM CHAIN blue here"));
    assertThat(whole.execution().labels())
        .isEqualTo(Map.of("team", "blue", "system.correlationId", whole.execution().id().value()));
  }

  @Test
  void loops_nest_their_outputs_by_value() {
    house.deploy(
        flow(
            "loops",
            """
            tasks:
              - id: outer
                type: io.kestra.plugin.core.flow.ForEach
                values: [a, b]
                tasks:
                  - id: inner
                    type: io.kestra.plugin.core.flow.ForEach
                    values: [1, 2]
                    concurrencyLimit: 0
                    tasks:
                      - {id: in, type: io.kestra.plugin.core.debug.Return, format: "{{ parent.taskrun.value }}{{ taskrun.value }}"}
                  - {id: sum, type: io.kestra.plugin.core.debug.Return, format: "{{ outputs.in[taskrun.value]['1'].value }}+{{ outputs.in[taskrun.value]['2'].value }}"}
              - {id: end, type: io.kestra.plugin.core.debug.Return, format: "{{ outputs.sum.a.value }} {{ outputs.sum.b.value }}"}
            """));
    var whole = house.run("loops");
    assertThat(whole.execution().state()).isEqualTo(State.SUCCESS);
    assertThat(only(whole, "end").outputs()).isEqualTo(Map.of("value", "a1+a2 b1+b2"));
  }

  @Test
  void a_failure_says_why_and_runs_the_errors_branch() {
    house.deploy(
        flow(
            "wrong",
            """
            tasks:
              - {id: a, type: io.kestra.plugin.core.debug.Return, format: "{{ outputs.nobody.value }}"}
              - {id: never, type: io.kestra.plugin.core.log.Log, message: no}
            errors:
              - {id: tell, type: io.kestra.plugin.core.log.Log, message: "{{ errorLogs() | length }} {{ errorLogs()[0].taskId }}"}
            """));
    var whole = house.run("wrong");
    assertThat(order(whole)).containsExactly("a", "tell");
    assertThat(whole.execution().state()).isEqualTo(State.FAILED);
    assertThat(house.logs(whole.execution().id()))
        .anyMatch(line -> line.startsWith("ERROR a:") && line.contains("`nobody`"))
        .contains("INFO tell: 1 a");
  }

  @Test
  void a_subflow_gives_its_outputs_and_its_failure_to_its_parent() {
    house.deploy(
        flow(
            "child",
            """
            inputs: [{id: n, type: INT}]
            tasks:
              - {id: t, type: io.kestra.plugin.core.execution.Fail, condition: "{{ inputs.n > 5 }}"}
            outputs: [{id: twice, type: INT, value: "{{ inputs.n * 2 }}"}]
            """),
        flow(
            "parent",
            """
            inputs: [{id: n, type: INT}]
            tasks:
              - {id: call, type: io.kestra.plugin.core.flow.Subflow, namespace: test, flowId: child, inputs: {n: "{{ inputs.n }}"}}
              - {id: after, type: io.kestra.plugin.core.debug.Return, format: "{{ outputs.call.outputs.twice }}"}
            """));
    var good = house.end(house.start("parent", Map.of("n", 4)));
    assertThat(good.execution().state()).isEqualTo(State.SUCCESS);
    assertThat(only(good, "after").outputs()).isEqualTo(Map.of("value", "8"));

    var bad = house.end(house.start("parent", Map.of("n", 7)));
    assertThat(bad.execution().state()).isEqualTo(State.FAILED);
    assertThat(order(bad)).containsExactly("call");
    assertThat(house.executionsOf("child"))
        .extracting(Execution::state)
        .containsExactly(State.SUCCESS, State.FAILED);
  }

  @Test
  void a_kill_reaches_scripts_and_children() {
    house.deploy(
        flow(
            "sleeper", "tasks: [{id: s, type: io.kestra.plugin.core.flow.Sleep, duration: PT10M}]"),
        flow(
            "tree",
            """
            tasks:
              - id: p
                type: io.kestra.plugin.core.flow.Parallel
                tasks:
                  - {id: call, type: io.kestra.plugin.core.flow.Subflow, namespace: test, flowId: sleeper}
                  - id: sh
                    type: io.kestra.plugin.scripts.shell.Commands
                    taskRunner: {type: io.kestra.plugin.core.runner.Process}
                    commands: ["sleep 600"]
            """));
    var id = house.start("tree", Map.of());
    house.await(id, whole -> whole.taskRuns().size() == 3);
    var child = childOf("sleeper");
    house.orchestrator().kill(id, Cascade.CHILDREN).toCompletableFuture().join();
    assertThat(house.end(id).taskRuns()).allMatch(run -> run.state() == State.KILLED);
    assertThat(house.end(child).execution().state()).isEqualTo(State.KILLED);
    assertThatThrownBy(
            () -> house.orchestrator().kill(id, Cascade.CHILDREN).toCompletableFuture().join())
        .hasCauseInstanceOf(Refused.class)
        .hasMessageContaining("it is KILLED");
  }

  private ExecutionId childOf(String flow) {
    while (house.executionsOf(flow).isEmpty()) {
      Thread.onSpinWait();
    }
    return house.executionsOf(flow).getFirst().id();
  }

  @Test
  void a_limit_queues_and_lets_in_one_after_the_other() {
    house.deploy(
        flow(
            "limited",
            """
            concurrency: {limit: 1, behavior: QUEUE}
            tasks: [{id: w, type: io.kestra.plugin.core.flow.Pause}]
            """));
    var first = house.start("limited", Map.of());
    var second = house.start("limited", Map.of());
    var third = house.start("limited", Map.of());
    house.await(first, State.PAUSED);
    house.await(second, State.QUEUED);
    house.restart();
    house.orchestrator().resume(first, Map.of()).toCompletableFuture().join();
    house.await(second, State.PAUSED);
    house.await(third, State.QUEUED);
    house.orchestrator().kill(second, Cascade.CHILDREN).toCompletableFuture().join();
    house.await(third, State.PAUSED);
    house.orchestrator().resume(third, Map.of()).toCompletableFuture().join();
    assertThat(house.end(third).execution().history().changes())
        .extracting(StateChange::state)
        .containsExactly(
            State.CREATED,
            State.QUEUED,
            State.RUNNING,
            State.PAUSED,
            State.RESTARTED,
            State.RUNNING,
            State.SUCCESS);
    assertThat(house.end(second).execution().state()).isEqualTo(State.KILLED);
  }

  @Test
  void everything_under_way_goes_on_after_a_restart() {
    house.deploy(
        flow(
            "long",
            """
            tasks:
              - {id: a, type: io.kestra.plugin.core.debug.Return, format: kept}
              - id: loop
                type: io.kestra.plugin.core.flow.ForEach
                values: [x, y, z]
                tasks:
                  - {id: nap, type: io.kestra.plugin.core.flow.Sleep, duration: PT0.3S}
                  - {id: t, type: io.kestra.plugin.core.debug.Return, format: "{{ outputs.a.value }} {{ taskrun.value }}"}
              - {id: w, type: io.kestra.plugin.core.flow.Pause, delay: PT1S}
              - {id: end, type: io.kestra.plugin.core.debug.Return, format: "{{ outputs.t.z.value }}"}
            """));
    var ids = List.of(house.start("long", Map.of()), house.start("long", Map.of()));
    house.await(ids.getFirst(), whole -> order(whole).contains("nap[y]"));
    house.restart();
    house.await(ids.getFirst(), State.PAUSED);
    house.restart();
    for (var id : ids) {
      var whole = house.end(id);
      assertThat(whole.execution().state()).isEqualTo(State.SUCCESS);
      assertThat(order(whole))
          .containsExactly(
              "a", "loop", "nap[x]", "t[x]", "nap[y]", "t[y]", "nap[z]", "t[z]", "w", "end");
      assertThat(only(whole, "end").outputs()).isEqualTo(Map.of("value", "kept z"));
    }
  }

  @Test
  void a_failed_execution_is_restarted_under_its_own_id() {
    house.deploy(
        flow(
            "flaky",
            """
            tasks:
              - {id: a, type: io.kestra.plugin.core.debug.Return, format: one}
              - id: loop
                type: io.kestra.plugin.core.flow.ForEach
                values: [x, y]
                tasks:
                  - id: b
                    type: io.kestra.plugin.core.execution.Fail
                    condition: "{{ taskrun.attemptsCount == 0 and taskrun.value == 'y' }}"
            errors: [{id: e, type: io.kestra.plugin.core.log.Log, message: sorry}]
            """));
    var id = house.start("flaky", Map.of());
    assertThat(order(house.end(id))).containsExactly("a", "loop", "b[x]", "b[y]", "e");
    house.restart();
    house.orchestrator().restart(id).toCompletableFuture().join();
    var whole =
        house.await(id, it -> it.execution().finished() && it.execution().state() == State.SUCCESS);
    assertThat(order(whole)).containsExactly("a", "loop", "b[x]", "b[y]");
    assertThat(only(whole, "a").attempts()).hasSize(1);
    assertThat(whole.taskRuns().getLast().attempts()).hasSize(2);
  }

  @Test
  void a_schedule_fires_each_slot_once_also_over_a_restart() {
    house.deploy(
        flow(
            "every-second",
            """
            tasks: [{id: t, type: io.kestra.plugin.core.debug.Return, format: "{{ trigger.date }}"}]
            triggers:
              - {id: s, type: io.kestra.plugin.core.trigger.Schedule, cron: "* * * * * *", withSeconds: true}
            """));
    awaitFires(2);
    house.restart();
    awaitFires(4);
    assertThat(
            house
                .orchestrator()
                .setTriggerDisabled(
                    new io.orrery.model.id.TriggerId(new FlowId("test", "every-second"), "s"), true)
                .toCompletableFuture()
                .join())
        .isTrue();
    var dates =
        house.executionsOf("every-second").stream()
            .map(
                it ->
                    java.time.OffsetDateTime.parse(
                        String.valueOf(it.fixed().trigger().orElseThrow().variables().get("date"))))
            .sorted()
            .toList();
    for (int i = 1; i < dates.size(); i++) {
      assertThat(dates.get(i)).isEqualTo(dates.get(i - 1).plusSeconds(1));
    }
  }

  private void awaitFires(int atLeast) {
    while (house.executionsOf("every-second").size() < atLeast) {
      Thread.onSpinWait();
    }
  }

  @Test
  void an_identical_save_keeps_its_revision_and_an_edit_adds_one() {
    var source =
        flow("edited", "tasks: [{id: a, type: io.kestra.plugin.core.log.Log, message: x}]");
    house.deploy(source, source);
    var id = new FlowId("test", "edited");
    assertThat(house.orchestrator().flow(id).orElseThrow().revision()).isEqualTo(1);
    house.deploy(source.replace("message: x", "message: y"));
    assertThat(house.orchestrator().flow(id).orElseThrow().revision()).isEqualTo(2);
    assertThat(house.orchestrator().flow(id, 1).orElseThrow().source()).isEqualTo(source);
    assertThat(house.orchestrator().deleteFlow(id).toCompletableFuture().join()).isTrue();
    assertThat(house.orchestrator().flow(id)).isEmpty();
    house.deploy(source);
    assertThat(house.orchestrator().flow(id).orElseThrow().revision()).isEqualTo(4);
  }
}
