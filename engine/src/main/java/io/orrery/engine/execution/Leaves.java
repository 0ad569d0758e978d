package io.orrery.engine.execution;

import io.orrery.engine.plan.Node;
import io.orrery.model.flow.Task;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// How one task run begins, what its tries mean, and how it ends.
final class Leaves {
  private Leaves() {}

  /// The task run was just created, or is tried again.
  static void begin(Draft draft, TaskRun run) {
    if (Holding.held(draft.head())) {
      return; // it does when the execution is released
    }
    if (Breakpoint.isBefore(draft.head(), run)) {
      Holding.stop(draft, run);
      return;
    }
    goOn(draft, run);
  }

  /// It begins, and no breakpoint holds it any more.
  static void goOn(Draft draft, TaskRun run) {
    if (run.state() == State.RESTARTED && Subflows.goesOn(draft, run)) {
      Subflows.again(draft, run);
      return;
    }
    var node = draft.node(run);
    if (node.needsPreparing()) {
      draft.effect(new Effect.Prepare(run.seq()));
      return;
    }
    settle(draft, run, Preparing.literal(node));
  }

  static void prepared(Draft draft, Event.Prepared event) {
    var found = draft.find(event.seq());
    if (found.isEmpty() || draft.killing() || Holding.held(draft.head())) {
      return; // what a cut left in CREATED ended with it
    }
    var run = found.get();
    if (run.state() == State.CREATED || run.state() == State.RESTARTED || reopened(draft, run)) {
      settle(draft, run, event.preparation());
    }
  }

  /// A container that a replay runs again: RUNNING, and its children have yet to begin.
  private static boolean reopened(Draft draft, TaskRun run) {
    return run.state() == State.RUNNING && run.frame().isEmpty() && !draft.node(run).leaf();
  }

  private static void settle(Draft draft, TaskRun run, Preparation preparation) {
    switch (preparation) {
      case Preparation.Go _ -> go(draft, run);
      case Preparation.Skip _ -> {
        draft.put(Runs.state(run, State.SKIPPED, draft.now));
        Containers.childEnded(draft, draft.run(run.seq()));
      }
      case Preparation.Unable it -> unable(draft, run, it.message());
      case Preparation.Chosen it -> Containers.open(draft, run, it.list(), it.outputs());
      case Preparation.Values it -> {
        draft.loopValues(run.seq(), it.values());
        Containers.open(draft, run, 0, Map.of());
      }
      case Preparation.Items it -> Asking.open(draft, run, it);
      case Preparation.Batches it -> Batches.open(draft, run, it.batches());
      case Preparation.Made it -> {
        var made = Runs.outputs(Runs.state(run, State.RUNNING, draft.now), it.outputs());
        made = Runs.attempt(made, State.SUCCESS, draft.now, draft.now, Optional.empty());
        end(draft, made, State.SUCCESS);
      }
      case Preparation.Wait it -> Pausing.pause(draft, run, it);
      case Preparation.NewLabels it -> {
        draft.head(head -> Heads.labels(head, it.labels()));
        end(draft, Runs.state(run, State.RUNNING, draft.now), State.SUCCESS);
      }
      case Preparation.NewVariables it -> {
        draft.head(head -> ExecutionVariables.changed(draft.plan, head, it));
        end(draft, Runs.state(run, State.RUNNING, draft.now), State.SUCCESS);
      }
      case Preparation.Leave it -> Cutting.exit(draft, run, it.state());
      case Preparation.Child it -> Subflows.start(draft, run, it);
    }
  }

  private static void go(Draft draft, TaskRun run) {
    var node = draft.node(run);
    if (node.task() instanceof Task.WorkingDirectory) {
      WorkingDirectories.open(draft, run);
      return;
    }
    if (!node.leaf()) {
      Containers.open(draft, run, 0, Map.of());
      return;
    }
    if (node.needsPreparing()) {
      // From here on the record itself says that nothing is left to be rendered.
      draft.put(Runs.state(run, State.SUBMITTED, draft.now));
    }
    draft.effect(new Effect.Dispatch(run.seq()));
  }

  /// What could not be rendered fails the task; what starts another flow may be tried again.
  private static void unable(Draft draft, TaskRun run, String message) {
    draft.log(run.seq(), LogLevel.ERROR, message);
    var tried = Runs.state(run, State.RUNNING, draft.now);
    tried = Runs.attempt(tried, State.FAILED, draft.now, draft.now, Optional.empty());
    boolean startsFlows =
        draft.node(run).task() instanceof Task.Subflow || Batches.is(draft.node(run));
    if (startsFlows && Retrying.schedule(draft, tried, draft.now)) {
      return;
    }
    end(draft, tried, State.FAILED);
  }

  static void jobStarted(Draft draft, Event.JobStarted event) {
    draft
        .find(event.seq())
        .filter(run -> run.attempt() == event.attempt())
        .filter(run -> dispatched(run) && run.state() != State.RUNNING)
        .filter(run -> run.state() != State.KILLING)
        .ifPresent(run -> draft.put(Runs.state(run, State.RUNNING, event.at())));
  }

  static void jobEnded(Draft draft, Event.JobEnded event) {
    var found = draft.find(event.seq());
    if (found.isEmpty() || !dispatched(found.get()) || found.get().job() != event.attempt()) {
      return;
    }
    var before = found.get();
    var node = draft.node(before);
    if (WorkingDirectories.jobUnderWay(node, before)) {
      WorkingDirectories.jobEnded(draft, before, event);
      return;
    }
    if (!node.leaf()) {
      return;
    }
    if (event.state() == State.RESUBMITTED && WorkingDirectories.lost(draft, before)) {
      return;
    }
    var run =
        before.state() == State.KILLING
            ? before
            : Runs.state(before, State.RUNNING, notBefore(before, event.startedAt()));
    var state = event.state();
    if (state == State.RESUBMITTED) { // it did not run, and will not any more
      state = draft.killing() ? State.KILLED : State.FAILED;
    }
    run = Runs.attempt(run, state, event.startedAt(), event.at(), event.logFile());
    run = Runs.outputs(run, event.outputs());
    if (state == State.FAILED
        && !draft.stopping()
        && Retrying.schedule(draft, run, event.startedAt())) {
      return;
    }
    if (state == State.SUCCESS
        && run.attempts().size() > 1
        && draft.node(run).retry().filter(retry -> retry.warningOnRetry()).isPresent()) {
      state = State.WARNING;
    }
    end(draft, run, state);
  }

  /// A worker's clock may lag: a history never goes back in time.
  private static Instant notBefore(TaskRun run, Instant at) {
    var since = run.history().currentSince();
    return at.isBefore(since) ? since : at;
  }

  /// Whether a job of this task run may be with a worker.
  static boolean dispatched(TaskRun run) {
    return switch (run.state()) {
      case CREATED, SUBMITTED, RUNNING, RESTARTED, KILLING -> true;
      case QUEUED, PAUSED, RETRYING, BREAKPOINT -> false;
      case SUCCESS, WARNING, FAILED, KILLED, CANCELLED, SKIPPED, RETRIED, RESUBMITTED -> false;
    };
  }

  /// Ends a task run: what it allows is applied, then its container hears of it.
  static void end(Draft draft, TaskRun run, State verdict) {
    var common = draft.node(run).task().common();
    var state = verdict;
    if (state == State.FAILED && common.allowFailure()) {
      state = State.WARNING;
    }
    if (state == State.WARNING && common.allowWarning()) {
      state = State.SUCCESS;
    }
    draft.put(Runs.wakeAt(Runs.state(run, state, draft.now), Optional.empty()));
    Containers.childEnded(draft, draft.run(run.seq()));
  }

  /// What must be under way for a task run that is RUNNING.
  static Optional<Effect> underWay(Node node, TaskRun run) {
    if (run.frame().filter(Frame::asking).isPresent()) {
      return Optional.of(new Effect.Ask(run.seq()));
    }
    if (Batches.is(node)) {
      return Optional.empty(); // its executions are under way by themselves
    }
    if (run.wakeAt().isPresent()) {
      return run.wakeAt().map(at -> new Effect.Wake(run.seq(), at));
    }
    if (WorkingDirectories.jobUnderWay(node, run)) {
      return Optional.of(new Effect.Dispatch(run.seq()));
    }
    if (run.frame().isPresent()) {
      return Optional.of(new Effect.Continue(run.seq()));
    }
    if (!node.leaf()) {
      return Optional.of(new Effect.Prepare(run.seq()));
    }
    if (node.task() instanceof Task.Subflow) {
      return Subflows.underWay(run);
    }
    return Optional.of(new Effect.Dispatch(run.seq()));
  }

  static Map<String, Object> with(Map<String, Object> outputs, String name, Object value) {
    var more = new LinkedHashMap<>(outputs);
    more.put(name, value);
    return more;
  }
}
