package io.orrery.app.flows;

import static io.orrery.app.flows.House.only;
import static io.orrery.app.flows.House.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.controller.Orchestrator.Evaluated;
import io.orrery.controller.Orchestrator.Refused;
import io.orrery.controller.Orchestrator.Removal;
import io.orrery.controller.Orchestrator.Replay;
import io.orrery.controller.Orchestrator.Start;
import io.orrery.engine.execution.Breakpoint;
import io.orrery.engine.execution.Execution;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.ExecutionIds;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.State;
import io.orrery.model.state.StateChange;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What people do to executions, on every database.
abstract class ActionsContract extends HouseContract {

  private static final String FLAKY =
      """
      id: flaky
      namespace: test
      inputs: [{id: name, type: STRING, defaults: ada}]
      tasks:
        - {id: a, type: io.kestra.plugin.core.debug.Return, format: "{{ inputs.name }}"}
        - id: loop
          type: io.kestra.plugin.core.flow.ForEach
          values: [x, y]
          tasks:
            - {id: b, type: io.kestra.plugin.core.execution.Fail, condition: "{{ taskrun.value == 'y' and execution.id == execution.originalId }}"}
            - {id: c, type: io.kestra.plugin.core.debug.Return, format: "{{ outputs.a.value }} {{ taskrun.value }}"}
      finally: [{id: f, type: io.kestra.plugin.core.log.Log, message: done}]
      """;

  @BeforeEach
  void furnish() {
    house.deploy(FLAKY);
  }

  private static <T> T join(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private WholeExecution failed() {
    var whole = house.run("flaky");
    assertThat(whole.execution().state()).isEqualTo(State.FAILED);
    assertThat(order(whole)).containsExactly("a", "loop", "b[x]", "c[x]", "b[y]", "f");
    return whole;
  }

  private static Replay replay(ExecutionId source, Optional<TaskRunId> from) {
    return new Replay(source, from, Optional.empty(), Optional.empty(), Optional.empty());
  }

  private static TaskRunId run(WholeExecution whole, String taskId, String... path) {
    return whole.taskRuns().stream()
        .filter(run -> run.taskId().equals(taskId) && run.path().equals(List.of(path)))
        .findFirst()
        .orElseThrow()
        .id();
  }

  @Test
  void a_replay_from_a_task_run_keeps_what_came_before_under_a_new_id() {
    var source = failed();
    var id =
        join(house
                .orchestrator()
                .replay(replay(source.execution().id(), Optional.of(run(source, "b", "y")))))
            .id();
    house.restart();
    var whole = house.end(id);
    assertThat(whole.execution().state()).isEqualTo(State.SUCCESS);
    assertThat(order(whole)).containsExactly("a", "loop", "b[x]", "c[x]", "b[y]", "c[y]", "f");
    assertThat(whole.execution().fixed().parentId()).contains(source.execution().id());
    assertThat(whole.taskRuns().get(4).attempts()).hasSize(2);
    assertThat(whole.taskRuns().get(5).outputs()).isEqualTo(Map.of("value", "ada y"));
    assertThat(house.end(source.execution().id()).taskRuns()).isEqualTo(source.taskRuns());
  }

  @Test
  void what_a_replay_keeps_for_later_values_is_there_after_a_restart_of_the_server() {
    house.deploy(
        """
        id: nested
        namespace: test
        tasks:
          - id: outer
            type: io.kestra.plugin.core.flow.ForEach
            values: [x, y, z]
            tasks:
              - id: inner
                type: io.kestra.plugin.core.flow.ForEach
                values: [a]
                tasks: [{id: say, type: io.kestra.plugin.core.log.Log, message: hi}]
        """);
    var source = house.run("nested");
    house.drain(Duration.ZERO); // so that no job of the replay begins
    var id =
        join(house
                .orchestrator()
                .replay(replay(source.execution().id(), Optional.of(run(source, "say", "x", "a")))))
            .id();
    var waiting = house.await(id, State.RUNNING);
    assertThat(order(waiting))
        .containsExactly("outer", "inner[x]", "say[x, a]", "inner[y]", "inner[z]");
    assertThat(waiting.taskRuns().getLast().state()).isEqualTo(State.RESTARTED);

    house.restart();
    var end = house.end(id);
    assertThat(end.execution().state()).isEqualTo(State.SUCCESS);
    assertThat(order(end)).containsExactlyInAnyOrderElementsOf(order(source));
    assertThat(end.taskRuns()).allMatch(run -> run.state() == State.SUCCESS);
    assertThat(run(end, "inner", "z").seq()).isEqualTo(run(source, "inner", "z").seq());
  }

  @Test
  void a_breakpoint_holds_across_a_restart_of_the_server_and_is_left_once() {
    var id = ExecutionIds.next(Instant.EPOCH, new Random(7));
    join(
        house
            .orchestrator()
            .start(
                new Start(
                    new FlowId("test", "flaky"),
                    Optional.empty(),
                    Optional.of(id),
                    Map.of("name", "ada"),
                    Map.of(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(Breakpoint.parse("b.y"), Breakpoint.parse("f")))));
    var standing = house.await(id, State.BREAKPOINT);
    assertThat(order(standing)).containsExactly("a", "loop", "b[x]", "c[x]", "b[y]");
    house.restart();
    assertThat(house.await(id, State.BREAKPOINT)).isEqualTo(standing);

    join(house.orchestrator().leaveBreakpoint(id, List.of()));
    var whole = house.end(id);
    assertThat(whole.execution().state()).isEqualTo(State.FAILED); // as without any
    assertThat(order(whole)).containsExactly("a", "loop", "b[x]", "c[x]", "b[y]", "f");
    assertThatThrownBy(() -> join(house.orchestrator().leaveBreakpoint(id, List.of())))
        .hasCauseInstanceOf(Refused.class);
  }

  @Test
  void a_replay_from_the_beginning_may_have_other_inputs() {
    var source = failed().execution();
    var again =
        join(
            house
                .orchestrator()
                .replay(
                    new Replay(
                        source.id(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(Map.of("name", "bob")),
                        Optional.empty())));
    assertThat(again.history().changes())
        .extracting(StateChange::state)
        .containsExactly(State.CREATED);
    assertThat(only(house.end(again.id()), "a").outputs()).isEqualTo(Map.of("value", "bob"));
  }

  @Test
  void a_restart_on_another_revision_is_a_new_execution_on_it() {
    var source = failed().execution();
    house.deploy(FLAKY.replace("taskrun.value == 'y'", "taskrun.value == 'nobody'"));
    assertThatThrownBy(() -> join(house.orchestrator().restart(source.id(), 7)))
        .hasCauseInstanceOf(Refused.class);
    var id = join(house.orchestrator().restart(source.id(), 2)).id();
    var whole = house.end(id);
    assertThat(whole.execution().state()).isEqualTo(State.SUCCESS);
    assertThat(whole.execution().fixed().revision()).isEqualTo(2);
    assertThat(only(whole, "a").attempts()).hasSize(1);
  }

  @Test
  void a_task_run_marked_as_success_lets_the_rest_run_under_the_same_id() {
    var source = failed();
    var id = source.execution().id();
    var answer = join(house.orchestrator().mark(id, run(source, "b", "y"), State.SUCCESS));
    assertThat(answer.state()).isEqualTo(State.RESTARTED);
    var whole =
        house.await(id, it -> it.execution().finished() && it.execution().state() == State.SUCCESS);
    assertThat(order(whole)).containsExactly("a", "loop", "b[x]", "c[x]", "b[y]", "c[y]", "f");
    assertThatThrownBy(
            () -> join(house.orchestrator().mark(id, new TaskRunId(id, 99), State.SUCCESS)))
        .hasMessageContaining("No task found");
  }

  @Test
  void a_status_and_labels_are_rewritten_after_the_end_alone() {
    var id = failed().execution().id();
    join(house.orchestrator().changeStatus(id, State.WARNING));
    join(house.orchestrator().relabel(id, Map.of("team", "blue")));
    house.restart();
    var head = house.end(id).execution();
    assertThat(head.state()).isEqualTo(State.WARNING);
    assertThat(head.labels()).isEqualTo(Map.of("team", "blue", "system.correlationId", id.value()));
    assertThatThrownBy(() -> join(house.orchestrator().changeStatus(id, State.RUNNING)))
        .hasCauseInstanceOf(Refused.class);
    assertThatThrownBy(() -> join(house.orchestrator().forceRun(id)))
        .hasMessageContaining("it is WARNING");
  }

  @Test
  void a_paused_execution_finishes_what_runs_and_goes_on_when_it_is_resumed() {
    house.deploy(
        """
        id: long
        namespace: test
        tasks:
          - {id: a, type: io.kestra.plugin.core.flow.Sleep, duration: PT0.4S}
          - {id: b, type: io.kestra.plugin.core.debug.Return, format: x}
        """);
    var id = house.start("long", Map.of());
    house.await(id, State.RUNNING);
    join(house.orchestrator().pause(id));
    house.restart();
    var paused = house.await(id, it -> only(it, "a").state() == State.SUCCESS);
    assertThat(paused.execution().state()).isEqualTo(State.PAUSED);
    assertThat(order(paused)).containsExactly("a");
    join(house.orchestrator().resume(id, Map.of()));
    assertThat(order(house.end(id))).containsExactly("a", "b");
  }

  @Test
  void a_queued_execution_leaves_the_queue_when_somebody_says_so() {
    house.deploy(
        """
        id: one
        namespace: test
        concurrency: {limit: 1, behavior: QUEUE}
        tasks: [{id: w, type: io.kestra.plugin.core.flow.Pause}]
        """);
    house.await(house.start("one", Map.of()), State.PAUSED);
    var second = house.start("one", Map.of());
    var third = house.start("one", Map.of());
    var fourth = house.start("one", Map.of());
    join(house.orchestrator().unqueue(second, State.RUNNING));
    house.await(second, State.PAUSED);
    assertThat(join(house.orchestrator().unqueue(third, State.CANCELLED)).state())
        .isEqualTo(State.CANCELLED);
    join(house.orchestrator().forceRun(fourth));
    house.await(fourth, State.PAUSED);
  }

  @Test
  void an_execution_that_runs_is_removed_with_everything_only_when_that_is_asked_for() {
    house.deploy(
        """
        id: one
        namespace: test
        concurrency: {limit: 1, behavior: QUEUE}
        tasks: [{id: w, type: io.kestra.plugin.core.flow.Pause}]
        """);
    var first = house.start("one", Map.of());
    house.await(first, State.PAUSED);
    var second = house.start("one", Map.of());
    assertThatThrownBy(() -> join(house.orchestrator().delete(first)))
        .hasMessageContaining("it is PAUSED");
    assertThat(join(house.orchestrator().delete(first, new Removal(true, true, true)))).isTrue();
    house.await(second, State.PAUSED);
    assertThat(house.executionsOf("one")).extracting(Execution::id).containsExactly(second);
  }

  @Test
  void logs_stay_when_only_the_execution_is_to_go() {
    var id = failed().execution().id();
    assertThat(house.logs(id)).isNotEmpty();
    join(house.orchestrator().delete(id, new Removal(false, false, true)));
    assertThat(house.logs(id)).isNotEmpty();
  }

  @Test
  void a_template_is_rendered_as_a_task_run_would_see_it_without_secrets() {
    var whole = failed();
    var id = whole.execution().id();
    var run = Optional.of(run(whole, "c", "x"));
    assertThat(
            join(
                house.orchestrator().evaluate(id, run, "{{ taskrun.value }}{{ outputs.a.value }}")))
        .isEqualTo(new Evaluated.Result("xada"));
    assertThat(join(house.orchestrator().evaluate(id, run, "{{ nothing }}")))
        .isInstanceOfSatisfying(
            Evaluated.Failed.class,
            failure -> assertThat(failure.message()).contains("Unable to find `nothing`"));
  }

  @Test
  void whoever_asks_for_a_secret_input_sees_stars() {
    house.deploy(
        """
        id: discreet
        namespace: test
        inputs: [{id: pin, type: SECRET}]
        tasks: [{id: w, type: io.kestra.plugin.core.flow.Pause}]
        """);
    var id = house.enter("discreet", Map.of("pin", "swordfish"));
    house.await(id, State.PAUSED);
    assertThat(join(house.orchestrator().evaluate(id, Optional.empty(), "{{ inputs.pin }}")))
        .isEqualTo(new Evaluated.Result("******"));
  }
}
