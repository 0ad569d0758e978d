package io.orrery.store.contract;

import static io.orrery.store.contract.Samples.FLOW;
import static io.orrery.store.contract.Samples.T0;
import static io.orrery.store.contract.Samples.chunk;
import static io.orrery.store.contract.Samples.created;
import static io.orrery.store.contract.Samples.ended;
import static io.orrery.store.contract.Samples.fire;
import static io.orrery.store.contract.Samples.id;
import static io.orrery.store.contract.Samples.in;
import static io.orrery.store.contract.Samples.labelled;
import static io.orrery.store.contract.Samples.line;
import static io.orrery.store.contract.Samples.run;
import static io.orrery.store.contract.Samples.trigger;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.TaskRun;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import io.orrery.store.lease.Lease;
import io.orrery.store.query.ExecutionFilter;
import io.orrery.store.query.LogFilter;
import io.orrery.store.query.LogQueries.Cursor;
import io.orrery.store.query.PageRequest;
import io.orrery.store.vnode.Changes;
import io.orrery.store.vnode.Message;
import io.orrery.store.vnode.MetricRow;
import io.orrery.store.vnode.VnodeStore.LeaseLost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What a VnodeStore promises of one commit: the whole of it or nothing, once, and only by who owns
/// the vnodes.
abstract class CommitsContract extends StoreContract {

  @Test
  void a_commit_at_an_older_epoch_writes_nothing() {
    leases.release(lease);
    var later = leases.claim("other", Duration.ofMinutes(1)).orElseThrow();
    var changes = new Changes();
    changes.insert(created(1));
    assertThatThrownBy(() -> store.commit(lease, all(), changes)).isInstanceOf(LeaseLost.class);
    assertThat(store.whole(id(1))).isEmpty();
    store.commit(later, all(), changes);
    assertThat(store.whole(id(1))).isPresent();
  }

  @Test
  void a_commit_by_a_restarted_node_s_former_self_writes_nothing() {
    assertThat(leases.claim(lease.node(), Duration.ofMinutes(1))).isPresent();
    var changes = new Changes();
    changes.insert(created(1));
    assertThatThrownBy(() -> store.commit(lease, Set.of(0), changes)).isInstanceOf(LeaseLost.class);
    assertThat(store.whole(id(1))).isEmpty();
  }

  @Test
  void a_vnode_that_was_never_claimed_is_refused() {
    var wider = new Lease(lease.node(), lease.epoch(), Set.of(0, 99));
    assertThatThrownBy(() -> store.commit(wider, Set.of(0, 99), new Changes()))
        .isInstanceOf(LeaseLost.class)
        .hasMessageContaining("[99]");
  }

  @Test
  void a_failure_in_the_middle_leaves_nothing() {
    var slot = fire(trigger(FLOW, "daily", T0).id(), T0, id(1));
    var first = new Changes();
    first.add(slot);
    commit(first);
    var changes = new Changes();
    changes.insert(created(1));
    changes.insert(run(id(1), 0, "say", T0));
    changes.add(chunk(id(1), 0, line(T0, LogLevel.INFO, "hello")));
    changes.add(slot); // this slot has its decision
    assertThatThrownBy(() -> commit(changes)).isInstanceOf(IllegalStateException.class);
    assertThat(store.whole(id(1))).isEmpty();
    assertThat(logs.after(LogFilter.of(id(1), LogLevel.TRACE), Cursor.START, 10)).isEmpty();
    commitOne(created(2)); // and the store is as good as before
    assertThat(store.whole(id(2))).isPresent();
  }

  @Test
  void a_repeated_commit_is_a_no_op() {
    var changes = new Changes();
    changes.insert(created(1));
    changes.insert(run(id(1), 0, "say", T0));
    changes.add(chunk(id(1), 0, line(T0, LogLevel.INFO, "hello")));
    changes.add(fire(trigger(FLOW, "daily", T0).id(), T0, id(1)));
    changes.send(new Message(0, 3, "ended", "{}"));
    changes.add(metric("rows", 5));
    commit(changes);
    commit(changes);
    commit(changes);
    assertThat(logs.after(LogFilter.of(id(1), LogLevel.TRACE), Cursor.START, 10)).hasSize(1);
    assertThat(store.inbox(Set.of(3))).hasSize(1);
    assertThat(whole(id(1)).taskRuns()).hasSize(1);
    commitOne(created(2));
    assertThat(store.whole(id(2))).isPresent();
  }

  @Test
  void what_is_inserted_and_changed_in_one_turn_is_written_once_with_its_last_word() {
    var changes = new Changes();
    changes.insert(created(1));
    changes.update(in(created(1), State.RUNNING, T0.plusSeconds(1)));
    changes.insert(run(id(1), 0, "say", T0));
    var done = ended(run(id(1), 0, "say", T0), State.SUCCESS, T0, List.of(), Map.of("a", 1));
    changes.update(done);
    commit(changes);
    assertThat(whole(id(1)).execution().state()).isEqualTo(State.RUNNING);
    assertThat(whole(id(1)).taskRuns()).containsExactly(done);
  }

  @Test
  void a_removed_execution_takes_all_its_rows_along() {
    var changes = new Changes();
    changes.insert(labelled(created(1), "team", "blue"));
    changes.insert(labelled(created(2), "team", "blue"));
    changes.insert(run(id(1), 0, "say", T0));
    changes.loopValues(new TaskRunId(id(1), 0), List.of("1", "2"));
    changes.add(chunk(id(1), 0, line(T0, LogLevel.INFO, "hello")));
    changes.add(metric("rows", 5));
    commit(changes);
    var removal = new Changes();
    removal.update(run(id(1), 0, "say", T0));
    removal.add(chunk(id(1), 0, line(T0, LogLevel.INFO, "late")));
    removal.remove(id(1));
    commit(removal);
    assertThat(store.whole(id(1))).isEmpty();
    assertThat(store.loopValues(new TaskRunId(id(1), 0))).isEmpty();
    assertThat(logs.after(LogFilter.of(id(1), LogLevel.TRACE), Cursor.START, 10)).isEmpty();
    assertThat(found(Map.of("team", "blue"))).containsExactly(id(2));
    commitOne(created(1)); // its name is free again
    assertThat(whole(id(1)).taskRuns()).isEmpty();
  }

  @Test
  void a_removed_task_run_is_gone() {
    var changes = new Changes();
    changes.insert(created(1));
    changes.insert(run(id(1), 0, "a", T0));
    changes.insert(run(id(1), 1, "b", T0));
    commit(changes);
    var removal = new Changes();
    removal.remove(new TaskRunId(id(1), 1));
    commit(removal);
    assertThat(whole(id(1)).taskRuns()).extracting(TaskRun::taskId).containsExactly("a");
  }

  @Test
  void an_emptied_container_keeps_only_the_children_inserted_after_that() {
    var changes = new Changes();
    changes.insert(created(1));
    changes.insert(run(id(1), 0, "box", T0));
    changes.insert(below(run(id(1), 1, "a", T0), 0));
    changes.insert(run(id(1), 2, "other", T0));
    changes.insert(below(run(id(1), 3, "deep", T0), 2));
    commit(changes);
    var again = new Changes();
    again.insert(below(run(id(1), 4, "b", T0), 0));
    again.empty(new TaskRunId(id(1), 0));
    again.insert(below(run(id(1), 5, "a", T0), 0));
    commit(again);
    assertThat(whole(id(1)).taskRuns()).extracting(TaskRun::seq).containsExactly(0, 2, 3, 5);
  }

  @Test
  void readers_beside_the_writer_see_whole_turns() throws Exception {
    var reader =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (store.whole(id(299)).isEmpty()) {
                    for (var open : store.load(all()).executions()) {
                      assertThat(open.taskRuns()).hasSize(2);
                    }
                  }
                });
    var failure = new ArrayList<Throwable>();
    reader.setUncaughtExceptionHandler((thread, e) -> failure.add(e));
    for (int n = 0; n < 300; n++) {
      var changes = new Changes();
      changes.insert(created(n));
      changes.insert(run(id(n), 0, "a", T0));
      changes.insert(run(id(n), 1, "b", T0));
      commit(changes);
    }
    reader.join();
    assertThat(failure).isEmpty();
  }

  private static TaskRun below(TaskRun run, int parent) {
    return new TaskRun(
        run.id(),
        run.taskId(),
        run.node(),
        parent,
        run.branch(),
        run.value(),
        run.iteration(),
        run.path(),
        run.history(),
        run.attempts(),
        run.outputs(),
        run.frame(),
        run.wakeAt(),
        run.child());
  }

  private List<ExecutionId> found(Map<String, String> labels) {
    var any = ExecutionFilter.ANY;
    var filter =
        new ExecutionFilter(
            any.text(),
            any.namespace(),
            any.flowId(),
            any.states(),
            labels,
            any.from(),
            any.to(),
            any.triggerExecution(),
            any.child());
    return executions.search(filter, new PageRequest(1, 100, List.of())).results().stream()
        .map(Execution::id)
        .toList();
  }

  private static MetricRow metric(String name, double value) {
    return new MetricRow(
        FLOW, new TaskRunId(id(1), 0), "say", "counter", name, value, Map.of("k", "v"), T0);
  }
}
