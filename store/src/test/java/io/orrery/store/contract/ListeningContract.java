package io.orrery.store.contract;

import static io.orrery.store.contract.Samples.FLOW;
import static io.orrery.store.contract.Samples.T0;
import static io.orrery.store.contract.Samples.created;
import static io.orrery.store.contract.Samples.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.engine.window.GatheringState;
import io.orrery.engine.window.Met;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.State;
import io.orrery.store.vnode.Changes;
import io.orrery.store.vnode.Look;
import io.orrery.store.vnode.VnodeStore.LeaseLost;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// What a store promises of the things that Flow triggers remember.
abstract class ListeningContract extends StoreContract {

  private static final TriggerId TRIGGER = new TriggerId(FLOW, "after");
  private static final FlowId OTHER = new FlowId("acme", "audit");

  private void commit(Consumer<Changes> changing) {
    var changes = new Changes();
    changing.accept(changes);
    commit(changes);
  }

  private static GatheringState window(String gathering, int fires, Met... met) {
    return new GatheringState(TRIGGER, gathering, T0, T0.plusSeconds(3600), fires, List.of(met));
  }

  private static Met met(String part, int execution, Map<String, Object> outputs) {
    return new Met(part, id(execution), OTHER, outputs, T0.plusMillis(execution));
  }

  private List<GatheringState> windows() {
    return store.listening(all()).windows();
  }

  private List<Look> looks() {
    return store.listening(all()).looks();
  }

  @Test
  void a_flow_listens_until_it_does_not() {
    commit(changes -> changes.listens(FLOW, true));
    commit(changes -> changes.listens(FLOW, true));
    commit(changes -> changes.listens(OTHER, true));
    assertThat(store.listening(all()).flows()).containsExactlyInAnyOrder(FLOW, OTHER);
    commit(changes -> changes.listens(FLOW, false));
    commit(changes -> changes.listens(FLOW, false));
    assertThat(store.listening(all()).flows()).containsExactly(OTHER);
  }

  @Test
  void every_owner_hears_of_all_listeners_but_of_its_own_windows_alone() {
    var mine = Set.of(vnode(FLOW));
    var others = Set.of((vnode(FLOW) + 1) % database.vnodes());
    commit(
        changes -> {
          changes.listens(FLOW, true);
          changes.put(window("g", 0));
          changes.add(new Look(TRIGGER, id(1), State.SUCCESS, T0));
        });
    assertThat(store.listening(mine).windows()).hasSize(1);
    assertThat(store.listening(mine).looks()).hasSize(1);
    assertThat(store.listening(others).flows()).containsExactly(FLOW);
    assertThat(store.listening(others).windows()).isEmpty();
    assertThat(store.listening(others).looks()).isEmpty();
  }

  @Test
  void a_window_comes_back_with_what_met_it_in_order_and_is_replaced_and_removed() {
    var first =
        window("g", 0, met("b", 2, Map.of("rows", 7, "text", "ü \" \\ \n")), met("a", 1, Map.of()));
    commit(changes -> changes.put(first));
    assertThat(windows()).containsExactly(first);

    var next = window("g", 1, met("c", 3, Map.of("deep", Map.of("list", List.of(1, "x")))));
    commit(changes -> changes.put(next));
    assertThat(windows()).containsExactly(next);

    commit(changes -> changes.put(window("h", 0)));
    commit(changes -> changes.remove(next.key()));
    assertThat(windows()).containsExactly(window("h", 0));
  }

  @Test
  void the_last_word_on_a_window_in_one_turn_wins() {
    commit(
        changes -> {
          changes.put(window("gone", 0));
          changes.remove(window("gone", 0).key());
          changes.remove(window("back", 0).key());
          changes.put(window("back", 2));
        });
    assertThat(windows()).containsExactly(window("back", 2));
  }

  @Test
  void looks_wait_oldest_first_until_they_are_decided() {
    var second = new Look(TRIGGER, id(1), State.SUCCESS, T0.plusMillis(5));
    var first = new Look(TRIGGER, id(2), State.RUNNING, T0);
    var again = new Look(TRIGGER, id(2), State.RUNNING, T0.plusMillis(9));
    commit(
        changes -> {
          changes.add(second);
          changes.add(first);
          changes.add(again);
        });
    assertThat(looks()).containsExactly(first, second, again);
    commit(changes -> changes.remove(second));
    assertThat(looks()).containsExactly(first, again);
  }

  @Test
  void a_look_is_written_with_the_state_that_it_is_about_or_not_at_all() {
    var look = new Look(TRIGGER, id(1), State.SUCCESS, T0);
    leases.release(lease);
    var lost = new Changes();
    lost.insert(created(1));
    lost.add(look);
    assertThatThrownBy(() -> commit(lost)).isInstanceOf(LeaseLost.class);
    assertThat(looks()).isEmpty();
  }
}
