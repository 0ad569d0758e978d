package io.orrery.controller.turn;

import io.orrery.engine.execution.Breakpoint;
import io.orrery.model.state.State;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What somebody does to one execution (inventory §4.7).
public sealed interface Action {

  /// Nothing new begins.
  record Pause() implements Action {}

  /// It begins, or goes on, whatever it waits for.
  record ForceRun() implements Action {}

  /// It leaves the breakpoint that it stands at.
  ///
  /// @param next where it is to stand still from now on
  record LeaveBreakpoint(List<Breakpoint> next) implements Action {
    public LeaveBreakpoint {
      next = List.copyOf(next);
    }
  }

  /// It leaves the queue.
  ///
  /// @param into RUNNING, CANCELLED or FAILED
  record Unqueue(State into) implements Action {}

  /// Its failed task runs are tried again.
  record Restart() implements Action {}

  /// A task run gets a state, and the execution goes on from there.
  record Mark(int seq, State state) implements Action {}

  /// An ended execution gets another final state.
  record ChangeStatus(State state) implements Action {}

  /// An ended execution gets other labels in the place of those that are not the system's.
  record Relabel(Map<String, String> labels) implements Action {
    public Relabel {
      labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }
  }
}
