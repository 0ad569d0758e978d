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
import static io.orrery.store.contract.Samples.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.engine.execution.Breakpoint;
import io.orrery.engine.execution.Course;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Execution.Fixed;
import io.orrery.engine.execution.Execution.TriggerInfo;
import io.orrery.engine.execution.Frame;
import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.trigger.Backfill;
import io.orrery.engine.trigger.Timetable;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.engine.trigger.Triggers;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.History;
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
import io.orrery.store.vnode.SavedFlow;
import io.orrery.store.vnode.VnodeStore.LeaseLost;
import io.orrery.store.vnode.VnodeStore.Needed;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What every VnodeStore promises.
abstract class VnodeStoreContract extends StoreContract {

  @Test
  void an_execution_comes_back_as_it_was_written() {
    var parent = new TaskRunId(id(900), 4);
    var fixed =
        new Fixed(
            FLOW,
            7,
            T0.minusSeconds(5),
            json(),
            Optional.of(new TriggerInfo("hourly", "Schedule", Map.of("date", "2026-03-01"))),
            Optional.of(parent),
            Optional.of(parent.execution()),
            id(800),
            3,
            T0.minusSeconds(90),
            Optional.of(T0.plusSeconds(60)));
    var begun = new BitSet();
    begun.set(0, 70);
    var done = new BitSet();
    done.set(3);
    var written =
        new Execution(
            id(1),
            History.of(State.CREATED, T0)
                .then(State.RUNNING, T0.plusNanos(1000))
                .then(State.PAUSED, T0.minusSeconds(1)),
            new Frame(Frame.Branch.ERRORS, -1, 5, 2, State.FAILED, true, true, begun, done),
            9,
            1,
            2,
            fixed,
            labels("team", "café ☕", "empty", ""),
            json(),
            json(),
            Optional.of(T0.plusSeconds(7)),
            Optional.of("no worker answers ' \" \\ \n ✗"),
            new Course(
                Optional.of(State.CANCELLED),
                Frame.Branch.ERRORS,
                done,
                Set.of("ünit", "b"),
                List.of(Breakpoint.parse("load"), Breakpoint.parse("each.v.1 \"✗\""))));
    var changes = new Changes();
    changes.insert(written);
    commit(changes);
    assertThat(whole(id(1)).execution()).isEqualTo(written);
    assertThat(store.load(all()).executions())
        .containsExactly(new WholeExecution(written, List.of()));
  }

  @Test
  void what_was_decided_of_an_execution_is_updated_and_may_be_taken_back() {
    var open = created(id(1), FLOW, T0);
    var changes = new Changes();
    changes.insert(open);
    commit(changes);
    var broken = new BitSet();
    broken.set(1);
    for (var course :
        List.of(
            new Course(Optional.empty(), Frame.Branch.MAIN, broken, Set.of(), List.of()),
            new Course(
                Optional.of(State.FAILED),
                Frame.Branch.MAIN,
                broken,
                Set.of("x"),
                List.of(Breakpoint.parse("t"))),
            new Course(
                Optional.empty(),
                Frame.Branch.MAIN,
                new BitSet(),
                Set.of(),
                List.of(Breakpoint.parse("t.v"))),
            Course.OPEN)) {
      var next =
          new Execution(
              open.id(),
              open.history(),
              open.root(),
              open.nextSeq(),
              open.paused(),
              open.retrying(),
              open.fixed(),
              open.labels(),
              open.outputs(),
              open.variables(),
              open.wakeAt(),
              open.error(),
              course);
      var update = new Changes();
      update.update(next);
      commit(update);
      assertThat(whole(id(1)).execution()).isEqualTo(next);
    }
  }

  @Test
  void a_task_run_comes_back_as_it_was_written() {
    var history = History.of(State.CREATED, T0).then(State.RUNNING, T0.plusMillis(3));
    var written =
        new TaskRun(
            new TaskRunId(id(1), 6),
            "each.ünit",
            12,
            5,
            Frame.Branch.AFTER,
            Optional.of("{\"a\":1}"),
            41,
            List.of("x", "", "{\"a\":1}"),
            history,
            List.of(
                new TaskRun.Attempt(history.then(State.FAILED, T0.plusMillis(4)), Optional.empty()),
                new TaskRun.Attempt(
                    history.then(State.RETRIED, T0.plusMillis(9)),
                    Optional.of("orrery:///log/1.txt"))),
            json(),
            Optional.of(Frame.START),
            Optional.of(T0.plusSeconds(30)),
            Optional.of(id(77)));
    var changes = new Changes();
    changes.insert(created(1));
    changes.insert(run(id(1), 5, "each", T0));
    changes.insert(written);
    commit(changes);
    assertThat(whole(id(1)).taskRuns()).last().isEqualTo(written);
  }

  @Test
  void an_update_changes_what_it_says_and_clears_what_became_empty() {
    var first = with(created(1), labels("a", "1", "b", "2"), Map.of("x", 1), Map.of("v", "w"));
    commitOne(first);
    var second =
        with(in(first, State.RUNNING, T0.plusSeconds(1)), labels("b", "3"), Map.of(), Map.of());
    var changes = new Changes();
    changes.update(second);
    commit(changes);
    assertThat(whole(id(1)).execution()).isEqualTo(second);
    assertThat(found(Map.of("a", "1"))).isEmpty();
    assertThat(found(Map.of("b", "2"))).isEmpty();
    assertThat(found(Map.of("b", "3"))).containsExactly(id(1));
  }

  @Test
  void an_update_of_the_state_alone_keeps_outputs_variables_and_labels() {
    var first = with(created(1), labels("a", "1"), Map.of("x", 1), Map.of("v", "w"));
    commitOne(first);
    var changes = new Changes();
    changes.update(in(first, State.SUCCESS, T0.plusSeconds(1)));
    commit(changes);
    assertThat(whole(id(1)).execution()).isEqualTo(in(first, State.SUCCESS, T0.plusSeconds(1)));
    assertThat(found(Map.of("a", "1"))).containsExactly(id(1));
  }

  @Test
  void inputs_read_later_take_the_place_of_those_stored_first() {
    commitOne(created(1));
    var changes = new Changes();
    changes.update(in(created(1), State.RUNNING, T0.plusSeconds(1)));
    changes.inputs(id(1), Map.of("day", "Montag"));
    commit(changes);
    assertThat(whole(id(1)).execution().fixed().inputs()).isEqualTo(Map.of("day", "Montag"));
  }

  @Test
  void loading_gives_only_what_is_open() {
    var changes = new Changes();
    for (int n = 1; n <= 4; n++) {
      changes.insert(created(n));
      changes.insert(run(id(n), 0, "first", T0));
      changes.insert(run(id(n), 1, "second", T0));
    }
    commit(changes);
    var more = new Changes();
    more.update(in(created(2), State.SUCCESS, T0.plusSeconds(3)));
    more.update(ended(run(id(3), 0, "first", T0), State.SUCCESS, T0, List.of(), Map.of()));
    commit(more);
    var loaded = store.load(all()).executions();
    assertThat(loaded).extracting(e -> e.execution().id()).containsExactly(id(1), id(3), id(4));
    assertThat(loaded.get(0).taskRuns()).hasSize(2);
    assertThat(loaded.get(1).taskRuns()).extracting(TaskRun::seq).containsExactly(1);
  }

  @Test
  void an_execution_that_ended_but_has_tasks_left_is_open() {
    var afterwards =
        new Execution(
            id(1),
            History.of(State.CREATED, T0).then(State.SUCCESS, T0.plusSeconds(1)),
            Frame.START.entering(Frame.Branch.AFTER),
            1,
            0,
            0,
            created(1).fixed(),
            Map.of(),
            Map.of(),
            Map.of(),
            Optional.empty(),
            Optional.empty());
    commitOne(afterwards);
    assertThat(store.load(all()).executions())
        .containsExactly(new WholeExecution(afterwards, List.of()));
  }

  @Test
  void loading_gives_only_the_asked_vnodes() {
    var changes = new Changes();
    var flows = IntStream.range(0, 40).mapToObj(n -> new FlowId("acme", "flow" + n)).toList();
    for (int n = 0; n < flows.size(); n++) {
      changes.insert(created(id(n), flows.get(n), T0.plusMillis(n)));
      changes.put(trigger(flows.get(n), "daily", T0));
      changes.send(new Message(0, vnode(flows.get(n)), "hello", "{\"n\":" + n + "}"));
    }
    commit(changes);
    var loaded = store.load(Set.of(2, 5));
    assertThat(loaded.executions())
        .hasSizeBetween(2, 39)
        .allMatch(e -> Set.of(2, 5).contains(vnode(e.execution().fixed().flow())));
    assertThat(store.needed(Set.of(2, 5), Needed.FIRST, T0, 100))
        .hasSameSizeAs(loaded.executions())
        .allMatch(t -> Set.of(2, 5).contains(vnode(t.id().flow())));
    assertThat(loaded.inbox())
        .hasSameSizeAs(loaded.executions())
        .allMatch(m -> Set.of(2, 5).contains(m.vnode()));
    assertThat(store.load(Set.of()).executions()).isEmpty();
  }

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

  @Test
  void outputs_are_found_by_task_and_loop_path_in_order_of_creation() {
    var changes = new Changes();
    changes.insert(created(1));
    for (int n = 0; n < 3; n++) {
      changes.insert(
          ended(
              run(id(1), n, "load", T0),
              State.SUCCESS,
              T0,
              List.of("v" + (9 - n)),
              Map.of("rows", n)));
    }
    changes.insert(ended(run(id(1), 3, "quiet", T0), State.SUCCESS, T0, List.of(), Map.of()));
    changes.insert(ended(run(id(1), 4, "count", T0), State.FAILED, T0, List.of(), Map.of("n", 1)));
    changes.insert(ended(run(id(1), 5, "busy", T0), State.RUNNING, T0, List.of(), Map.of("n", 1)));
    commit(changes);
    var outputs = store.outputs(id(1), "load");
    assertThat(new ArrayList<>(outputs.keySet()))
        .containsExactly(List.of("v9"), List.of("v8"), List.of("v7"));
    assertThat(outputs).containsEntry(List.of("v8"), Map.of("rows", 1));
    assertThat(store.outputs(id(1), "load", List.of("v8"))).contains(Map.of("rows", 1));
    assertThat(store.outputs(id(1), "load", List.of())).isEmpty();
    assertThat(store.outputs(id(1), "count", List.of())).contains(Map.of("n", 1));
    assertThat(store.outputs(id(1), "busy", List.of())).isEmpty();
    assertThat(store.outputs(id(1), "quiet")).isEmpty();
    assertThat(store.outputs(id(1), "busy")).isEmpty();
    assertThat(store.tasksWithOutputs(id(1))).containsExactly("busy", "count", "load");
  }

  @Test
  void loop_values_come_back_however_many() {
    var loop = new TaskRunId(id(1), 0);
    var few = List.of("1", "", "zwei \" \\ \0", "{\"a\":[null]}");
    var many = new ArrayList<String>();
    IntStream.range(0, 10_000).forEach(n -> many.add("value " + n));
    var changes = new Changes();
    changes.insert(created(1));
    changes.loopValues(loop, few);
    changes.loopValues(new TaskRunId(id(1), 1), many);
    commit(changes);
    assertThat(store.loopValues(loop)).isEqualTo(few);
    assertThat(store.loopValues(new TaskRunId(id(1), 1))).isEqualTo(many);
    assertThat(store.loopValues(new TaskRunId(id(1), 2))).isEmpty();
  }

  @Test
  void big_values_come_back() {
    var big = "0123456789abcdef☃".repeat(70_000);
    var outputs = Map.<String, Object>of("big", big);
    var changes = new Changes();
    changes.insert(with(created(1), Map.of(), outputs, Map.of()));
    changes.insert(ended(run(id(1), 0, "say", T0), State.SUCCESS, T0, List.of(), outputs));
    changes.add(chunk(id(1), 0, line(T0, LogLevel.INFO, big)));
    commit(changes);
    assertThat(whole(id(1)).execution().outputs()).isEqualTo(outputs);
    assertThat(whole(id(1)).taskRuns().getFirst().outputs()).isEqualTo(outputs);
    assertThat(logs.after(LogFilter.of(id(1), LogLevel.TRACE), Cursor.START, 10))
        .extracting(l -> l.message())
        .containsExactly(big);
  }

  @Test
  void text_that_databases_dislike_does_no_harm() {
    var nasty = "a\0b\ud800c";
    var changes = new Changes();
    changes.insert(labelled(with(created(1), Map.of(), Map.of("k", nasty), Map.of()), "l", nasty));
    changes.insert(run(id(1), 0, "say" + nasty, T0));
    changes.add(chunk(id(1), 0, line(T0, LogLevel.INFO, nasty)));
    commit(changes);
    assertThat(whole(id(1)).execution().outputs()).containsEntry("k", nasty);
    assertThat(whole(id(1)).taskRuns().getFirst().taskId()).isEqualTo("saya\ufffdb\ufffdc");
    var update = new Changes();
    update.update(labelled(created(1), "l", "fine"));
    commit(update);
    assertThat(found(Map.of("l", "fine"))).containsExactly(id(1));
  }

  @Test
  void a_backfill_is_kept_with_its_trigger() {
    var plain = trigger(FLOW, "a", T0);
    var changes = new Changes();
    changes.put(backfilling(plain, Optional.of(new ExecutionId("held"))));
    commit(changes);
    assertThat(store.load(all()).triggers())
        .containsExactly(backfilling(plain, Optional.of(new ExecutionId("held"))));
    var over = new Changes();
    over.put(plain);
    commit(over);
    assertThat(store.triggers(FLOW)).containsExactly(plain);
  }

  private static TriggerState backfilling(TriggerState state, Optional<ExecutionId> holder) {
    var backfill =
        new Backfill(
            "lane",
            T0.minusSeconds(60),
            T0,
            T0.minusSeconds(30),
            true,
            Map.of("n", 1, "deep", Map.of("er", "x")),
            Map.of("a", "b"),
            holder);
    return new TriggerState(
        state.id(),
        state.revision(),
        state.nextSlot(),
        state.lastSlot(),
        state.lastFiredAt(),
        state.holder(),
        state.disabled(),
        state.stopReason(),
        state.tzdata(),
        state.updatedAt(),
        Optional.of(backfill));
  }

  @Test
  void triggers_are_put_changed_and_removed() {
    var changes = new Changes();
    changes.put(trigger(FLOW, "a", T0));
    changes.put(trigger(FLOW, "b", T0));
    commit(changes);
    var more = new Changes();
    more.put(trigger(FLOW, "a", T0.plusSeconds(60)));
    more.remove(trigger(FLOW, "b", T0).id());
    commit(more);
    assertThat(store.triggers(FLOW)).containsExactly(trigger(FLOW, "a", T0.plusSeconds(60)));
    assertThat(needed(T0.plusSeconds(60))).containsExactly(trigger(FLOW, "a", T0.plusSeconds(60)));
  }

  private List<TriggerState> needed(Instant until) {
    return store.needed(all(), Needed.FIRST, until, 100);
  }

  @Test
  void schedules_are_read_page_by_page_in_the_order_in_which_they_are_due() {
    var other = new FlowId("acme", "other");
    var changes = new Changes();
    changes.put(trigger(FLOW, "late", T0.plusSeconds(3)));
    changes.put(trigger(FLOW, "b", T0));
    changes.put(trigger(other, "a", T0));
    changes.put(trigger(FLOW, "a", T0));
    changes.put(trigger(other, "soon", T0.plusMillis(1)));
    commit(changes);
    var names = new ArrayList<String>();
    var after = Needed.FIRST;
    for (var page = page(after); !page.isEmpty(); page = page(after)) {
      page.forEach(it -> names.add(it.id().flow().id() + "." + it.id().id()));
      after = Needed.at(page.getLast());
    }
    var expected =
        Stream.of(FLOW.id() + ".a", FLOW.id() + ".b", "other.a")
            .sorted(
                Comparator.comparing(
                    it -> it.startsWith("other.") ? other.namespace() : FLOW.namespace()))
            .toList();
    assertThat(names).startsWith(expected.toArray(String[]::new)).endsWith("other.soon");
    assertThat(names).hasSize(4);
    assertThat(needed(T0.plusSeconds(3))).hasSize(5);
  }

  private List<TriggerState> page(Needed after) {
    return store.needed(all(), after, T0.plusSeconds(2), 2);
  }

  @Test
  void what_a_new_owner_needs_at_once_is_loaded_and_the_rest_waits() {
    var held = backfilling(trigger(FLOW, "held", T0), Optional.empty());
    var resting = of(trigger(FLOW, "resting", T0), Timetable.tzdata());
    var stopped =
        of(Triggers.switched(trigger(FLOW, "off", T0), Optional.of("why"), T0), Timetable.tzdata());
    var hook =
        Triggers.switched(
            TriggerState.unseen(new TriggerId(FLOW, "hook"), T0), Optional.of("why"), T0);
    var moved = of(trigger(FLOW, "moved", T0.plusSeconds(99)), "1999a");
    var changes = new Changes();
    List.of(held, resting, stopped, hook, moved).forEach(changes::put);
    commit(changes);
    assertThat(store.load(all()).triggers())
        .extracting(it -> it.id().id())
        .containsExactlyInAnyOrder("held", "hook", "moved");
    assertThat(needed(T0)).containsExactly(resting);
    assertThat(store.triggers(FLOW)).hasSize(5);
    var released = new Changes();
    released.put(of(trigger(FLOW, "held", T0), Timetable.tzdata()));
    commit(released);
    assertThat(needed(T0)).hasSize(2);
    assertThat(store.load(all()).triggers()).hasSize(2);
  }

  /// As if these zone rules had been used.
  private static TriggerState of(TriggerState state, String tzdata) {
    return new TriggerState(
        state.id(),
        state.revision(),
        state.nextSlot(),
        state.lastSlot(),
        state.lastFiredAt(),
        state.holder(),
        state.disabled(),
        state.stopReason(),
        tzdata,
        state.updatedAt(),
        state.backfill());
  }

  @Test
  void triggers_of_deleted_flows_are_not_loaded() {
    var changes = new Changes();
    changes.put(trigger(FLOW, "a", T0));
    changes.add(new SavedFlow(FLOW, 1, "id: orders", false, false, T0));
    commit(changes);
    assertThat(needed(T0)).hasSize(1);
    var deletion = new Changes();
    deletion.add(new SavedFlow(FLOW, 2, "id: orders", false, true, T0));
    commit(deletion);
    assertThat(needed(T0)).isEmpty();
  }

  @Test
  void messages_wait_in_order_until_they_are_received() {
    var changes = new Changes();
    changes.send(new Message(0, 3, "first", "{\"a\":\"ü\"}"));
    changes.send(new Message(0, 3, "second", "{}"));
    changes.send(new Message(0, 4, "other", "{}"));
    commit(changes);
    var waiting = store.inbox(Set.of(3));
    assertThat(waiting).extracting(Message::kind).containsExactly("first", "second");
    assertThat(waiting.getFirst().body()).isEqualTo("{\"a\":\"ü\"}");
    assertThat(store.load(Set.of(3)).inbox()).isEqualTo(waiting);
    var receipt = new Changes();
    waiting.forEach(message -> receipt.received(message.id()));
    commit(receipt);
    assertThat(store.inbox(all())).extracting(Message::kind).containsExactly("other");
    var later = new Changes();
    later.send(new Message(0, 3, "third", "{}"));
    commit(later);
    assertThat(store.inbox(Set.of(3)).getFirst().id()).isGreaterThan(waiting.getLast().id());
  }

  @Test
  void ten_thousand_executions_load() {
    var changes = new Changes();
    for (int n = 0; n < 10_000; n++) {
      changes.insert(created(n));
      changes.insert(run(id(n), 0, "say", T0));
    }
    commit(changes);
    var loaded = store.load(all()).executions();
    assertThat(loaded).hasSize(10_000).allMatch(e -> e.taskRuns().size() == 1);
    assertThat(executions.search(ExecutionFilter.ANY, new PageRequest(1, 1, List.of())).total())
        .isEqualTo(10_000);
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

  private void commitOne(Execution execution) {
    var changes = new Changes();
    changes.insert(execution);
    commit(changes);
  }

  private WholeExecution whole(ExecutionId id) {
    return store.whole(id).orElseThrow();
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

  private static Map<String, String> labels(String... pairs) {
    var labels = new LinkedHashMap<String, String>();
    for (int i = 0; i < pairs.length; i += 2) {
      labels.put(pairs[i], pairs[i + 1]);
    }
    return labels;
  }

  private static Map<String, Object> json() {
    var map = new LinkedHashMap<String, @Nullable Object>();
    map.put("z first", "ünïcödé 🎈 \u0000 \" \\ / \n");
    map.put("a second", Arrays.asList(1, -2L + Integer.MIN_VALUE, 1.5, null, true, List.of()));
    map.put("nothing", null);
    map.put("exact", new BigDecimal("0.1234567890123456789"));
    map.put("huge", new BigInteger("123456789012345678901234567890"));
    map.put("nested", Map.of("deep", Map.of("deeper", List.of(Map.of("x", "")))));
    return asJson(map);
  }

  @SuppressWarnings("unchecked") // JSON-like maps may have nulls for values
  private static Map<String, Object> asJson(Map<String, ? extends @Nullable Object> map) {
    return (Map<String, Object>) map;
  }
}
