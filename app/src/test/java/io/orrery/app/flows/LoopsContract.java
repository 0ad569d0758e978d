package io.orrery.app.flows;

import static io.orrery.app.flows.House.only;
import static io.orrery.app.flows.House.order;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.controller.Orchestrator.Cascade;
import io.orrery.engine.execution.Execution;
import io.orrery.model.state.State;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Loops that are more than a list of values, on each database.
abstract class LoopsContract extends HouseContract {

  // ---- LoopUntil

  @Test
  void a_loop_runs_until_its_condition_holds_and_keeps_the_last_round() {
    house.deploy(
        flow(
            "until",
            """
            tasks:
              - id: u
                type: io.kestra.plugin.core.flow.LoopUntil
                condition: "{{ outputs.n.value == '3' and outputs.in.b is defined }}"
                checkFrequency: {interval: PT0.01S}
                tasks:
                  - {id: n, type: io.kestra.plugin.core.debug.Return, format: "{{ outputs.u.iterationCount }}"}
                  - id: each
                    type: io.kestra.plugin.core.flow.ForEach
                    values: [a, b]
                    tasks:
                      - {id: in, type: io.kestra.plugin.core.debug.Return, format: "{{ outputs.n.value }}"}
              - {id: end, type: io.kestra.plugin.core.debug.Return, format: "{{ outputs.u.iterationCount }} {{ outputs.in.a.value }}"}
            """));
    var whole = house.run("until");
    assertThat(whole.execution().state()).isEqualTo(State.SUCCESS);
    assertThat(order(whole)).containsExactly("u", "n", "each", "in[a]", "in[b]", "end");
    assertThat(only(whole, "end").outputs()).isEqualTo(Map.of("value", "3 3"));
  }

  @Test
  void a_loop_that_waits_for_its_next_round_survives_a_restart_and_can_be_killed() {
    house.deploy(
        flow(
            "waiting",
            """
            inputs: [{id: interval, type: STRING}]
            tasks:
              - id: u
                type: io.kestra.plugin.core.flow.LoopUntil
                condition: "{{ outputs.n.value == '2' }}"
                checkFrequency: {interval: "{{ inputs.interval }}"}
                tasks:
                  - {id: n, type: io.kestra.plugin.core.debug.Return, format: "{{ outputs.u.iterationCount }}"}
            """));
    var soon = house.start("waiting", Map.of("interval", "PT1S"));
    var never = house.start("waiting", Map.of("interval", "P1D"));
    for (var id : List.of(soon, never)) {
      house.await(id, it -> it.taskRuns().getFirst().wakeAt().isPresent());
    }
    house.restart();
    assertThat(house.end(soon).execution().state()).isEqualTo(State.SUCCESS);
    house.orchestrator().kill(never, Cascade.CHILDREN).toCompletableFuture().join();
    assertThat(house.end(never).taskRuns())
        .extracting(run -> run.state())
        .containsExactly(State.KILLED, State.SUCCESS);
  }

  @Test
  void a_loop_that_reaches_its_limit_fails_only_if_it_says_so() {
    var body =
        """
        tasks:
          - id: u
            type: io.kestra.plugin.core.flow.LoopUntil
            condition: "{{ false }}"
            failOnMaxReached: %s
            checkFrequency: {interval: PT0.01S, maxIterations: "{{ 1 + 1 }}"}
            tasks: [{id: n, type: io.kestra.plugin.core.log.Log, message: x}]
            errors: [{id: e, type: io.kestra.plugin.core.log.Log, message: y}]
            finally: [{id: f, type: io.kestra.plugin.core.log.Log, message: z}]
        """;
    house.deploy(flow("max-bad", body.formatted(true)), flow("max-good", body.formatted(false)));
    var bad = house.run("max-bad");
    assertThat(bad.execution().state()).isEqualTo(State.FAILED);
    assertThat(order(bad)).containsExactly("u", "n", "e", "f");
    assertThat(house.logs(bad.execution().id())).contains("WARN u: Max iterations reached: 2");
    var good = house.run("max-good");
    assertThat(good.execution().state()).isEqualTo(State.SUCCESS);
    assertThat(order(good)).containsExactly("u", "n", "f");
  }

  @Test
  void a_condition_that_does_not_render_fails_the_loop() {
    house.deploy(
        flow(
            "broken",
            """
            tasks:
              - id: u
                type: io.kestra.plugin.core.flow.LoopUntil
                condition: "{{ outputs.nobody.value }}"
                tasks: [{id: n, type: io.kestra.plugin.core.log.Log, message: x}]
            """));
    var whole = house.run("broken");
    assertThat(whole.execution().state()).isEqualTo(State.FAILED);
    assertThat(house.logs(whole.execution().id()))
        .anyMatch(line -> line.startsWith("ERROR u:") && line.contains("nobody"));
  }

  // ---- ForEachItem

  private static final String LINES =
      "  - {id: lines, type: io.kestra.plugin.core.storage.Write, extension: .txt, content: \"a\\n"
          + "b\\n"
          + "c\\n"
          + "d\\n"
          + "e\\n"
          + "\"}\n";

  @Test
  void each_batch_of_a_file_starts_an_execution() {
    house.deploy(
        flow(
            "batch",
            """
            inputs: [{id: items, type: STRING}, {id: n, type: INT}]
            tasks: [{id: t, type: io.kestra.plugin.core.debug.Return, format: "{{ inputs.n }}:{{ read(inputs.items) | trim | replace({'\\n': '+'}) }}"}]
            outputs: [{id: said, type: STRING, value: "{{ outputs.t.value }}"}]
            """),
        flow(
            "items",
            "tasks:\n"
                + LINES
                + """
                  - id: each
                    type: io.kestra.plugin.core.flow.ForEachItem
                    items: "{{ outputs.lines.uri }}"
                    batch: {rows: 2}
                    namespace: test
                    flowId: batch
                    labels: {nr: "{{ taskrun.iteration }}"}
                    inputs: {items: "{{ taskrun.items }}", n: "{{ taskrun.iteration }}"}
                  - {id: end, type: io.kestra.plugin.core.debug.Return, format: "{{ read(outputs.each_merge.subflowOutputs) }}"}
                """));
    var whole = house.run("items");
    assertThat(whole.execution().state()).isEqualTo(State.SUCCESS);
    assertThat(order(whole))
        .containsExactly("lines", "each", "each_split", "each_items", "each_merge", "end");
    assertThat(only(whole, "each_items").outputs())
        .isEqualTo(
            Map.of(
                "numberOfBatches",
                3,
                "iterations",
                Map.of("CREATED", 0, "RUNNING", 0, "SUCCESS", 3)));
    assertThat(String.valueOf(only(whole, "end").outputs().get("value")).lines().toList())
        .containsExactly("{\"said\":\"0:a+b\"}", "{\"said\":\"1:c+d\"}", "{\"said\":\"2:e\"}");
    assertThat(house.executionsOf("batch"))
        .extracting(it -> it.labels().get("nr"))
        .containsExactlyInAnyOrder("0", "1", "2");
  }

  @Test
  void only_batches_that_failed_are_done_again() {
    house.deploy(
        flow(
            "picky",
            """
            inputs: [{id: n, type: INT}]
            tasks: [{id: t, type: io.kestra.plugin.core.execution.Fail, condition: "{{ inputs.n == 1 and kv('mended', errorOnMissing=false) != 'yes' }}"}]
            outputs: [{id: n, type: INT, value: "{{ inputs.n }}"}]
            """),
        flow(
            "again",
            "tasks:\n"
                + LINES
                + """
                  - id: each
                    type: io.kestra.plugin.core.flow.ForEachItem
                    items: "{{ outputs.lines.uri }}"
                    batch: {rows: 2}
                    namespace: test
                    flowId: picky
                    inputs: {n: "{{ taskrun.iteration }}"}
                """),
        flow(
            "mend",
            "tasks: [{id: m, type: io.kestra.plugin.core.kv.Set, key: mended, value: 'yes'}]"));
    var id = house.start("again", Map.of());
    assertThat(house.end(id).execution().state()).isEqualTo(State.FAILED);
    house.run("mend");
    house.orchestrator().restart(id).toCompletableFuture().join();
    var whole =
        house.await(id, it -> it.execution().finished() && it.execution().state() == State.SUCCESS);
    assertThat(house.executionsOf("picky"))
        .extracting(Execution::state)
        .containsExactlyInAnyOrder(State.SUCCESS, State.SUCCESS, State.FAILED, State.SUCCESS);
    assertThat(house.text(only(whole, "each_merge").outputs().get("subflowOutputs")))
        .isEqualTo("{\"n\":0}\n{\"n\":1}\n{\"n\":2}\n");
  }

  @Test
  void a_kill_reaches_the_executions_of_all_batches_also_after_a_restart() {
    house.deploy(
        flow("nap", "tasks: [{id: s, type: io.kestra.plugin.core.flow.Pause}]"),
        flow(
            "killed",
            "tasks:\n"
                + LINES
                + """
                  - id: each
                    type: io.kestra.plugin.core.flow.ForEachItem
                    items: "{{ outputs.lines.uri }}"
                    namespace: test
                    flowId: nap
                """));
    var id = house.start("killed", Map.of());
    house.await(id, it -> house.executionsOf("nap").size() == 5);
    house.restart();
    house.orchestrator().kill(id, Cascade.CHILDREN).toCompletableFuture().join();
    assertThat(house.end(id).execution().state()).isEqualTo(State.KILLED);
    assertThat(house.executionsOf("nap")).allMatch(it -> it.state() == State.KILLED);
  }

  @Test
  void a_batch_that_cannot_be_started_fails_and_no_other_follows() {
    house.deploy(
        flow("needs", "inputs: [{id: n, type: INT}]\n" + "tasks:\n" + LINES),
        flow(
            "wrong",
            "tasks:\n"
                + LINES
                + """
                  - id: each
                    type: io.kestra.plugin.core.flow.ForEachItem
                    items: "{{ outputs.lines.uri }}"
                    namespace: test
                    flowId: needs
                    inputs: {n: "{{ taskrun.iteration == 2 ? 'x' : '1' }}"}
                """));
    var whole = house.run("wrong");
    assertThat(whole.execution().state()).isEqualTo(State.FAILED);
    assertThat(house.executionsOf("needs")).hasSize(2);
    assertThat(house.logs(whole.execution().id()))
        .anyMatch(line -> line.startsWith("ERROR each_items: batch 2: The inputs"));
  }

  // ---- Loop

  @Test
  void an_iteration_sees_its_own_outputs_and_gives_back_what_it_names() {
    house.deploy(
        flow(
            "loop",
            """
            tasks:
              - id: l
                type: io.kestra.plugin.core.flow.Loop
                values: ["x", "y", "x"]
                outputs:
                  - {id: said, type: STRING, value: "{{ outputs.b.value }}"}
                  - {id: at, type: INT, value: "{{ item.index }}"}
                tasks:
                  - {id: a, type: io.kestra.plugin.core.debug.Return, format: "{{ item.value }}{{ iteration }}"}
                  - id: if
                    type: io.kestra.plugin.core.flow.If
                    condition: "{{ outputs.a.value == 'y1' }}"
                    then: [{id: c, type: io.kestra.plugin.core.log.Log, message: "is {{ outputs.a.value }}"}]
                  - {id: b, type: io.kestra.plugin.core.debug.Return, format: "<{{ outputs.a.value }}>"}
              - {id: end, type: io.kestra.plugin.core.debug.Return, format: "{{ loopOutputs(outputs.l.outputs, 'said') | join(' ') }} {{ outputs.l.iterationCount }} {{ iterationOutput(outputs.a, 2).value }}"}
            """));
    var whole = house.run("loop");
    assertThat(whole.execution().state()).isEqualTo(State.SUCCESS);
    assertThat(only(whole, "end").outputs()).isEqualTo(Map.of("value", "<x0> <y1> <x2> 3 x2"));
    assertThat(only(whole, "l").outputs().get("outputs"))
        .isEqualTo(
            List.of(
                Map.of("said", "<x0>", "at", 0),
                Map.of("said", "<y1>", "at", 1),
                Map.of("said", "<x2>", "at", 2)));
    assertThat(house.logs(whole.execution().id())).contains("INFO c: is y1");
  }

  @Test
  void loops_inside_loops_know_the_items_around_them() {
    house.deploy(
        flow(
            "nested",
            """
            tasks:
              - id: outer
                type: io.kestra.plugin.core.flow.Loop
                values: {k: 1, j: {deep: true}}
                concurrencyLimit: 1
                tasks:
                  - {id: o, type: io.kestra.plugin.core.debug.Return, format: "{{ item.key }}={{ item.value }}"}
                  - id: inner
                    type: io.kestra.plugin.core.flow.Loop
                    values: "[1, 2]"
                    outputs: [{id: all, type: STRING, value: "{{ outputs.i.value }}"}]
                    tasks:
                      - {id: i, type: io.kestra.plugin.core.debug.Return, format: "{{ outputs.o.value }}/{{ item.value }}/{{ item.parent.key }}/{{ item.parents | length }}"}
                      - id: each
                        type: io.kestra.plugin.core.flow.ForEach
                        values: [p, q]
                        tasks:
                          - {id: e, type: io.kestra.plugin.core.debug.Return, format: "{{ taskrun.value }}{{ item.index }}"}
                      - {id: s, type: io.kestra.plugin.core.debug.Return, format: "{{ outputs.e.q.value }}"}
                  - {id: said, type: io.kestra.plugin.core.log.Log, message: "{{ loopOutputs(outputs.inner.outputs, 'all') }} {{ outputs.s['1'].value }}"}
            """));
    var whole = house.run("nested");
    assertThat(whole.execution().state()).isEqualTo(State.SUCCESS);
    assertThat(house.logs(whole.execution().id()))
        .containsExactly(
            "INFO said: [\"k=1/1/k/1\",\"k=1/2/k/1\"] q1",
            "INFO said: [\"j={\"deep\":true}/1/j/1\",\"j={\"deep\":true}/2/j/1\"] q1"
                .replace("{\"deep\":true}", "{\\\"deep\\\":true}"));
  }

  @Test
  void a_loop_goes_through_the_lines_of_a_file_and_stores_what_they_gave() {
    house.deploy(
        flow(
            "file",
            """
            tasks:
              - {id: lines, type: io.kestra.plugin.core.storage.Write, content: "{% for i in range(1, 2500) %}{{ '{' }}n: {{ i }}{{ '}' }}\\n{% endfor %}"}
              - id: l
                type: io.kestra.plugin.core.flow.Loop
                values: "{{ outputs.lines.uri }}"
                concurrencyLimit: 50
                outputs: [{id: n, type: INT, value: "{{ fromJson(item.value).n }}"}]
                tasks:
                  - {id: t, type: io.kestra.plugin.core.flow.Sequential, tasks: [{id: x, type: io.kestra.plugin.core.execution.Labels, labels: {}}]}
            """));
    var id = house.start("file", Map.of());
    house.await(id, it -> it.taskRuns().size() > 3000);
    house.restart();
    var whole = house.end(id);
    assertThat(whole.execution().state()).isEqualTo(State.SUCCESS);
    assertThat(only(whole, "l").outputs()).containsEntry("iterationCount", 2500);
    var lines = house.text(only(whole, "l").outputs().get("uri")).lines().toList();
    assertThat(lines).hasSize(2500);
    assertThat(lines.getLast()).isEqualTo("{\"n\":2500}");
  }

  @Test
  void a_loop_breaks_when_it_is_told_to() {
    house.deploy(
        flow(
            "breaks",
            """
            tasks:
              - id: l
                type: io.kestra.plugin.core.flow.Loop
                values: "{{ range(1, 10) }}"
                concurrencyLimit: 1
                breakWhen: "{{ outputs.t.value == '4' }}"
                tasks: [{id: t, type: io.kestra.plugin.core.debug.Return, format: "{{ item.value }}"}]
              - {id: end, type: io.kestra.plugin.core.debug.Return, format: "{{ outputs.l.iterationCount }}"}
            """));
    var whole = house.run("breaks");
    assertThat(whole.execution().state()).isEqualTo(State.SUCCESS);
    assertThat(only(whole, "end").outputs()).isEqualTo(Map.of("value", "4"));
  }

  @Test
  void a_loop_need_not_care_how_its_iterations_end() {
    var body =
        """
        tasks:
          - id: l
            type: io.kestra.plugin.core.flow.Loop
            values: [1, 2, 3]
            transmitFailed: %s
            concurrencyLimit: 1
            outputs: [{id: v, type: STRING, value: "{{ item.value }}"}]
            tasks: [{id: t, type: io.kestra.plugin.core.execution.Fail, condition: "{{ item.value == '2' }}"}]
        """;
    house.deploy(flow("careless", body.formatted(false)), flow("careful", body.formatted(true)));
    var careless = house.run("careless");
    assertThat(careless.execution().state()).isEqualTo(State.SUCCESS);
    assertThat(only(careless, "l").outputs().get("outputs"))
        .isEqualTo(List.of(Map.of("v", "1"), Map.of(), Map.of("v", "3")));
    var careful = house.run("careful");
    assertThat(careful.execution().state()).isEqualTo(State.FAILED);
    assertThat(careful.taskRuns()).hasSize(5);
  }
}
