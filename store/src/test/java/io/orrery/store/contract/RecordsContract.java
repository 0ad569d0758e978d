package io.orrery.store.contract;

import static io.orrery.store.contract.Samples.FLOW;
import static io.orrery.store.contract.Samples.T0;
import static io.orrery.store.contract.Samples.chunk;
import static io.orrery.store.contract.Samples.created;
import static io.orrery.store.contract.Samples.ended;
import static io.orrery.store.contract.Samples.id;
import static io.orrery.store.contract.Samples.in;
import static io.orrery.store.contract.Samples.labelled;
import static io.orrery.store.contract.Samples.line;
import static io.orrery.store.contract.Samples.run;
import static io.orrery.store.contract.Samples.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.execution.Breakpoint;
import io.orrery.engine.execution.Course;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Execution.Fixed;
import io.orrery.engine.execution.Execution.TriggerInfo;
import io.orrery.engine.execution.Frame;
import io.orrery.engine.execution.TaskRun;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.History;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import io.orrery.store.query.ExecutionFilter;
import io.orrery.store.query.LogFilter;
import io.orrery.store.query.LogQueries.Cursor;
import io.orrery.store.query.PageRequest;
import io.orrery.store.vnode.Changes;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What a VnodeStore is given comes back as it was written.
abstract class RecordsContract extends StoreContract {

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
