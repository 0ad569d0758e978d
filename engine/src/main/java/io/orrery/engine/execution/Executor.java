package io.orrery.engine.execution;

import io.orrery.engine.plan.FlowPlan;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.History;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The execution machine: what happens next, as a pure function of the records and one event.
///
/// An execution is a tree of containers. Each container (the execution itself, Sequential,
/// Parallel, a loop …) keeps a [Frame]: which branch is under way, how many children were begun and
/// how many of them live. When a child ends, only its container's frame is looked at, so a step
/// costs the same however many task runs there are.
///
/// A container goes through its branches in one order: main; `errors` when a main child failed for
/// good; `finally`. Its final state looks at the main branch only (inventory §4.3). Late or doubled
/// news changes nothing: an event names the attempt it speaks of, and a task run that has ended
/// stays ended.
public final class Executor {
  private Executor() {}

  public static Transition decide(FlowPlan plan, View view, Event event) {
    var draft = new Draft(plan, view, event.at());
    if (view.head().finished() && !meansEnded(event)) {
      return Transition.none(view.head());
    }
    switch (event) {
      case Event.Begin _ -> begin(draft);
      case Event.InputsResolved it -> inputsResolved(draft, it);
      case Event.Enqueue _ -> enqueue(draft);
      case Event.TurnAway it -> turnAway(draft, it);
      case Event.Prepared it -> Leaves.prepared(draft, it);
      case Event.JobStarted it -> Leaves.jobStarted(draft, it);
      case Event.JobEnded it -> Leaves.jobEnded(draft, it);
      case Event.WakeUp it -> wakeUp(draft, it.seq());
      case Event.Told it -> Asking.told(draft, it);
      case Event.ChildEnded it -> {
        if (it.batch() >= 0 && Batches.are(draft, it.seq())) {
          Batches.childEnded(draft, it);
        } else {
          Subflows.childEnded(draft, it);
        }
      }
      case Event.Collected it -> Subflows.collected(draft, it);
      case Event.DeadlineDue _ -> Promises.deadline(draft);
      case Event.Judged it -> Promises.judged(draft, it);
      case Event.OutputsRendered it -> Containers.outputsRendered(draft, it);
      case Event.ListenerJudged it -> Containers.listenerJudged(draft, it);
      case Event.Kill it -> Killing.kill(draft, it.cascade());
      case Event.Resume it -> Pausing.resume(draft, it.inputs(), it.by());
      case Event.ChildGone it -> Subflows.childGone(draft, it.seq());
      case Event.Pause _ -> Holding.pause(draft);
      case Event.LeaveBreakpoint it -> Holding.leaveBreakpoint(draft, it.next());
      case Event.Restart _ -> Restarting.restart(draft);
      case Event.Replay it -> Replaying.replay(draft, it.seq());
      case Event.Mark it -> Marking.mark(draft, it.seq(), it.state());
      case Event.ChangeStatus it -> Marking.changeStatus(draft, it.state());
      case Event.Relabel it -> Marking.relabel(draft, it.labels());
      case Event.Abandon _ -> Killing.abandon(draft);
      case Event.Continue it -> continueWith(draft, it.container());
    }
    Containers.settle(draft);
    if (Promises.concerned(draft)) {
      draft.effect(new Effect.Judge(false));
    }
    return draft.finish();
  }

  /// Whether an event can mean something to an execution that has nothing left to do.
  private static boolean meansEnded(Event event) {
    return event instanceof Event.Restart
        || event instanceof Event.Replay
        || event instanceof Event.Mark
        || event instanceof Event.ChangeStatus
        || event instanceof Event.Relabel;
  }

  /// A new execution, not yet let in.
  ///
  /// @param labels laid over the flow's; `system.correlationId` is the execution's own id unless it
  ///   is among them
  /// @param inputs resolved ones, or with [Inputs#RAW] what a trigger gave
  public static Execution create(
      FlowPlan plan,
      ExecutionId id,
      Map<String, Object> inputs,
      Inputs kind,
      Map<String, String> labels,
      Optional<Execution.TriggerInfo> trigger,
      Optional<Instant> scheduleDate,
      Instant at) {
    var all = new LinkedHashMap<>(plan.flow().labels());
    // What the system says of a flow is not said of what its triggers start.
    if (trigger.isPresent()) {
      all.keySet().removeIf(key -> key.startsWith("system."));
    }
    all.putAll(labels);
    all.putIfAbsent(CORRELATION_ID, id.value());
    return new Execution(
        id,
        History.of(State.CREATED, at),
        kind == Inputs.RAW ? Frame.START.entering(Frame.Branch.INPUTS) : Frame.START,
        0,
        0,
        0,
        new Execution.Fixed(
            plan.id(),
            plan.revision(),
            at,
            inputs,
            trigger,
            Optional.empty(),
            Optional.empty(),
            id,
            1,
            at,
            scheduleDate),
        all,
        Map.of(),
        Map.of(),
        scheduleDate.filter(date -> date.isAfter(at)),
        Optional.empty());
  }

  public static final String CORRELATION_ID = "system.correlationId";

  /// Whether inputs were read by the flow's rules already.
  public enum Inputs {
    RESOLVED,
    RAW
  }

  /// What must be under way for the execution, derived from its records alone: what a new owner
  /// does after a crash. Repeating it is safe, since what it leads to is refused when it is late.
  public static List<Effect> pending(FlowPlan plan, Execution head, List<TaskRun> live) {
    var effects = new ArrayList<Effect>();
    if (head.state() == State.CREATED) {
      head.wakeAt().ifPresent(at -> effects.add(new Effect.Wake(Draft.ROOT, at)));
    }
    if (head.state() != State.CREATED && head.root().branch() == Frame.Branch.INPUTS) {
      effects.add(new Effect.ResolveInputs());
    }
    if (head.root().branch() == Frame.Branch.OUTPUTS) {
      effects.add(new Effect.RenderOutputs());
    }
    var branch = head.root().branch();
    boolean awaited = branch == Frame.Branch.ADMISSION || branch == Frame.Branch.VERDICT;
    if (awaited || (plan.asserts() && !head.state().terminal())) {
      effects.add(new Effect.Judge(awaited));
    }
    effects.addAll(Promises.deadlines(plan, head));
    if (head.root().branch() == Frame.Branch.AFTER && head.root().live() == 0) {
      plan.listenerAt(head.root().cursor())
          .ifPresent(group -> effects.add(new Effect.JudgeListener(group.listener())));
    }
    boolean held = Holding.held(head);
    for (var run : live) {
      if (run.later() || (held && Holding.unbegun(run))) {
        continue; // it begins when its loop comes to it, or when the execution is released
      }
      pending(plan, run).ifPresent(effects::add);
    }
    return effects;
  }

  private static Optional<Effect> pending(FlowPlan plan, TaskRun run) {
    var node = plan.node(run.node());
    return switch (run.state()) {
      case CREATED, RESTARTED ->
          Optional.of(
              node.needsPreparing()
                  ? new Effect.Prepare(run.seq())
                  : new Effect.Dispatch(run.seq()));
      case SUBMITTED -> Optional.of(new Effect.Dispatch(run.seq()));
      case RUNNING -> Leaves.underWay(node, run);
      case RETRYING, PAUSED -> run.wakeAt().map(at -> new Effect.Wake(run.seq(), at));
      // Its job died with the last owner's worker, or will report; asking again does no harm.
      case KILLING ->
          Batches.is(node)
              ? Optional.of(new Effect.KillChildren(run.seq()))
              : (node.leaf() && run.child().isEmpty()) || WorkingDirectories.jobUnderWay(node, run)
                  ? Optional.of(new Effect.StopJob(run.seq(), run.job()))
                  : run.child().map(child -> new Effect.KillChild(run.seq(), child));
      case QUEUED, BREAKPOINT -> Optional.empty();
      case SUCCESS, WARNING, FAILED, KILLED, CANCELLED, SKIPPED, RETRIED, RESUBMITTED ->
          Optional.empty();
    };
  }

  private static void begin(Draft draft) {
    var state = draft.head().state();
    if (state != State.CREATED && state != State.QUEUED && state != State.RESTARTED) {
      return;
    }
    if (state != State.QUEUED) {
      Promises.arm(draft);
    }
    draft.head(head -> Heads.wakeAt(Heads.state(head, State.RUNNING, draft.now), Optional.empty()));
    if (draft.head().root().branch() == Frame.Branch.MAIN && draft.head().nextSeq() == 0) {
      enter(draft);
      return;
    }
    Holding.release(draft);
  }

  /// Begins the tasks, once the flow's promises hold.
  private static void enter(Draft draft) {
    if (draft.plan.asserts()) {
      draft.frame(Draft.ROOT, it -> it.entering(Frame.Branch.ADMISSION));
      draft.effect(new Effect.Judge(true));
      return;
    }
    draft.frame(Draft.ROOT, it -> it.entering(Frame.Branch.MAIN));
    draft.toAdvance(Draft.ROOT);
  }

  private static void inputsResolved(Draft draft, Event.InputsResolved event) {
    if (draft.head().root().branch() != Frame.Branch.INPUTS) {
      return;
    }
    if (draft.killing()) {
      Containers.end(draft, State.KILLED);
      return;
    }
    if (event.error().isPresent()) {
      draft.log(Draft.ROOT, LogLevel.ERROR, event.error().get());
      draft.head(head -> Heads.error(head, event.error()));
      Containers.end(draft, State.FAILED);
      return;
    }
    draft.head(head -> Heads.labels(Heads.inputs(head, event.inputs()), event.labels()));
    enter(draft);
  }

  private static void enqueue(Draft draft) {
    if (draft.head().state() == State.CREATED || draft.head().state() == State.RESTARTED) {
      Promises.arm(draft);
      draft.head(
          head -> Heads.wakeAt(Heads.state(head, State.QUEUED, draft.now), Optional.empty()));
    }
  }

  private static void turnAway(Draft draft, Event.TurnAway event) {
    switch (draft.head().state()) {
      case CREATED, QUEUED, RESTARTED -> {}
      case SUBMITTED, RUNNING, PAUSED, RETRYING, KILLING, BREAKPOINT -> {
        return;
      }
      case SUCCESS, WARNING, FAILED, KILLED, CANCELLED, SKIPPED, RETRIED, RESUBMITTED -> {
        return;
      }
    }
    Killing.endRuns(draft);
    draft.log(
        Draft.ROOT, event.verdict() == State.FAILED ? LogLevel.ERROR : LogLevel.WARN, event.why());
    draft.head(head -> Heads.error(head, Optional.of(event.why())));
    Containers.end(draft, event.verdict());
  }

  private static void continueWith(Draft draft, int container) {
    if (container == Draft.ROOT
        || draft.find(container).filter(run -> run.state() == State.RUNNING).isPresent()) {
      draft.toAdvance(container);
    }
  }

  private static void wakeUp(Draft draft, int seq) {
    var found = draft.find(seq);
    if (found.isEmpty()) {
      return;
    }
    var run = found.get();
    if (run.wakeAt().isEmpty()
        || run.wakeAt().get().isAfter(draft.now)
        || Holding.held(draft.head())) {
      return;
    }
    switch (run.state()) {
      case RETRYING -> Retrying.tryAgain(draft, run);
      case PAUSED -> Pausing.over(draft, run);
      case RUNNING -> Asking.nextRound(draft, run);
      case CREATED, SUBMITTED, QUEUED, RESTARTED, KILLING, BREAKPOINT -> {}
      case SUCCESS, WARNING, FAILED, KILLED, CANCELLED, SKIPPED, RETRIED, RESUBMITTED -> {}
    }
  }
}
