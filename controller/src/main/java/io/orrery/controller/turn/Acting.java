package io.orrery.controller.turn;

import io.orrery.controller.Orchestrator.Refused;
import io.orrery.controller.Orchestrator.Refused.Reason;
import io.orrery.controller.Orchestrator.Removal;
import io.orrery.engine.execution.Breakpoint;
import io.orrery.engine.execution.Event;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Executor;
import io.orrery.engine.execution.Replaying;
import io.orrery.engine.execution.TaskRun;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.State;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What people do to executions. Everything that goes on after its end asks for a place first. Used
/// by the loop's thread alone.
final class Acting {

  private final Executions executions;

  Acting(Executions executions) {
    this.executions = executions;
  }

  /// @param records those that were read for this; empty when none were found
  /// @throws Refused when it cannot be done as things stand
  /// @throws Records.Stale when `records` are old
  void act(Turn turn, ExecutionId id, Optional<Records> records, Action action) {
    switch (action) {
      case Action.Pause _ -> pause(turn, live(id, "pause", records));
      case Action.ForceRun _ -> forceRun(turn, live(id, "force-run", records));
      case Action.LeaveBreakpoint(var next) ->
          leaveBreakpoint(turn, live(id, "resume from a breakpoint", records), next);
      case Action.Unqueue(State into) -> unqueue(turn, live(id, "unqueue", records), into);
      case Action.Restart _ -> restart(turn, id, records);
      case Action.Mark(int seq, State state) -> mark(turn, id, records, seq, state);
      case Action.ChangeStatus(State state) ->
          rewrite(
              turn, "change the status of", id, records, new Event.ChangeStatus(state, turn.now));
      case Action.Relabel(var labels) ->
          rewrite(turn, "label", id, records, new Event.Relabel(labels, turn.now));
    }
  }

  /// How many states an execution has had.
  int statesOf(ExecutionId id, Optional<Records> records) {
    return executions
        .find(id)
        .map(LiveExecution::head)
        .or(() -> records.map(read -> read.whole().execution()))
        .map(head -> head.history().changes().size())
        .orElse(0);
  }

  // ---- of what has not ended

  private LiveExecution live(ExecutionId id, String what, Optional<Records> records) {
    var it = executions.find(id);
    if (it.isPresent() && !it.get().head().state().terminal()) {
      return it.get();
    }
    var over =
        it.map(LiveExecution::head)
            .or(() -> executions.over(id))
            .or(() -> records.map(read -> read.whole().execution()));
    if (over.isEmpty() || executions.removed(id)) {
      throw gone(id);
    }
    if (!over.get().state().terminal()) {
      throw new Records.Stale(id);
    }
    throw Refused.state(what, id, over.get().state());
  }

  private static Refused gone(ExecutionId id) {
    return new Refused(Reason.NOT_FOUND, "there is no execution " + id);
  }

  private void pause(Turn turn, LiveExecution it) {
    if (it.head().state() != State.RUNNING) {
      throw Refused.state("pause", it.head().id(), it.head().state());
    }
    executions.apply(turn, it, new Event.Pause(turn.now));
  }

  private void leaveBreakpoint(Turn turn, LiveExecution it, List<Breakpoint> next) {
    if (it.head().state() != State.BREAKPOINT) {
      throw new Refused(
          Reason.CONFLICT,
          "execution " + it.head().id() + " stands at no breakpoint: it is " + it.head().state());
    }
    executions.apply(turn, it, new Event.LeaveBreakpoint(next, turn.now));
  }

  private void forceRun(Turn turn, LiveExecution it) {
    switch (it.head().state()) {
      case CREATED, QUEUED -> beginAnyhow(turn, it);
      case PAUSED -> executions.apply(turn, it, new Event.Resume(Map.of(), turn.now));
      case BREAKPOINT -> leaveBreakpoint(turn, it, List.of());
      case SUBMITTED, RUNNING, RESTARTED, RETRYING, KILLING -> {}
      case SUCCESS, WARNING, FAILED, KILLED, CANCELLED, SKIPPED, RETRIED, RESUBMITTED -> {}
    }
  }

  /// Over the limit, if it must be: it holds a place like any other, so nobody follows it in until
  /// there is room again.
  private void beginAnyhow(Turn turn, LiveExecution it) {
    executions.places().hold(it.head().fixed().flow(), it.head().id());
    executions.apply(turn, it, new Event.Begin(turn.now));
  }

  private void unqueue(Turn turn, LiveExecution it, State into) {
    if (it.head().state() != State.QUEUED) {
      throw Refused.state("unqueue", it.head().id(), it.head().state());
    }
    if (into == State.RUNNING) {
      beginAnyhow(turn, it);
      return;
    }
    executions.apply(
        turn,
        it,
        new Event.TurnAway(into, "Somebody took it out of the queue: it is " + into, turn.now));
  }

  // ---- of what has ended

  private void restart(Turn turn, ExecutionId id, Optional<Records> records) {
    var now = executions.find(id);
    if (now.isPresent()) {
      if (now.get().head().state() != State.PAUSED) {
        throw busy("restart", now.get().head());
      }
      executions.apply(turn, now.get(), new Event.Restart(turn.now));
      return;
    }
    revive(
        turn,
        ended(id, records),
        new Event.Restart(turn.now),
        "No task found to restart in execution " + id + ": none of its task runs failed");
  }

  private static Refused busy(String what, Execution head) {
    return head.state().terminal()
        ? new Refused(
            Reason.CONFLICT,
            "cannot "
                + what
                + " execution "
                + head.id()
                + ": it is "
                + head.state()
                + ", but its tasks after the end still run")
        : Refused.state(what, head.id(), head.state());
  }

  private Records ended(ExecutionId id, Optional<Records> records) {
    if (records.isEmpty() || executions.removed(id)) {
      throw gone(id);
    }
    var read = records.get().whole().execution();
    var last = executions.over(id).orElse(read);
    if (!last.history().equals(read.history()) || !last.labels().equals(read.labels())) {
      throw new Records.Stale(id);
    }
    if (!read.finished()) {
      throw new Records.Stale(id); // it was live when it was read, and is not any more
    }
    return records.get();
  }

  /// Lets an ended execution go on, as soon as it has a place.
  ///
  /// @param nothing what is said when the event means nothing to it
  void revive(Turn turn, Records records, Event event, String nothing) {
    var head = records.whole().execution();
    var it = loaded(head, records.whole().taskRuns(), records.loopValues(), new LiveOutputs(false));
    var transition = Executor.decide(it.plan(), it, event);
    if (transition.nothing(head)) {
      throw new Refused(Reason.INVALID, nothing);
    }
    executions.alive(it);
    executions.write(turn, it, transition);
    it.dropEnded();
    executions.admit(turn, it);
  }

  private LiveExecution loaded(
      Execution head,
      List<TaskRun> runs,
      Map<Integer, List<String>> loopValues,
      LiveOutputs outputs) {
    var plan =
        executions
            .plan(head)
            .orElseThrow(
                () ->
                    new Refused(
                        Reason.CONFLICT,
                        "revision "
                            + head.fixed().revision()
                            + " of flow "
                            + head.fixed().flow()
                            + " cannot run here"));
    var it = new LiveExecution(plan, head, outputs);
    runs.forEach(it::add);
    loopValues.forEach(it::loopValues);
    return it;
  }

  private void mark(Turn turn, ExecutionId id, Optional<Records> records, int seq, State state) {
    var nothing =
        "task run " + new TaskRunId(id, seq) + " of execution " + id + " cannot become " + state;
    var now = executions.find(id);
    if (now.isEmpty()) {
      revive(turn, ended(id, records), new Event.Mark(seq, state, turn.now), nothing);
      return;
    }
    var it = now.get();
    if (it.head().state() != State.PAUSED || records.isEmpty()) {
      throw busy("change a task run of", it.head());
    }
    requireFresh(it, records.get());
    records.get().whole().taskRuns().stream()
        .filter(run -> run.state().terminal())
        .forEach(it::add);
    records.get().loopValues().forEach(it::loopValues);
    try {
      var transition = Executor.decide(it.plan(), it, new Event.Mark(seq, state, turn.now));
      if (transition.nothing(it.head())) {
        throw new Refused(Reason.CONFLICT, nothing);
      }
      executions.write(turn, it, transition);
    } finally {
      it.dropEnded();
    }
  }

  private static void requireFresh(LiveExecution it, Records records) {
    var read = new HashMap<Integer, TaskRun>();
    for (var run : records.whole().taskRuns()) {
      if (!run.state().terminal() && !run.later()) {
        read.put(run.seq(), run);
      }
    }
    boolean fresh =
        it.head().history().equals(records.whole().execution().history())
            && it.runs().size() == read.size()
            && it.runs().stream()
                .allMatch(
                    run -> {
                      var other = read.get(run.seq());
                      return other != null && other.history().equals(run.history());
                    });
    if (!fresh) {
      throw new Records.Stale(it.head().id());
    }
  }

  /// Changes nothing but the head of an ended execution.
  private void rewrite(
      Turn turn, String what, ExecutionId id, Optional<Records> records, Event event) {
    var now = executions.find(id);
    if (now.isPresent()) {
      throw busy(what, now.get().head());
    }
    var head = ended(id, records).whole().execution();
    var it = loaded(head, List.of(), Map.of(), new LiveOutputs(false));
    var transition = Executor.decide(it.plan(), it, event);
    if (!transition.nothing(head)) {
      executions.write(turn, it, transition);
    }
    executions.over(transition.head());
  }

  // ---- again, as another one

  /// A copy of an ended execution goes on under an id of its own.
  void repeat(Turn turn, Repetition repetition) {
    var copy = repetition.copy();
    var outputs = new LiveOutputs(true);
    copy.runs().stream().filter(run -> run.state().terminal()).forEach(outputs::add);
    var it = loaded(copy.head(), copy.runs(), repetition.loopValues(), outputs);
    var event =
        repetition
            .from()
            .<Event>map(seq -> new Event.Replay(seq, turn.now))
            .orElseGet(() -> new Event.Restart(turn.now));
    var transition = Executor.decide(it.plan(), it, event);
    if (transition.nothing(copy.head())) {
      throw new Refused(
          Reason.INVALID,
          "No task found to go on from in execution "
              + copy.head().fixed().parentId().map(Object::toString).orElse("?"));
    }
    executions.alive(it);
    turn.changes.insert(copy.head());
    copy.runs().forEach(turn.changes::insert);
    repetition
        .loopValues()
        .forEach(
            (seq, values) -> turn.changes.loopValues(new TaskRunId(copy.head().id(), seq), values));
    executions.write(turn, it, transition);
    it.dropEnded();
    executions.admit(turn, it);
  }

  /// @param from the task run to go on from; absent: its failed ones
  /// @param loopValues of the copied loops, by seq
  record Repetition(
      Replaying.Copy copy, Optional<Integer> from, Map<Integer, List<String>> loopValues) {}

  // ---- away with it

  /// @return whether it was there to be removed
  boolean delete(Turn turn, ExecutionId id, FlowId flow, Removal removal) {
    var it = executions.find(id);
    if (it.isPresent()) {
      if (!removal.running()) {
        throw busy("delete", it.get().head());
      }
      executions.apply(turn, it.get(), new Event.Abandon(turn.now));
    }
    executions.forget(turn, id);
    turn.touches(flow);
    turn.touches(id);
    turn.changes.remove(id, removal.logs(), removal.metrics());
    return true;
  }
}
