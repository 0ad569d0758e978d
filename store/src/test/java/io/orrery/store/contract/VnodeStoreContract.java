package io.orrery.store.contract;

import static io.orrery.store.contract.Samples.FLOW;
import static io.orrery.store.contract.Samples.T0;
import static io.orrery.store.contract.Samples.created;
import static io.orrery.store.contract.Samples.ended;
import static io.orrery.store.contract.Samples.id;
import static io.orrery.store.contract.Samples.in;
import static io.orrery.store.contract.Samples.run;
import static io.orrery.store.contract.Samples.trigger;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Frame;
import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.trigger.Backfill;
import io.orrery.engine.trigger.Evaluation;
import io.orrery.engine.trigger.Timetable;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.engine.trigger.Triggers;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.History;
import io.orrery.model.state.State;
import io.orrery.store.query.ExecutionFilter;
import io.orrery.store.query.PageRequest;
import io.orrery.store.vnode.Changes;
import io.orrery.store.vnode.Message;
import io.orrery.store.vnode.SavedFlow;
import io.orrery.store.vnode.VnodeStore.Needed;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What a VnodeStore gives to who takes over: everything open, and nothing else.
abstract class VnodeStoreContract extends StoreContract {

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

  @Test
  void what_a_trigger_on_a_worker_remembers_is_kept_with_it() {
    var whole =
        new Evaluation(
            Evaluation.Kind.REALTIME,
            7,
            Optional.of(new Evaluation.Dispatched("node", T0)),
            6,
            2,
            Optional.of("it broke"),
            Optional.of(T0.minusSeconds(5)),
            3,
            List.of(new ExecutionId("a"), new ExecutionId("b")),
            Map.of("offset", 12, "deep", List.of("x")));
    var little =
        new Evaluation(
            Evaluation.Kind.POLLING,
            1,
            Optional.empty(),
            1,
            0,
            Optional.empty(),
            Optional.empty(),
            0,
            List.of(),
            Map.of());
    for (var evaluation : List.of(whole, little)) {
      var state = evaluating(trigger(FLOW, "watch", T0), evaluation);
      var changes = new Changes();
      changes.put(state);
      commit(changes);
      assertThat(store.load(all()).triggers()).containsExactly(state);
    }
  }

  private static TriggerState evaluating(TriggerState state, Evaluation evaluation) {
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
        state.backfill(),
        Optional.of(evaluation));
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
}
