package io.orrery.engine.execution;

import io.orrery.model.state.State;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What was decided about an execution on its way, beside the states of its tasks.
///
/// @param verdict the state that it ends in, decided before its tasks were over; empty: they decide
/// @param cut the branch that was cut short for the verdict; means something only with one
/// @param broken which of the flow's promises were broken, by place
/// @param hidden names of the flow's own variables that were taken away
/// @param breakpoints where it is to stand still
public record Course(
    Optional<State> verdict,
    Frame.Branch cut,
    BitSet broken,
    Set<String> hidden,
    List<Breakpoint> breakpoints) {

  /// Nothing was decided.
  public static final Course OPEN =
      new Course(Optional.empty(), Frame.Branch.MAIN, new BitSet(), Set.of(), List.of());

  public Course {
    broken = (BitSet) broken.clone();
    hidden = Collections.unmodifiableSet(new TreeSet<>(hidden));
    breakpoints = List.copyOf(breakpoints);
  }

  @Override
  public BitSet broken() {
    return (BitSet) broken.clone();
  }

  public boolean open() {
    return verdict.isEmpty() && broken.isEmpty() && hidden.isEmpty() && breakpoints.isEmpty();
  }

  boolean isBroken(int promise) {
    return broken.get(promise);
  }

  Course breaking(int promise) {
    var more = broken();
    more.set(promise);
    return new Course(verdict, cut, more, hidden, breakpoints);
  }

  Course ending(State state, Frame.Branch branch) {
    return new Course(Optional.of(state), branch, broken, hidden, breakpoints);
  }

  Course hiding(Set<String> names) {
    return new Course(verdict, cut, broken, names, breakpoints);
  }

  Course stoppingAt(List<Breakpoint> others) {
    return new Course(verdict, cut, broken, hidden, others);
  }

  /// For a new life of the execution: its promises count anew.
  Course again() {
    return new Course(Optional.empty(), Frame.Branch.MAIN, new BitSet(), hidden, breakpoints);
  }
}
