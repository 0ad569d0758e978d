package io.orrery.controller.turn;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.store.vnode.Changes;
import io.orrery.store.vnode.VnodeStore;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// One turn on its way: what it will write, what is to be done after the commit, and what follows
/// in the same transaction.
final class Turn {

  final Instant now;
  final Changes changes = new Changes();
  private final int vnodes;
  private final Set<Integer> touchedVnodes = new TreeSet<>();
  private final Set<ExecutionId> touched = new LinkedHashSet<>();
  private final List<Runnable> actions = new ArrayList<>();
  private final List<Answer> answers = new ArrayList<>();
  private final ArrayDeque<Runnable> followUps = new ArrayDeque<>();
  private long steps;

  /// @param vnodes how many the database has
  Turn(Instant now, int vnodes) {
    this.now = now;
    this.vnodes = vnodes;
  }

  /// Grows with all that is decided: where it stayed the same, nothing in memory changed.
  long steps() {
    return steps;
  }

  /// Records of this flow are among the changes.
  void touches(FlowId flow) {
    steps++;
    touchedVnodes.add(VnodeStore.vnodeOf(flow, vnodes));
  }

  /// Whoever follows this execution has something new to read.
  void touches(ExecutionId execution) {
    touched.add(execution);
  }

  /// Done after the commit, in this order.
  void act(Runnable action) {
    steps++;
    actions.add(action);
  }

  /// Told after the commit and after all actions.
  <T> void answer(CompletableFuture<T> caller, T value) {
    answers.add(new Answer(() -> caller.complete(value), caller::completeExceptionally));
  }

  /// Told after the commit that it is kept.
  void acknowledge(CompletableFuture<Void> caller) {
    answers.add(new Answer(() -> caller.complete(null), caller::completeExceptionally));
  }

  /// Told after the commit that nothing came of it.
  void refuse(CompletableFuture<?> caller, RuntimeException why) {
    answers.add(new Answer(() -> caller.completeExceptionally(why), caller::completeExceptionally));
  }

  /// @param fail when the turn could not be kept
  private record Answer(Runnable tell, Consumer<RuntimeException> fail) {}

  /// Handled in this same turn and transaction, after the command at hand: a message to a vnode of
  /// the same owner.
  void follow(Runnable next) {
    steps++;
    followUps.add(next);
  }

  Optional<Runnable> nextFollowUp() {
    return Optional.ofNullable(followUps.poll());
  }

  Set<Integer> touchedVnodes() {
    return touchedVnodes;
  }

  Set<ExecutionId> touchedExecutions() {
    return touched;
  }

  void afterCommit() {
    actions.forEach(Runnable::run);
    answers.forEach(answer -> answer.tell().run());
  }

  /// The turn will never be kept: nobody is left waiting for it.
  void failed(RuntimeException why) {
    answers.forEach(answer -> answer.fail().accept(why));
  }
}
