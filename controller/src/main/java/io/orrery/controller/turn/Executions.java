package io.orrery.controller.turn;

import io.orrery.controller.Orchestrator.Cascade;
import io.orrery.controller.Orchestrator.Refused;
import io.orrery.controller.Orchestrator.Refused.Reason;
import io.orrery.controller.dispatch.Dispatcher;
import io.orrery.controller.flow.Flows;
import io.orrery.engine.execution.Effect;
import io.orrery.engine.execution.Event;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Executor;
import io.orrery.engine.execution.Surroundings;
import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.execution.Transition;
import io.orrery.engine.limit.Limits;
import io.orrery.engine.plan.FlowPlan;
import io.orrery.model.flow.Concurrency;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.kept.Keeping;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import io.orrery.model.state.StateChange;
import io.orrery.store.vnode.Changes;
import io.orrery.store.vnode.LogChunk;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The executions of a loop's vnodes: applies events to them through [Executor] and carries out
/// what follows. Used by the loop's thread alone.
final class Executions {

  /// Who hears of states and ends: flow triggers, and schedules that wait for theirs.
  interface StateListener {

    /// Whether anybody wants to know of states of this flow's executions.
    boolean listens(FlowId flow);

    void changed(Turn turn, Execution execution, StateChange change);

    void ended(Turn turn, Execution execution);
  }

  private static final int REMEMBERED_MAX = 1000;

  private final Flows flows;
  private final Timers timers;
  private final Mailbox mailbox;
  private final Dispatcher dispatcher;
  private final Outside outside;
  private final OutputsReader outputs;
  private final InScope scope;
  private final InstantSource clock;
  private final StateListener listener;
  private final Relatives relatives;
  private final Map<ExecutionId, LiveExecution> live = new HashMap<>();
  private final Places places = new Places();

  /// Heads of executions that were finished here not long ago: what a stale read of one is measured
  /// against.
  private final Map<ExecutionId, Execution> finished = remembering();

  /// Executions that were removed here not long ago: an older read of one must not bring it back.
  private final Map<ExecutionId, Instant> removed = remembering();

  private static <T> Map<ExecutionId, T> remembering() {
    return new LinkedHashMap<>() {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<ExecutionId, T> eldest) {
        return size() > REMEMBERED_MAX;
      }
    };
  }

  /// What an [Executions] works with.
  record Tools(
      Flows flows,
      Timers timers,
      Mailbox mailbox,
      Dispatcher dispatcher,
      Outside outside,
      OutputsReader outputs,
      Surroundings around,
      Keeping keeping,
      InstantSource clock) {}

  /// @param childWanted told, after the commit, that a task run waits for an execution that may
  ///   have to be restarted
  Executions(Tools tools, StateListener listener, BiConsumer<TaskRunId, ExecutionId> childWanted) {
    flows = tools.flows();
    timers = tools.timers();
    mailbox = tools.mailbox();
    dispatcher = tools.dispatcher();
    outside = tools.outside();
    outputs = tools.outputs();
    scope = new InScope(tools.outputs(), tools.around(), tools.keeping());
    clock = tools.clock();
    this.listener = listener;
    this.relatives = new Relatives(this, childWanted);
  }

  Optional<LiveExecution> find(ExecutionId id) {
    return Optional.ofNullable(live.get(id));
  }

  /// The executions under way whose end a task run waits for.
  List<ExecutionId> awaitedBy(TaskRunId run) {
    return live.values().stream()
        .filter(it -> it.head().fixed().parent().filter(run::equals).isPresent())
        .map(it -> it.head().id())
        .toList();
  }

  /// The head of an execution that was finished here not long ago.
  Optional<Execution> over(ExecutionId id) {
    return Optional.ofNullable(finished.get(id));
  }

  /// The head of one that has ended was changed.
  void over(Execution head) {
    finished.put(head.id(), head);
  }

  /// Whether it was removed here not long ago.
  boolean removed(ExecutionId id) {
    return removed.containsKey(id);
  }

  /// What the templates of its executions see.
  InScope scope() {
    return scope;
  }

  Places places() {
    return places;
  }

  /// From now on it is one that has something to do.
  void alive(LiveExecution it) {
    var id = it.head().id();
    finished.remove(id);
    removed.remove(id);
    live.put(id, it);
    outputs.know(id, it.outputs());
  }

  /// It is removed.
  void forget(Turn turn, ExecutionId id) {
    finished.remove(id);
    removed.put(id, turn.now);
  }

  // ---- what comes in

  void create(Turn turn, Execution execution) {
    create(turn, execution, Optional.empty());
  }

  /// @param failure why it fails without having run; empty when it runs
  void create(Turn turn, Execution execution, Optional<String> failure) {
    if (live.containsKey(execution.id()) || finished.containsKey(execution.id())) {
      return;
    }
    var plan = plan(execution);
    if (plan.isEmpty()) {
      throw new Refused(
          Reason.CONFLICT,
          "revision "
              + execution.fixed().revision()
              + " of flow "
              + execution.fixed().flow()
              + " was not kept: try again");
    }
    var it = new LiveExecution(plan.get(), execution, new LiveOutputs(true));
    alive(it);
    turn.touches(execution.fixed().flow());
    turn.touches(execution.id());
    turn.changes.insert(execution);
    tell(turn, execution, execution.history().changes());
    if (failure.isPresent()) {
      apply(turn, it, new Event.TurnAway(State.FAILED, failure.get(), turn.now));
    } else if (execution.wakeAt().isPresent()) {
      armBegin(turn, execution);
    } else {
      admit(turn, it);
    }
  }

  /// What the caller of a creation is told: the execution as it is, or was made.
  Execution created(Execution asked) {
    var there = live.get(asked.id());
    if (there != null) {
      return there.head();
    }
    var over = finished.get(asked.id());
    return over != null ? over : asked;
  }

  /// @return whether the event meant anything: late and doubled news does not
  boolean happened(Turn turn, ExecutionId id, Event event) {
    var it = live.get(id);
    if (it == null) {
      return false;
    }
    if (event instanceof Event.Begin && it.head().state() == State.CREATED) {
      admit(turn, it); // its date came: now it asks for a place
      return true;
    }
    boolean meant = apply(turn, it, event);
    if (event instanceof Event.Judged) {
      it.judging().answered().ifPresent(awaited -> judge(turn, it, awaited));
    }
    if (meant && event instanceof Event.InputsResolved) {
      turn.changes.inputs(id, it.head().fixed().inputs());
    }
    return meant;
  }

  /// @throws Refused when it is not here or already ended
  void kill(Turn turn, ExecutionId id, Cascade cascade) {
    var it = required(id, "kill");
    apply(turn, it, new Event.Kill(cascade == Cascade.CHILDREN, turn.now));
  }

  void resume(Turn turn, ExecutionId id, Map<String, Object> inputs, Optional<String> by) {
    var it = required(id, "resume");
    if (it.head().state() != State.PAUSED) {
      throw new Refused(
          Reason.CONFLICT,
          "cannot resume execution " + id + ": it is not paused, it is " + it.head().state());
    }
    apply(turn, it, new Event.Resume(inputs, by, turn.now));
  }

  /// The result of a job was taken.
  void over(Turn turn, TaskRunId run, int attempt) {
    turn.act(() -> dispatcher.over(run, attempt));
  }

  /// The head of an execution that was just acted on.
  Execution lastKnown(ExecutionId id) {
    var it = live.get(id);
    if (it != null) {
      return it.head();
    }
    var over = finished.get(id);
    if (over == null) {
      throw new IllegalStateException("execution " + id + " was just here");
    }
    return over;
  }

  // ---- places

  /// It asks for a place: it begins, waits, or is turned away.
  void admit(Turn turn, LiveExecution it) {
    var flow = it.head().fixed().flow();
    var limit = limit(flow);
    switch (Limits.admit(limit, places.holding(flow), places.queued(flow))) {
      case RUN -> {
        places.hold(flow, it.head().id());
        begin(turn, it);
      }
      case QUEUE -> {
        places.queue(flow, it.head().id());
        apply(turn, it, new Event.Enqueue(turn.now));
      }
      case CANCEL -> apply(turn, it, turnAway(State.CANCELLED, limit, turn.now));
      case FAIL -> apply(turn, it, turnAway(State.FAILED, limit, turn.now));
    }
  }

  /// What was restarted begins in a turn of its own, so that it is seen as RESTARTED first.
  private void begin(Turn turn, LiveExecution it) {
    var event = new Event.Begin(turn.now);
    if (it.head().state() == State.RESTARTED) {
      turn.act(() -> mailbox.post(new Command.Happened(it.head().id(), event)));
    } else {
      apply(turn, it, event);
    }
  }

  private static Event turnAway(State verdict, Optional<Concurrency> limit, Instant at) {
    return new Event.TurnAway(
        verdict,
        "The flow's limit of "
            + limit.map(it -> String.valueOf(it.limit())).orElse("?")
            + " running executions is reached: this one is "
            + verdict,
        at);
  }

  /// All revisions count together; the newest one's limit holds.
  private Optional<Concurrency> limit(FlowId flow) {
    return flows
        .current(flow)
        .flatMap(Flows.Known::plan)
        .flatMap(plan -> plan.flow().concurrency());
  }

  /// Lets waiting executions in, as far as the limit allows: after an end, or when the limit
  /// changed.
  void admitQueued(Turn turn, FlowId flow) {
    for (int free = Limits.free(limit(flow), places.holding(flow)); free > 0; free--) {
      var next = places.firstQueued(flow);
      if (next.isEmpty()) {
        return;
      }
      var waiting = live.get(next.get());
      if (waiting == null) {
        throw new IllegalStateException("execution " + next.get() + " waits and is not live");
      }
      places.hold(flow, next.get());
      apply(turn, waiting, new Event.Begin(turn.now));
    }
  }

  // ---- events and what follows

  boolean apply(Turn turn, LiveExecution it, Event event) {
    return write(turn, it, Executor.decide(it.plan(), it, event));
  }

  /// @return whether there was anything to write
  boolean write(Turn turn, LiveExecution it, Transition transition) {
    if (transition.nothing(it.head())) {
      return false;
    }
    var before = it.head().history();
    it.apply(transition);
    var head = transition.head();
    turn.touches(head.fixed().flow());
    turn.touches(head.id());
    turn.changes.update(head);
    for (int seq : transition.emptied()) {
      turn.changes.empty(new TaskRunId(head.id(), seq));
    }
    transition.created().forEach(turn.changes::insert);
    transition.changed().forEach(turn.changes::update);
    for (int seq : transition.removed()) {
      turn.changes.remove(new TaskRunId(head.id(), seq));
    }
    for (var cleared : transition.cleared()) {
      turn.changes.clear(
          new Changes.Cleared(
              new TaskRunId(head.id(), cleared.container()), cleared.from(), cleared.to()));
    }
    transition
        .loopValues()
        .forEach((seq, values) -> turn.changes.loopValues(new TaskRunId(head.id(), seq), values));
    for (var effect : transition.effects()) {
      if (effect instanceof Effect.Log log) {
        log(turn, it, log, it.run(log.seq()).or(() -> ended(transition, log.seq())));
      } else {
        perform(turn, it, effect);
      }
    }
    tell(turn, head, head.history().since(before));
    return true;
  }

  /// Other flows may listen to what state an execution takes.
  private void tell(Turn turn, Execution execution, List<StateChange> changes) {
    if (listener.listens(execution.fixed().flow())) {
      changes.forEach(change -> turn.follow(() -> listener.changed(turn, execution, change)));
    }
  }

  /// A task run that is not live any more.
  private static Optional<TaskRun> ended(Transition transition, int seq) {
    return Stream.concat(transition.changed().stream(), transition.created().stream())
        .filter(run -> run.seq() == seq)
        .findFirst();
  }

  private void perform(Turn turn, LiveExecution it, Effect effect) {
    var id = it.head().id();
    switch (effect) {
      case Effect.ResolveInputs _ -> turn.act(() -> outside.resolveInputs(scope.of(it), to(id)));
      case Effect.Prepare(int seq) ->
          turn.act(() -> it.run(seq).ifPresent(run -> outside.prepare(scope.of(it, run), to(id))));
      case Effect.Ask(int seq) ->
          turn.act(() -> it.run(seq).ifPresent(run -> outside.ask(scope.of(it, run), to(id))));
      case Effect.Dispatch(int seq) ->
          turn.act(() -> it.run(seq).ifPresent(run -> dispatch(it, run)));
      case Effect.StopJob(int seq, int attempt) ->
          turn.act(() -> stop(new TaskRunId(id, seq), attempt));
      case Effect.ReleaseFolder(int seq) ->
          turn.act(() -> dispatcher.release(new TaskRunId(id, seq)));
      case Effect.Wake(int seq, Instant at) -> turn.act(() -> arm(id, seq, at));
      case Effect.Start(Execution child) -> turn.follow(() -> create(turn, child));
      case Effect.KillChild(int seq, ExecutionId child) ->
          turn.follow(() -> relatives.killChild(turn, it, new TaskRunId(id, seq), child));
      case Effect.KillChildren(int seq) ->
          turn.follow(() -> relatives.killChildren(turn, new TaskRunId(id, seq)));
      case Effect.RestartChild(int seq, ExecutionId child) ->
          turn.act(() -> relatives.wanted(new TaskRunId(id, seq), child));
      case Effect.Collect(int seq, ExecutionId child) ->
          turn.act(
              () ->
                  it.run(seq).ifPresent(run -> outside.collect(scope.of(it, run), child, to(id))));
      case Effect.Deadline(Instant at) ->
          turn.act(() -> timers.arm(at, new Command.Happened(id, new Event.DeadlineDue(at))));
      case Effect.Judge(boolean awaited) -> judge(turn, it, awaited);
      case Effect.RenderOutputs _ -> turn.act(() -> outside.renderOutputs(scope.of(it), to(id)));
      case Effect.JudgeListener(int of) ->
          turn.act(() -> outside.judge(new Outside.OfListener(scope.of(it), of), to(id)));
      case Effect.TellParent tell -> turn.follow(() -> relatives.tell(turn, tell));
      case Effect.Ended _ -> ended(turn, it);
      case Effect.Finished _ -> {
        live.remove(id);
        finished.put(id, it.head());
        turn.act(() -> outputs.forget(id));
        // It may have been wanted again while its last tasks, those after its end, still ran.
        it.head()
            .fixed()
            .parent()
            .ifPresent(by -> turn.follow(() -> relatives.wantedAgain(turn, by, id)));
      }
      case Effect.Log log -> log(turn, it, log, it.run(log.seq()));
      case Effect.Continue(int container) ->
          turn.act(
              () ->
                  mailbox.post(new Command.Happened(id, new Event.Continue(container, turn.now))));
    }
  }

  /// One judgement at a time, and another after it when things have changed meanwhile: so the last
  /// change is always judged, and a storm of changes is not.
  private void judge(Turn turn, LiveExecution it, boolean awaited) {
    if (it.judging().asked(awaited)) {
      turn.act(() -> outside.judge(scope.of(it), awaited, to(it.head().id())));
    }
  }

  private Consumer<Event> to(ExecutionId id) {
    return event -> mailbox.post(new Command.Happened(id, event));
  }

  private void dispatch(LiveExecution it, TaskRun run) {
    if (Jobs.inBegunFolder(it, run)) {
      dispatcher.addToBegun(run.id(), run.job());
    } else {
      dispatcher.add(run.id(), run.job());
    }
  }

  private void stop(TaskRunId run, int attempt) {
    if (dispatcher.stop(run, attempt)) {
      reportKilled(run, attempt);
    }
  }

  /// No worker has the job: its end is told for it.
  private void reportKilled(TaskRunId run, int attempt) {
    var now = clock.instant();
    to(run.execution())
        .accept(
            new Event.JobEnded(
                run.seq(), attempt, State.KILLED, Map.of(), Optional.empty(), now, now));
  }

  private void arm(ExecutionId id, int seq, Instant at) {
    timers.arm(
        at, new Command.Happened(id, seq < 0 ? new Event.Begin(at) : new Event.WakeUp(seq, at)));
  }

  private void armBegin(Turn turn, Execution execution) {
    execution.wakeAt().ifPresent(at -> turn.act(() -> arm(execution.id(), -1, at)));
  }

  private void ended(Turn turn, LiveExecution it) {
    var flow = it.head().fixed().flow();
    places.leave(flow, it.head().id());
    turn.follow(() -> admitQueued(turn, flow));
    turn.follow(() -> listener.ended(turn, it.head()));
  }

  private static void log(Turn turn, LiveExecution it, Effect.Log log, Optional<TaskRun> run) {
    turn.changes.add(
        LogChunk.ofEngine(
            it.head().fixed().flow(),
            it.head().id(),
            log.seq(),
            run.map(TaskRun::taskId).orElse(""),
            run.map(TaskRun::attempt).orElse(0),
            log.level(),
            log.message(),
            log.at()));
  }

  // ---- taking over

  /// Puts an execution back under way from its records.
  void load(Turn turn, WholeExecution whole, Map<Integer, List<String>> loopValues) {
    var head = whole.execution();
    var plan = plan(head);
    if (plan.isEmpty()) {
      turn.changes.add(
          LogChunk.ofEngine(
              head.fixed().flow(),
              head.id(),
              LogLevel.ERROR,
              "revision "
                  + head.fixed().revision()
                  + " of the flow cannot run here: the execution waits",
              turn.now));
      turn.touches(head.fixed().flow());
      return;
    }
    var it = new LiveExecution(plan.get(), head, new LiveOutputs(false));
    whole.taskRuns().forEach(it::add);
    loopValues.forEach(it::loopValues);
    it.knowOpenContainers();
    live.put(head.id(), it);
    outputs.know(head.id(), it.outputs());
    if (head.state() == State.QUEUED) {
      places.queue(head.fixed().flow(), head.id());
    } else if (head.state() != State.CREATED && !head.state().terminal()) {
      places.hold(head.fixed().flow(), head.id());
    }
    if (head.state() == State.RESTARTED) {
      begin(turn, it);
    }
    if (head.state() == State.CREATED && head.wakeAt().isEmpty()) {
      turn.follow(() -> admit(turn, it));
    }
    var runs = new ArrayList<>(it.runs());
    for (var effect : Executor.pending(plan.get(), head, runs)) {
      if (effect instanceof Effect.StopJob(int seq, int attempt)) {
        var run = new TaskRunId(head.id(), seq);
        if (dispatcher.hasLeft(run, attempt)) {
          perform(turn, it, effect);
        } else {
          turn.act(() -> reportKilled(run, attempt));
        }
      } else {
        perform(turn, it, effect);
      }
    }
    if (!head.state().terminal() && head.state() != State.CREATED && head.state() != State.QUEUED) {
      perform(turn, it, new Effect.Continue(-1));
    }
  }

  /// The plan that an execution runs on; empty when it cannot run here.
  Optional<FlowPlan> plan(Execution execution) {
    return flows
        .revision(execution.fixed().flow(), execution.fixed().revision())
        .flatMap(Flows.Known::plan);
  }

  private LiveExecution required(ExecutionId id, String what) {
    var it = live.get(id);
    if (it != null && !it.head().state().terminal()) {
      return it;
    }
    var over = it != null ? it.head() : finished.get(id);
    if (over != null) {
      throw Refused.state(what, id, over.state());
    }
    throw new Refused(Reason.NOT_FOUND, "there is no running execution " + id);
  }
}
