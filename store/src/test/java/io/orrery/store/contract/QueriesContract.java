package io.orrery.store.contract;

import static io.orrery.store.contract.Samples.FLOW;
import static io.orrery.store.contract.Samples.T0;
import static io.orrery.store.contract.Samples.created;
import static io.orrery.store.contract.Samples.fire;
import static io.orrery.store.contract.Samples.id;
import static io.orrery.store.contract.Samples.in;
import static io.orrery.store.contract.Samples.labelled;
import static io.orrery.store.contract.Samples.run;
import static io.orrery.store.contract.Samples.trigger;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.engine.execution.Execution;
import io.orrery.engine.trigger.Fire;
import io.orrery.engine.trigger.SkipRange;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.State;
import io.orrery.store.query.ExecutionFilter;
import io.orrery.store.query.ExecutionQueries.Counted;
import io.orrery.store.query.PageRequest;
import io.orrery.store.query.PageRequest.Sort;
import io.orrery.store.query.TextMatch;
import io.orrery.store.query.TextMatch.Field;
import io.orrery.store.query.TextMatch.Kind;
import io.orrery.store.sql.SqlFlowStore;
import io.orrery.store.sql.SqlMetricQueries;
import io.orrery.store.sql.SqlTriggerQueries;
import io.orrery.store.vnode.Changes;
import io.orrery.store.vnode.MetricRow;
import io.orrery.store.vnode.SavedFlow;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What reads of executions, triggers and flows promise.
abstract class QueriesContract extends StoreContract {

  // --- executions

  @Test
  void executions_come_newest_first_in_pages_with_a_total() {
    someExecutions();
    var page = executions.search(ExecutionFilter.ANY, new PageRequest(2, 2, List.of()));
    assertThat(page.total()).isEqualTo(5);
    assertThat(page.results()).extracting(Execution::id).containsExactly(id(3), id(2));
    assertThat(executions.search(ExecutionFilter.ANY, new PageRequest(4, 2, List.of())).results())
        .isEmpty();
  }

  @Test
  void a_head_and_a_whole_execution_are_found_by_id() {
    someExecutions();
    assertThat(executions.head(id(2)).orElseThrow().state()).isEqualTo(State.FAILED);
    assertThat(executions.find(id(2)).orElseThrow().taskRuns()).hasSize(1);
    assertThat(executions.head(id(99))).isEmpty();
    assertThat(executions.find(id(99))).isEmpty();
  }

  @Test
  void a_namespace_means_itself_and_those_below() {
    someExecutions();
    assertThat(ids(filter().namespace("acme"))).containsExactly(id(4), id(3), id(2), id(1));
    assertThat(ids(filter().namespace("acme.sales"))).containsExactly(id(2), id(1));
    assertThat(ids(filter().namespace("acme%"))).isEmpty();
    assertThat(ids(filter().namespace("acm"))).isEmpty();
  }

  @Test
  void text_is_part_of_id_flow_or_namespace_and_has_no_wildcards() {
    someExecutions();
    assertThat(ids(filter().text("ORDER"))).containsExactly(id(2), id(1));
    assertThat(ids(filter().text("0004"))).containsExactly(id(4));
    assertThat(ids(filter().text("me-x"))).containsExactly(id(5));
    assertThat(ids(filter().text("o_d"))).isEmpty();
    assertThat(ids(filter().text("%"))).isEmpty();
    assertThat(ids(filter().text("!"))).isEmpty();
  }

  @Test
  void names_are_compared_in_every_way_and_wildcards_are_letters() {
    someExecutions();
    assertThat(like(Field.FLOW_ID, Kind.NONE_OF, "orders")).containsExactly(id(5), id(4), id(3));
    assertThat(like(Field.FLOW_ID, Kind.ANY_OF, "orders", "audit"))
        .containsExactly(id(3), id(2), id(1));
    assertThat(like(Field.NAMESPACE, Kind.ANY_OF, "acme")).containsExactly(id(3));
    assertThat(like(Field.NAMESPACE, Kind.WITHIN, "acme"))
        .containsExactly(id(4), id(3), id(2), id(1));
    assertThat(like(Field.NAMESPACE, Kind.STARTS_WITH, "ACME")).hasSize(5);
    assertThat(like(Field.NAMESPACE, Kind.ENDS_WITH, ".ops", "-x")).containsExactly(id(5), id(4));
    assertThat(like(Field.FLOW_ID, Kind.CONTAINS, "UDI")).containsExactly(id(3));
    assertThat(like(Field.FLOW_ID, Kind.CONTAINS, "%")).isEmpty();
    assertThat(like(Field.FLOW_ID, Kind.STARTS_WITH, "_")).isEmpty();
    assertThat(like(Field.ID, Kind.ANY_OF)).isEmpty();
    assertThat(like(Field.ID, Kind.NONE_OF)).hasSize(5);
  }

  private List<ExecutionId> like(Field field, Kind kind, String... values) {
    var any = ExecutionFilter.ANY;
    var match = new TextMatch(field, kind, List.of(values));
    var filter =
        new ExecutionFilter(
            any.text(),
            any.namespace(),
            any.flowId(),
            any.states(),
            any.labels(),
            any.from(),
            any.to(),
            any.triggerExecution(),
            any.child(),
            List.of(match));
    var found = executions.search(filter, FIRST).results();
    // The same in memory.
    assertThat(
            executions.search(any, FIRST).results().stream()
                .filter(
                    it ->
                        match.fits(
                            switch (field) {
                              case ID -> it.id().value();
                              case NAMESPACE -> it.fixed().flow().namespace();
                              case FLOW_ID -> it.fixed().flow().id();
                            })))
        .isEqualTo(found);
    return found.stream().map(Execution::id).toList();
  }

  @Test
  void states_filter_open_ended_and_mixed() {
    someExecutions();
    assertThat(ids(filter().states(State.FAILED, State.WARNING))).containsExactly(id(2));
    assertThat(ids(filter().states(State.CREATED))).containsExactly(id(5), id(4), id(3));
    assertThat(ids(filter().states(State.CREATED, State.SUCCESS)))
        .containsExactly(id(5), id(4), id(3), id(1));
    assertThat(ids(filter().states(State.KILLED))).isEmpty();
  }

  @Test
  void labels_must_all_hold_exactly() {
    var changes = new Changes();
    changes.insert(labelled(created(1), "team", "blue", "tier", "1"));
    changes.insert(labelled(created(2), "team", "blue", "tier", "2"));
    changes.insert(labelled(created(3), "team", "Blue"));
    changes.insert(
        labelled(created(4), "system.correlationId", id(1).value(), "system.username", "ann"));
    commit(changes);
    assertThat(ids(filter().label("team", "blue"))).containsExactly(id(2), id(1));
    assertThat(ids(filter().label("team", "blue").label("tier", "2"))).containsExactly(id(2));
    assertThat(ids(filter().label("system.correlationId", id(1).value()))).containsExactly(id(4));
    assertThat(ids(filter().label("team", "bl' or '1'='1"))).isEmpty();
    assertThat(executions.head(id(4)).orElseThrow().labels())
        .containsEntry("system.username", "ann");
  }

  @Test
  void times_are_from_inclusive_to_exclusive() {
    someExecutions();
    assertThat(ids(filter().from(T0.plusMillis(2)).to(T0.plusMillis(4))))
        .containsExactly(id(3), id(2));
  }

  @Test
  void executions_are_counted_by_piece_of_time_and_state() {
    someExecutions();
    var all = executions.search(ExecutionFilter.ANY, new PageRequest(1, 10, List.of())).results();
    var oldest = all.getLast().history().startedAt();

    var counted = executions.count(ExecutionFilter.ANY, oldest, Duration.ofDays(1));
    var later = executions.count(ExecutionFilter.ANY, oldest.plusMillis(1), Duration.ofNanos(1000));

    assertThat(counted).extracting(Counted::piece).containsOnly(0L);
    assertThat(counted).extracting(Counted::state).doesNotHaveDuplicates();
    assertThat(counted).extracting(Counted::count).contains(1L);
    assertThat(counted.stream().mapToLong(Counted::count).sum()).isEqualTo(all.size());
    assertThat(later.stream().mapToLong(Counted::count).sum()).isEqualTo(all.size() - 1L);
    assertThat(executions.count(filter().text("no such").build(), oldest, Duration.ofDays(1)))
        .isEmpty();
  }

  @Test
  void children_are_told_from_others() {
    var changes = new Changes();
    changes.insert(created(1));
    changes.insert(childOf(created(2), id(1)));
    commit(changes);
    assertThat(ids(filter().child(true))).containsExactly(id(2));
    assertThat(ids(filter().child(false))).containsExactly(id(1));
    assertThat(ids(filter().startedBy(id(1)))).containsExactly(id(2));
  }

  @Test
  void every_sort_field_sorts_and_an_open_end_comes_last() {
    someExecutions();
    assertThat(sorted("id", true)).containsExactly(id(1), id(2), id(3), id(4), id(5));
    assertThat(sorted("state.startDate", true)).first().isEqualTo(id(1));
    assertThat(sorted("state.current", true))
        .containsExactly(id(3), id(4), id(5), id(2), id(1)); // CREATED, FAILED, SUCCESS
    assertThat(sorted("state.endDate", true)).startsWith(id(1), id(2));
    assertThat(sorted("state.endDate", false)).startsWith(id(2), id(1));
    assertThat(sorted("namespace", true)) // by code point: '-' before '.'
        .containsExactly(id(3), id(5), id(4), id(1), id(2));
    assertThat(sorted("flowId", false)).startsWith(id(2), id(1));
  }

  @Test
  void an_unknown_sort_field_is_refused_with_the_known_ones() {
    var request = new PageRequest(1, 10, List.of(new Sort("state; drop table execution", true)));
    assertThatThrownBy(() -> executions.search(ExecutionFilter.ANY, request))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("state.startDate");
    var flows = new SqlFlowStore(database);
    assertThatThrownBy(() -> flows.search(Optional.empty(), Optional.empty(), request))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private void someExecutions() {
    var changes = new Changes();
    changes.insert(in(created(1), State.SUCCESS, T0.plusSeconds(1)));
    changes.insert(in(created(2), State.FAILED, T0.plusSeconds(2)));
    changes.insert(run(id(2), 0, "say", T0));
    changes.insert(created(id(3), new FlowId("acme", "audit"), T0.plusMillis(3)));
    changes.insert(created(id(4), new FlowId("acme.ops", "backup"), T0.plusMillis(4)));
    changes.insert(created(id(5), new FlowId("acme-x", "backup"), T0.plusMillis(5)));
    commit(changes);
  }

  private static Execution childOf(Execution execution, ExecutionId parent) {
    var fixed = execution.fixed();
    return new Execution(
        execution.id(),
        execution.history(),
        execution.root(),
        execution.nextSeq(),
        execution.paused(),
        execution.retrying(),
        new Execution.Fixed(
            fixed.flow(),
            fixed.revision(),
            fixed.createdAt(),
            fixed.inputs(),
            Optional.of(
                new Execution.TriggerInfo(
                    "call", "Subflow", Map.of("executionId", parent.value()))),
            Optional.empty(),
            Optional.empty(),
            fixed.originalId(),
            fixed.attemptNumber(),
            fixed.originalCreatedAt(),
            fixed.scheduleDate()),
        execution.labels(),
        execution.outputs(),
        execution.variables(),
        execution.wakeAt(),
        execution.error());
  }

  private List<ExecutionId> ids(Filter filter) {
    var page = executions.search(filter.build(), FIRST);
    assertThat(page.total()).isEqualTo(page.results().size());
    return page.results().stream().map(Execution::id).toList();
  }

  private List<ExecutionId> sorted(String field, boolean ascending) {
    var request = new PageRequest(1, 100, List.of(new Sort(field, ascending)));
    return executions.search(ExecutionFilter.ANY, request).results().stream()
        .map(Execution::id)
        .toList();
  }

  private static Filter filter() {
    return new Filter(ExecutionFilter.ANY);
  }

  /// One filter with more conditions, step by step.
  private record Filter(ExecutionFilter build) {
    Filter text(String text) {
      return with(Optional.of(text), build.namespace(), build.states(), build.labels());
    }

    Filter namespace(String namespace) {
      return with(build.text(), Optional.of(namespace), build.states(), build.labels());
    }

    Filter states(State... states) {
      return with(build.text(), build.namespace(), Set.of(states), build.labels());
    }

    Filter label(String key, String value) {
      var labels = new LinkedHashMap<>(build.labels());
      labels.put(key, value);
      return with(build.text(), build.namespace(), build.states(), labels);
    }

    Filter from(Instant from) {
      return with(Optional.of(from), build.to(), build.triggerExecution(), build.child());
    }

    Filter to(Instant to) {
      return with(build.from(), Optional.of(to), build.triggerExecution(), build.child());
    }

    Filter startedBy(ExecutionId id) {
      return with(build.from(), build.to(), Optional.of(id), build.child());
    }

    Filter child(boolean child) {
      return with(build.from(), build.to(), build.triggerExecution(), Optional.of(child));
    }

    private Filter with(
        Optional<String> text,
        Optional<String> namespace,
        Set<State> states,
        Map<String, String> labels) {
      return new Filter(
          new ExecutionFilter(
              text,
              namespace,
              build.flowId(),
              states,
              labels,
              build.from(),
              build.to(),
              build.triggerExecution(),
              build.child()));
    }

    private Filter with(
        Optional<Instant> from,
        Optional<Instant> to,
        Optional<ExecutionId> startedBy,
        Optional<Boolean> child) {
      return new Filter(
          new ExecutionFilter(
              build.text(),
              build.namespace(),
              build.flowId(),
              build.states(),
              build.labels(),
              from,
              to,
              startedBy,
              child));
    }
  }

  // --- triggers and their ledger

  @Test
  void triggers_are_searched_by_text_namespace_and_flow() {
    var triggers = new SqlTriggerQueries(database);
    var changes = new Changes();
    changes.put(trigger(FLOW, "daily", T0.plusSeconds(9)));
    changes.put(trigger(FLOW, "hourly", T0.plusSeconds(1)));
    changes.put(trigger(new FlowId("other", "orders"), "daily", T0.plusSeconds(5)));
    commit(changes);
    var none = Optional.<String>empty();
    assertThat(triggers.search(none, none, none, FIRST).total()).isEqualTo(3);
    assertThat(triggers.search(Optional.of("HOUR"), none, none, FIRST).results())
        .containsExactly(trigger(FLOW, "hourly", T0.plusSeconds(1)));
    assertThat(triggers.search(none, Optional.of("acme"), Optional.of("orders"), FIRST).results())
        .extracting(t -> t.id().id())
        .containsExactly("daily", "hourly");
    var byNext = new PageRequest(1, 2, List.of(new Sort("nextExecutionDate", false)));
    assertThat(triggers.search(none, none, none, byNext).results())
        .extracting(TriggerState::nextSlot)
        .containsExactly(Optional.of(T0.plusSeconds(9)), Optional.of(T0.plusSeconds(5)));
  }

  @Test
  void the_ledger_gives_fires_and_skipped_ranges_of_a_trigger_by_slot() {
    var triggers = new SqlTriggerQueries(database);
    var daily = trigger(FLOW, "daily", T0).id();
    var other = trigger(FLOW, "other", T0).id();
    var skipped =
        new Fire(
            daily,
            "backfill-1",
            T0.plusSeconds(60),
            Fire.Decision.SKIPPED_LATE,
            Fire.Cause.DB_OUTAGE,
            "skip",
            90_000,
            3,
            Optional.empty(),
            T0.plusSeconds(150));
    var range =
        new SkipRange(
            daily,
            Fire.SCHEDULE_LANE,
            T0.plusSeconds(120),
            T0.plusSeconds(600),
            9,
            Fire.Decision.SKIPPED_DISABLED,
            Fire.Cause.DISABLED,
            "skip",
            T0.plusSeconds(700));
    var changes = new Changes();
    changes.add(skipped);
    changes.add(fire(daily, T0, id(1)));
    changes.add(fire(daily, T0.plusSeconds(60), id(2)));
    changes.add(fire(other, T0, id(3)));
    changes.add(range);
    commit(changes);
    assertThat(triggers.fires(daily, T0, T0.plusSeconds(60)))
        .containsExactly(fire(daily, T0, id(1)), skipped, fire(daily, T0.plusSeconds(60), id(2)));
    assertThat(triggers.fires(daily, T0.plusSeconds(1), T0.plusSeconds(59))).isEmpty();
    assertThat(triggers.skips(daily, T0.plusSeconds(600), T0.plusSeconds(900)))
        .containsExactly(range);
    assertThat(triggers.skips(daily, T0, T0.plusSeconds(119))).isEmpty();
    assertThat(triggers.skips(other, T0, T0.plusSeconds(900))).isEmpty();
  }

  @Test
  void a_slot_has_one_decision_and_a_lane() {
    var daily = trigger(FLOW, "daily", T0).id();
    var changes = new Changes();
    changes.add(fire(daily, T0, id(1)));
    commit(changes);
    var second = new Changes();
    second.insert(created(2));
    second.add(fire(daily, T0, id(2)));
    assertThatThrownBy(() -> commit(second)).isInstanceOf(IllegalStateException.class);
    assertThat(executions.head(id(2))).isEmpty();
  }

  // --- flows

  @Test
  void flows_keep_every_revision_and_know_the_newest() {
    var flows = new SqlFlowStore(database);
    var first = new SavedFlow(FLOW, 1, "id: orders # ü\n", false, false, T0);
    var second =
        new SavedFlow(FLOW, 2, "id: orders\ndisabled: true\n", true, false, T0.plusMillis(5));
    var third = new SavedFlow(FLOW, 3, "id: orders\n", false, false, T0.plusMillis(6));
    save(first);
    save(second, third);
    assertThat(flows.latest(FLOW)).contains(third);
    assertThat(flows.revision(FLOW, 2)).contains(second);
    assertThat(flows.revision(FLOW, 4)).isEmpty();
    assertThat(flows.revisions(FLOW)).containsExactly(first, second, third);
    assertThat(flows.allLatest()).containsExactly(third);
    assertThat(flows.latest(new FlowId("acme.sales", "nope"))).isEmpty();
  }

  @Test
  void a_deleted_flow_leaves_the_lists_but_not_the_revisions() {
    var flows = new SqlFlowStore(database);
    var first = new SavedFlow(FLOW, 1, "id: orders", false, false, T0);
    var deletion = new SavedFlow(FLOW, 2, "id: orders", false, true, T0.plusMillis(5));
    save(first);
    save(deletion);
    assertThat(flows.allLatest()).isEmpty();
    assertThat(flows.search(Optional.empty(), Optional.empty(), FIRST).total()).isZero();
    assertThat(flows.namespaces()).isEmpty();
    assertThat(flows.latest(FLOW)).contains(deletion);
    assertThat(flows.revisions(FLOW)).containsExactly(first, deletion);
    var again = new SavedFlow(FLOW, 3, "id: orders", false, false, T0.plusMillis(9));
    save(again);
    assertThat(flows.allLatest()).containsExactly(again);
  }

  @Test
  void a_deletion_may_be_written_over_its_revision() {
    var flows = new SqlFlowStore(database);
    save(new SavedFlow(FLOW, 1, "id: orders", false, false, T0));
    var deletion = new SavedFlow(FLOW, 1, "id: orders", false, true, T0.plusMillis(5));
    save(deletion);
    assertThat(flows.latest(FLOW)).contains(deletion);
    assertThat(flows.revisions(FLOW)).containsExactly(deletion);
  }

  @Test
  void flows_are_searched_and_listed_by_namespace() {
    var flows = new SqlFlowStore(database);
    var a = new SavedFlow(new FlowId("acme", "zebra"), 1, "a", false, false, T0);
    var b = new SavedFlow(new FlowId("acme.sales", "apple"), 1, "b", false, false, T0);
    var c = new SavedFlow(new FlowId("acmes", "mango"), 1, "c", false, false, T0);
    save(c, b, a);
    var none = Optional.<String>empty();
    assertThat(flows.search(none, none, FIRST).results()).containsExactly(a, b, c);
    assertThat(flows.search(none, Optional.of("acme"), FIRST).results()).containsExactly(a, b);
    assertThat(flows.search(Optional.of("MANG"), none, FIRST).results()).containsExactly(c);
    var byId = new PageRequest(1, 2, List.of(new Sort("id", true)));
    assertThat(flows.search(none, none, byId).results()).containsExactly(b, c);
    assertThat(flows.namespaces()).containsExactly("acme", "acme.sales", "acmes");
  }

  private void save(SavedFlow... flows) {
    var changes = new Changes();
    for (var flow : flows) {
      changes.add(flow);
    }
    commit(changes);
  }

  // --- metrics

  @Test
  void metrics_come_back_in_the_order_they_were_written() {
    var rows =
        new MetricRow(
            FLOW, new TaskRunId(id(1), 2), "load", "counter", "rows", 41.5, Map.of("t", "ü"), T0);
    var time =
        new MetricRow(FLOW, new TaskRunId(id(1), 0), "say", "timer", "took", 7, Map.of(), T0);
    var changes = new Changes();
    changes.insert(created(1));
    changes.add(rows);
    changes.add(time);
    commit(changes);
    var metrics = new SqlMetricQueries(database);
    assertThat(metrics.of(id(1))).containsExactly(rows, time);
    assertThat(metrics.of(id(2))).isEmpty();
  }
}
