package io.orrery.server.fake;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;

import io.orrery.controller.Orchestrator;
import io.orrery.controller.Orchestrator.Refused.Reason;
import io.orrery.engine.execution.Breakpoint;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Frame;
import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.FlowRevision;
import io.orrery.model.flow.Task;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.problem.Parsed;
import io.orrery.model.state.History;
import io.orrery.model.state.State;
import io.orrery.server.port.FlowParser;
import io.orrery.store.vnode.SavedFlow;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// Keeps executions RUNNING (or PAUSED, when their first task is a pause) until a test moves them.
public final class FakeOrchestrator implements Orchestrator {
  private final MemoryFlows flows;
  private final MemoryExecutions executions;
  private final MemoryTriggers triggers;
  private final FlowParser parser;
  private final InstantSource clock;
  private final Map<ExecutionId, List<Runnable>> followers = new ConcurrentHashMap<>();
  private final List<Map<String, Object>> resumedWith = new CopyOnWriteArrayList<>();
  private final List<Optional<String>> resumedBy = new CopyOnWriteArrayList<>();
  private final List<Replay> replays = new CopyOnWriteArrayList<>();

  public FakeOrchestrator(
      MemoryFlows flows,
      MemoryExecutions executions,
      MemoryTriggers triggers,
      FlowParser parser,
      InstantSource clock) {
    this.flows = flows;
    this.executions = executions;
    this.triggers = triggers;
    this.parser = parser;
    this.clock = clock;
  }

  public int followers(ExecutionId id) {
    return followers.getOrDefault(id, List.of()).size();
  }

  /// By whom executions were resumed, in order.
  public List<Optional<String>> resumedBy() {
    return List.copyOf(resumedBy);
  }

  public List<Map<String, Object>> resumedWith() {
    return resumedWith;
  }

  @Override
  public CompletionStage<FlowRevision> saveFlow(Flow flow, String source) {
    var saved = flows.save(flow, source, clock.instant());
    return completedFuture(new FlowRevision(flow, saved.revision(), source));
  }

  @Override
  public CompletionStage<Boolean> deleteFlow(FlowId flow) {
    return completedFuture(flows.delete(flow, clock.instant()));
  }

  @Override
  public CompletionStage<Execution> start(Start start) {
    var flow =
        start.revision().isPresent()
            ? flow(start.flow(), start.revision().get())
            : flow(start.flow());
    if (flow.isEmpty()) {
      return failedFuture(new Refused(Reason.NOT_FOUND, "Flow not found: " + start.flow()));
    }
    var now = clock.instant();
    var id = start.id().orElseThrow();
    var labels = new java.util.LinkedHashMap<>(flow.get().flow().labels());
    labels.putAll(start.labels());
    var first = flow.get().flow().tasks().getFirst();
    boolean pauses = first instanceof Task.Pause;
    var state = pauses ? State.PAUSED : State.RUNNING;
    var execution =
        new Execution(
            id,
            History.of(State.CREATED, now).then(state, now),
            Frame.START,
            1,
            pauses ? 1 : 0,
            0,
            new Execution.Fixed(
                start.flow(),
                flow.get().revision(),
                now,
                start.inputs(),
                start.trigger(),
                Optional.empty(),
                Optional.empty(),
                id,
                1,
                now,
                start.scheduleDate()),
            labels,
            Map.of(),
            Map.of(),
            Optional.empty(),
            Optional.empty());
    executions.put(new WholeExecution(execution, List.of(run(id, 0, first.id(), state))));
    ring(id);
    return completedFuture(execution);
  }

  private TaskRun run(ExecutionId id, int seq, String taskId, State state) {
    return new TaskRun(
        new TaskRunId(id, seq),
        taskId,
        0,
        -1,
        Frame.Branch.MAIN,
        Optional.empty(),
        -1,
        List.of(),
        History.of(state, clock.instant()),
        List.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /// Moves an execution to `state` and tells its followers.
  public Execution move(ExecutionId id, State state) {
    var whole = executions.find(id).orElseThrow();
    var moved = moved(whole.execution(), state);
    executions.put(new WholeExecution(moved, whole.taskRuns()));
    ring(id);
    return moved;
  }

  private Execution moved(Execution from, State state) {
    return new Execution(
        from.id(),
        from.history().then(state, clock.instant()),
        state.terminal() ? from.root().entering(Frame.Branch.DONE) : Frame.START,
        from.nextSeq(),
        state == State.PAUSED ? 1 : 0,
        0,
        from.fixed(),
        from.labels(),
        from.outputs(),
        from.variables(),
        Optional.empty(),
        Optional.empty());
  }

  /// Replaces the outputs of task runs, adding task runs as needed.
  public void output(ExecutionId id, int seq, String taskId, Map<String, Object> outputs) {
    var whole = executions.find(id).orElseThrow();
    var runs = new ArrayList<>(whole.taskRuns());
    while (runs.size() <= seq) {
      runs.add(run(id, runs.size(), taskId, State.SUCCESS));
    }
    var old = runs.get(seq);
    runs.set(
        seq,
        new TaskRun(
            old.id(),
            taskId,
            0,
            -1,
            Frame.Branch.MAIN,
            Optional.empty(),
            -1,
            List.of(),
            old.history(),
            List.of(new TaskRun.Attempt(old.history(), Optional.empty())),
            outputs,
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
    executions.put(new WholeExecution(whole.execution(), runs));
    ring(id);
  }

  public void ring(ExecutionId id) {
    followers.getOrDefault(id, List.of()).forEach(Runnable::run);
  }

  private CompletionStage<Execution> change(
      ExecutionId id, String what, boolean allowed, State state) {
    var found = executions.head(id);
    if (found.isEmpty()) {
      return failedFuture(new Refused(Reason.NOT_FOUND, "Execution not found: " + id));
    }
    if (!allowed) {
      return failedFuture(Refused.state(what, id, found.get().state()));
    }
    return completedFuture(move(id, state));
  }

  private boolean is(ExecutionId id, java.util.function.Predicate<State> wanted) {
    return executions.head(id).map(Execution::state).filter(wanted).isPresent();
  }

  @Override
  public CompletionStage<Execution> kill(ExecutionId id, Cascade cascade) {
    return change(id, "kill", is(id, state -> !state.terminal()), State.KILLED);
  }

  @Override
  public CompletionStage<Execution> restart(ExecutionId id) {
    return change(id, "restart", is(id, state -> state == State.FAILED), State.RESTARTED);
  }

  @Override
  public CompletionStage<Execution> resume(
      ExecutionId id, Map<String, Object> inputs, Optional<String> by) {
    resumedBy.add(by);
    resumedWith.add(inputs);
    return change(id, "resume", is(id, state -> state == State.PAUSED), State.RUNNING);
  }

  @Override
  public CompletionStage<Execution> restart(ExecutionId id, int revision) {
    var there = executions.head(id).flatMap(it -> flows.revision(it.fixed().flow(), revision));
    return there.isPresent()
        ? restart(id)
        : failedFuture(new Refused(Reason.NOT_FOUND, "there is no revision " + revision));
  }

  @Override
  public CompletionStage<Execution> replay(Replay replay) {
    replays.add(replay);
    return change(replay.source(), "replay", true, State.CREATED);
  }

  public List<Replay> replays() {
    return replays;
  }

  @Override
  public CompletionStage<Execution> pause(ExecutionId id) {
    return change(id, "pause", is(id, state -> state == State.RUNNING), State.PAUSED);
  }

  @Override
  public CompletionStage<Execution> leaveBreakpoint(ExecutionId id, List<Breakpoint> next) {
    boolean stands = is(id, state -> state == State.BREAKPOINT);
    return change(id, "resume from a breakpoint", stands, State.RUNNING);
  }

  @Override
  public CompletionStage<Execution> mark(ExecutionId id, TaskRunId run, State state) {
    return change(id, "mark", is(id, State::terminal), State.RESTARTED);
  }

  @Override
  public CompletionStage<Execution> changeStatus(ExecutionId id, State state) {
    return change(id, "change the status of", is(id, State::terminal), state);
  }

  @Override
  public CompletionStage<Execution> relabel(ExecutionId id, Map<String, String> labels) {
    var state = executions.head(id).map(Execution::state).orElse(State.CREATED);
    return change(id, "label", state.terminal(), state);
  }

  @Override
  public CompletionStage<Execution> unqueue(ExecutionId id, State into) {
    return change(id, "unqueue", is(id, state -> state == State.QUEUED), into);
  }

  @Override
  public CompletionStage<Execution> forceRun(ExecutionId id) {
    return change(id, "force-run", is(id, state -> !state.terminal()), State.RUNNING);
  }

  @Override
  public CompletionStage<Evaluated> evaluate(
      ExecutionId id, Optional<TaskRunId> run, String template) {
    return completedFuture(
        template.contains("missing")
            ? new Evaluated.Failed("it is missing", "at line 1")
            : new Evaluated.Result(template));
  }

  @Override
  public CompletionStage<Evaluated> evaluate(FlowId flow, String template) {
    return flow(flow).isPresent()
        ? completedFuture(new Evaluated.Result(template + " of " + flow.id()))
        : failedFuture(new Refused(Reason.NOT_FOUND, "there is no flow " + flow));
  }

  @Override
  public CompletionStage<Boolean> delete(ExecutionId id, Removal removal) {
    if (!removal.running() && is(id, state -> !state.terminal())) {
      return failedFuture(Refused.state("delete", id, State.RUNNING));
    }
    return completedFuture(executions.remove(id));
  }

  @Override
  public CompletionStage<Boolean> setTriggerDisabled(
      TriggerId trigger, boolean disabled, Recover recover) {
    recovered.add(recover);
    return completedFuture(triggers.disable(trigger, disabled));
  }

  /// What was asked for with each switch of a trigger.
  public final List<Recover> recovered = new CopyOnWriteArrayList<>();

  @Override
  public CompletionStage<BackfillPreview> preview(
      TriggerId trigger, BackfillChange.Begin backfill) {
    return completedFuture(new BackfillPreview(3, Optional.of(backfill.start()), backfill.end()));
  }

  @Override
  public CompletionStage<TriggerState> backfill(TriggerId trigger, BackfillChange change) {
    try {
      return completedFuture(triggers.backfill(trigger, change));
    } catch (Refused refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  @Override
  public CompletionStage<TriggerState> change(TriggerId trigger, TriggerChange change) {
    try {
      return completedFuture(triggers.change(trigger, change));
    } catch (Refused refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  @Override
  public CompletionStage<Execution> runNow(TriggerId trigger, Overlap overlap) {
    var state = triggers.find(trigger);
    if (state.isEmpty()) {
      return failedFuture(new Refused(Reason.NOT_FOUND, "there is no trigger " + trigger));
    }
    if (overlap == Overlap.REFUSED && state.get().holder().isPresent()) {
      return failedFuture(new Refused(Reason.CONFLICT, "trigger " + trigger + " waits"));
    }
    var start = Start.of(trigger.flow(), Map.of());
    return start(
        new Start(
            start.flow(),
            Optional.empty(),
            Optional.of(new ExecutionId("manual")),
            Map.of(),
            Map.of(),
            Optional.empty(),
            Optional.empty()));
  }

  @Override
  public AutoCloseable follow(ExecutionId id, Runnable listener) {
    var list = followers.computeIfAbsent(id, _ -> new CopyOnWriteArrayList<>());
    list.add(listener);
    return () -> list.remove(listener);
  }

  @Override
  public Optional<FlowRevision> flow(FlowId id) {
    return flows.latest(id).filter(flow -> !flow.deleted()).flatMap(this::parsed);
  }

  @Override
  public Optional<FlowRevision> flow(FlowId id, int revision) {
    return flows.revision(id, revision).flatMap(this::parsed);
  }

  private Optional<FlowRevision> parsed(SavedFlow saved) {
    return switch (parser.parse(saved.source())) {
      case Parsed.Ok<Flow>(var flow, _) ->
          Optional.of(new FlowRevision(flow, saved.revision(), saved.source()));
      case Parsed.Bad<Flow> _ -> Optional.empty();
    };
  }
}
