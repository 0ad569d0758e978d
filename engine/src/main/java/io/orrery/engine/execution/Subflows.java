package io.orrery.engine.execution;

import io.orrery.model.flow.Task;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.ExecutionIds;
import io.orrery.model.state.History;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A task that starts another flow, and what becomes of it as that one ends.
///
/// The child's id follows from this task run and its try, so however often its start is repeated
/// there is one child.
final class Subflows {
  private Subflows() {}

  /// Among the variables of a child's trigger.
  static final String TASK_RUN_ITERATION = "taskRunIteration";

  private static final String EXECUTION_ID = "executionId";

  /// The output that tells how the child ended.
  static final String STATE = "state";

  static void start(Draft draft, TaskRun run, Preparation.Child child) {
    var task = subflow(draft, run);
    var id = ExecutionIds.named(run.id() + "/" + run.attempt());
    var execution = child(draft, run, id, child, run.iteration(), task.await());
    var running =
        Runs.child(
            Runs.outputs(
                Runs.state(run, State.RUNNING, draft.now), Map.of(EXECUTION_ID, id.value())),
            id);
    draft.put(running);
    draft.effect(new Effect.Start(execution));
    if (!task.await()) {
      finish(draft, running, State.SUCCESS, draft.now);
    }
  }

  /// The execution that a task run starts.
  ///
  /// @param iteration what `trigger.taskRunIteration` says; -1: nothing
  /// @param await whether the task run hears of its end
  static Execution child(
      Draft draft,
      TaskRun run,
      ExecutionId id,
      Preparation.Child child,
      int iteration,
      boolean await) {
    var head = draft.head();
    var trigger = new LinkedHashMap<String, Object>();
    trigger.put("executionId", head.id().value());
    trigger.put("namespace", head.fixed().flow().namespace());
    trigger.put("flowId", head.fixed().flow().id());
    trigger.put("flowRevision", head.fixed().revision());
    trigger.put("taskRunId", run.id().toString());
    run.value().ifPresent(value -> trigger.put("taskRunValue", value));
    if (iteration >= 0) {
      trigger.put(TASK_RUN_ITERATION, iteration);
    }
    if (!Chain.of(head).isEmpty()) {
      trigger.put(Chain.VARIABLE, Chain.behind(head));
    }
    return new Execution(
        id,
        History.of(State.CREATED, draft.now),
        Frame.START,
        0,
        0,
        0,
        new Execution.Fixed(
            child.flow(),
            child.revision(),
            draft.now,
            child.inputs(),
            Optional.of(
                new Execution.TriggerInfo(
                    run.taskId(), draft.node(run).task().common().canonicalType(), trigger)),
            await ? Optional.of(run.id()) : Optional.empty(),
            Optional.empty(),
            id,
            1,
            draft.now,
            child.scheduleDate()),
        child.labels(),
        Map.of(),
        Map.of(),
        child.scheduleDate(),
        Optional.empty());
  }

  static void childEnded(Draft draft, Event.ChildEnded event) {
    var found = draft.find(event.seq());
    if (found.isEmpty()
        || found.get().state().terminal()
        || found.get().child().filter(event.first()::equals).isEmpty()) {
      return;
    }
    var run = found.get();
    if (draft.killing() || run.state() == State.KILLING) {
      finish(draft, run, State.KILLED, startOf(run));
      return;
    }
    var outputs = new LinkedHashMap<String, Object>();
    outputs.put(EXECUTION_ID, event.last().value());
    outputs.put(STATE, event.state().name());
    outputs.put("outputs", event.outputs());
    var told = Runs.outputs(run, outputs);
    draft.put(told);
    if (!subflow(draft, run).outputs().isEmpty()) {
      draft.effect(new Effect.Collect(run.seq(), event.last()));
      return;
    }
    if (event.outputs().isEmpty()) {
      outputs.remove("outputs");
      told = Runs.outputs(run, outputs);
    }
    finish(draft, told, transmitted(draft, told, event.state()), startOf(run));
  }

  static void collected(Draft draft, Event.Collected event) {
    var found = draft.find(event.seq());
    if (found.isEmpty()
        || found.get().state() != State.RUNNING
        || !found.get().outputs().containsKey(STATE)) {
      return;
    }
    var run = found.get();
    if (event.error().isPresent()) {
      draft.log(run.seq(), LogLevel.ERROR, "Failed to extract outputs: " + event.error().get());
      finish(draft, run, State.FAILED, startOf(run));
      return;
    }
    var told = Runs.outputs(run, Leaves.with(run.outputs(), "outputs", event.outputs()));
    finish(draft, told, transmitted(draft, told, childState(told)), startOf(run));
  }

  private static State childState(TaskRun run) {
    return State.valueOf(String.valueOf(run.outputs().get(STATE)));
  }

  /// The child's end as the task's own (inventory §4.6). A cancelled child is no failure of its
  /// parent.
  private static State transmitted(Draft draft, TaskRun run, State child) {
    if (!subflow(draft, run).transmitFailed()) {
      return State.SUCCESS;
    }
    return switch (child) {
      case FAILED, KILLED, WARNING -> child;
      case CREATED, SUBMITTED, QUEUED, RUNNING, PAUSED, RESTARTED, RETRYING, KILLING, BREAKPOINT ->
          throw new IllegalStateException("a child that is " + child + " has not ended");
      case SUCCESS, CANCELLED, SKIPPED, RETRIED, RESUBMITTED -> State.SUCCESS;
    };
  }

  private static void finish(Draft draft, TaskRun run, State state, Instant startedAt) {
    var tried = Runs.attempt(run, state, startedAt, draft.now, Optional.empty());
    if (state == State.FAILED && !draft.stopping() && Retrying.schedule(draft, tried, startedAt)) {
      return;
    }
    Leaves.end(draft, tried, state);
  }

  private static Instant startOf(TaskRun run) {
    return run.history().currentSince();
  }

  static Optional<Effect> underWay(TaskRun run) {
    return last(run)
        .map(
            child ->
                run.outputs().containsKey(STATE)
                    ? new Effect.Collect(run.seq(), child)
                    : new Effect.RestartChild(run.seq(), child));
  }

  /// The last execution of the chain that it started.
  private static Optional<ExecutionId> last(TaskRun run) {
    return run.outputs().get(EXECUTION_ID) instanceof String id
        ? Optional.of(new ExecutionId(id))
        : Optional.empty();
  }

  // ---- again, after a restart

  /// Whether a restarted task run waits for the same child once more (inventory §2.1,
  /// `restartBehavior`).
  static boolean goesOn(Draft draft, TaskRun run) {
    return draft.node(run).task() instanceof Task.Subflow task
        && task.await()
        && task.restartBehavior() == Task.Subflow.RestartBehavior.RETRY_FAILED
        && run.child().isPresent()
        && last(run).isPresent();
  }

  static void again(Draft draft, TaskRun run) {
    var child = last(run).orElseThrow();
    draft.put(
        Runs.outputs(
            Runs.state(run, State.RUNNING, draft.now), Map.of(EXECUTION_ID, child.value())));
    draft.effect(new Effect.RestartChild(run.seq(), child));
  }

  /// Its child cannot be restarted: a new one takes its place. Or it was to be killed and has
  /// ended: then so has the task run.
  static void childGone(Draft draft, int seq) {
    var found = draft.find(seq);
    if (found.filter(run -> run.state() == State.KILLING && run.child().isPresent()).isPresent()) {
      finish(draft, found.get(), State.KILLED, startOf(found.get()));
      return;
    }
    found
        .filter(TaskRun::awaitsChild)
        .ifPresent(
            run -> {
              var alone = Runs.childless(Runs.outputs(run, Map.of()));
              draft.put(Runs.state(alone, State.RESTARTED, draft.now));
              Leaves.begin(draft, draft.run(seq));
            });
  }

  private static Task.Subflow subflow(Draft draft, TaskRun run) {
    if (draft.node(run).task() instanceof Task.Subflow task) {
      return task;
    }
    throw new IllegalStateException("task run " + run.id() + " starts no flow");
  }
}
