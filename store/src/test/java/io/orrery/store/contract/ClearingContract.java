package io.orrery.store.contract;

import static io.orrery.store.contract.Samples.FLOW;
import static io.orrery.store.contract.Samples.T0;
import static io.orrery.store.contract.Samples.chunk;
import static io.orrery.store.contract.Samples.created;
import static io.orrery.store.contract.Samples.ended;
import static io.orrery.store.contract.Samples.id;
import static io.orrery.store.contract.Samples.in;
import static io.orrery.store.contract.Samples.line;
import static io.orrery.store.contract.Samples.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.execution.TaskRun;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import io.orrery.store.query.LogFilter;
import io.orrery.store.query.LogQueries.Cursor;
import io.orrery.store.query.LogQueries.LogLine;
import io.orrery.store.query.Purges;
import io.orrery.store.sql.SqlFlowStore;
import io.orrery.store.sql.SqlMetricQueries;
import io.orrery.store.sql.SqlPurges;
import io.orrery.store.vnode.Changes;
import io.orrery.store.vnode.MetricRow;
import io.orrery.store.vnode.SavedFlow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// What a store promises when things are taken away: just those, and nothing that is needed.
abstract class ClearingContract extends StoreContract {

  private static final FlowId OTHER = new FlowId("acme.ops", "backup");

  private void commit(Consumer<Changes> changing) {
    var changes = new Changes();
    changing.accept(changes);
    commit(changes);
  }

  private Purges purges() {
    return new SqlPurges(database);
  }

  // ---- rounds of loops

  @Test
  void a_cleared_round_takes_its_task_runs_whatever_their_state_and_no_others() {
    commit(
        changes -> {
          changes.insert(created(1));
          changes.insert(created(2));
          changes.insert(run(id(1), 0, "until", T0));
          changes.insert(below(run(id(1), 1, "a", T0), 0));
          changes.insert(
              ended(
                  below(run(id(1), 2, "b", T0), 0), State.SUCCESS, T0, List.of(), Map.of("v", 1)));
          changes.insert(below(run(id(1), 3, "a", T0), 0));
          changes.insert(below(run(id(1), 4, "beside", T0), -1));
          changes.insert(below(run(id(2), 1, "a", T0), 0));
        });
    commit(changes -> changes.clear(new Changes.Cleared(new TaskRunId(id(1), 0), 1, 3)));

    assertThat(seqs(1)).containsExactly(0, 3, 4);
    assertThat(seqs(2)).containsExactly(1);
    assertThat(store.outputs(id(1), "b")).isEmpty();
  }

  @Test
  void what_begins_anew_in_the_turn_that_clears_stays() {
    commit(
        changes -> {
          changes.insert(created(1));
          changes.insert(run(id(1), 0, "until", T0));
          changes.insert(below(run(id(1), 1, "a", T0), 0));
        });
    commit(
        changes -> {
          changes.clear(new Changes.Cleared(new TaskRunId(id(1), 0), 1, 2));
          changes.insert(below(run(id(1), 2, "a", T0), 0));
        });
    assertThat(seqs(1)).containsExactly(0, 2);
  }

  private List<Integer> seqs(int execution) {
    return store.whole(id(execution)).orElseThrow().taskRuns().stream().map(TaskRun::seq).toList();
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

  // ---- executions

  @Test
  void a_removed_execution_leaves_the_logs_and_metrics_that_are_to_stay() {
    for (int n : List.of(1, 2, 3)) {
      commit(changes -> withTraces(changes, n));
    }
    commit(
        changes -> {
          changes.remove(id(1), false, true);
          changes.remove(id(2), true, false);
        });
    assertThat(store.whole(id(1))).isEmpty();
    assertThat(lines(1)).hasSize(2);
    assertThat(metrics(1)).isZero();
    assertThat(lines(2)).isEmpty();
    assertThat(metrics(2)).isEqualTo(1);
    assertThat(lines(3)).hasSize(2);
    assertThat(metrics(3)).isEqualTo(1);
  }

  private void withTraces(Changes changes, int n) {
    changes.insert(in(created(n), State.SUCCESS, T0.plusSeconds(1)));
    changes.add(
        chunk(
            id(n),
            0,
            line(T0, LogLevel.INFO, "one"),
            line(T0.plusSeconds(5), LogLevel.ERROR, "two")));
    changes.add(
        new MetricRow(FLOW, new TaskRunId(id(n), 0), "say", "counter", "rows", 1, Map.of(), T0));
  }

  private List<String> lines(int n) {
    return logs.after(LogFilter.of(id(n), LogLevel.TRACE), Cursor.START, 100).stream()
        .map(LogLine::message)
        .toList();
  }

  private int metrics(int n) {
    return new SqlMetricQueries(database).of(id(n)).size();
  }

  // ---- purges

  @Test
  void lines_and_metrics_of_executions_are_counted_and_only_deleted_when_asked() {
    commit(changes -> withTraces(changes, 1));
    commit(changes -> withTraces(changes, 2));
    var one = Set.of(id(1));
    assertThat(purges().logsOf(one, false)).isEqualTo(2);
    assertThat(purges().metricsOf(one, false)).isEqualTo(1);
    assertThat(lines(1)).hasSize(2);
    assertThat(purges().logsOf(one, true)).isEqualTo(2);
    assertThat(purges().metricsOf(one, true)).isEqualTo(1);
    assertThat(lines(1)).isEmpty();
    assertThat(metrics(1)).isZero();
    assertThat(lines(2)).hasSize(2);
    assertThat(metrics(2)).isEqualTo(1);
  }

  @Test
  void lines_are_purged_by_level_and_time_in_pieces_also_out_of_the_middle_of_a_chunk() {
    for (int n : List.of(1, 2, 3)) {
      commit(changes -> withTraces(changes, n));
    }
    var filter = anyBefore(3);
    var piece = purges().logs(filter, Set.of(LogLevel.INFO, LogLevel.ERROR), 0, 2);
    assertThat(piece.lines()).isEqualTo(2); // the ERROR lines are younger
    assertThat(piece.next()).isPresent();
    assertThat(lines(1)).containsExactly("two");
    assertThat(lines(3)).containsExactly("one", "two");
    var rest = purges().logs(filter, Set.of(LogLevel.INFO), piece.next().get(), 2);
    assertThat(rest.lines()).isEqualTo(1);
    assertThat(rest.next()).isEmpty();
    assertThat(lines(3)).containsExactly("two");
  }

  private static LogFilter anyBefore(int seconds) {
    var any = LogFilter.of(id(1), LogLevel.TRACE);
    return new LogFilter(
        any.text(),
        Optional.of("acme"),
        any.flowId(),
        Optional.empty(),
        any.taskRun(),
        any.taskId(),
        any.attempt(),
        any.triggerId(),
        any.minLevel(),
        any.from(),
        Optional.of(T0.plusSeconds(seconds)));
  }

  // ---- revisions

  private void revisions(FlowId flow, int count) {
    for (int n = 1; n <= count; n++) {
      int revision = n;
      commit(
          changes ->
              changes.add(
                  new SavedFlow(
                      flow, revision, "v" + revision, false, false, T0.plusSeconds(revision))));
    }
  }

  private List<Integer> there(FlowId flow) {
    return new SqlFlowStore(database).revisions(flow).stream().map(SavedFlow::revision).toList();
  }

  @Test
  void revisions_are_forgotten_but_the_newest_and_those_that_run() {
    revisions(FLOW, 5);
    commit(changes -> changes.insert(created(1))); // of revision 3
    var flows = new SqlFlowStore(database);
    assertThat(flows.forget(FLOW, Set.of(1, 3, 5, 9))).containsExactly(3, 5);
    assertThat(there(FLOW)).containsExactly(2, 3, 4, 5);

    commit(changes -> changes.update(in(created(1), State.SUCCESS, T0.plusSeconds(1))));
    assertThat(flows.forget(FLOW, Set.of(2, 3, 4))).isEmpty();
    assertThat(there(FLOW)).containsExactly(5);
    assertThat(flows.latest(FLOW).map(SavedFlow::source)).contains("v5");
    assertThat(flows.forget(OTHER, Set.of(1))).isEmpty();
  }

  @Test
  void revisions_are_purged_by_age_and_namespace_a_few_at_a_time() {
    revisions(FLOW, 4);
    revisions(OTHER, 2);
    commit(changes -> changes.insert(created(1))); // of revision 3
    var before = T0.plusSeconds(4);
    assertThat(purges().revisions(Optional.of("acme.sales"), Optional.empty(), before, 1))
        .isEqualTo(1);
    assertThat(there(FLOW)).containsExactly(2, 3, 4);
    assertThat(purges().revisions(Optional.of("acme"), Optional.empty(), before, 100)).isEqualTo(2);
    assertThat(there(FLOW)).containsExactly(3, 4);
    assertThat(there(OTHER)).containsExactly(2);
    assertThat(purges().revisions(Optional.empty(), Optional.of("backup"), before, 100)).isZero();
  }
}
