package io.orrery.store.contract;

import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Execution.Fixed;
import io.orrery.engine.execution.Frame;
import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.trigger.Fire;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.History;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import io.orrery.store.vnode.LogChunk;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Records to write in tests.
public final class Samples {

  public static final Instant T0 = Instant.parse("2026-03-01T08:00:00Z");
  public static final FlowId FLOW = new FlowId("acme.sales", "orders");

  private Samples() {}

  public static ExecutionId id(int n) {
    return new ExecutionId("%022d".formatted(n));
  }

  public static Execution created(int n) {
    return created(id(n), FLOW, T0.plusMillis(n));
  }

  public static Execution created(ExecutionId id, FlowId flow, Instant at) {
    var fixed =
        new Fixed(
            flow,
            3,
            at,
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            id,
            1,
            at,
            Optional.empty());
    return new Execution(
        id,
        History.of(State.CREATED, at),
        Frame.START.at(1, 1),
        1,
        0,
        0,
        fixed,
        Map.of("system.correlationId", id.value()),
        Map.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty());
  }

  public static Execution in(Execution execution, State state, Instant at) {
    var root = state.terminal() ? execution.root().entering(Frame.Branch.DONE) : execution.root();
    return new Execution(
        execution.id(),
        execution.history().then(state, at),
        root,
        execution.nextSeq(),
        execution.paused(),
        execution.retrying(),
        execution.fixed(),
        execution.labels(),
        execution.outputs(),
        execution.variables(),
        execution.wakeAt(),
        execution.error());
  }

  public static Execution with(
      Execution execution,
      Map<String, String> labels,
      Map<String, Object> outputs,
      Map<String, Object> variables) {
    return new Execution(
        execution.id(),
        execution.history(),
        execution.root(),
        execution.nextSeq(),
        execution.paused(),
        execution.retrying(),
        execution.fixed(),
        labels,
        outputs,
        variables,
        execution.wakeAt(),
        execution.error());
  }

  public static Execution labelled(Execution execution, String... pairs) {
    var labels = new LinkedHashMap<>(execution.labels());
    for (int i = 0; i < pairs.length; i += 2) {
      labels.put(pairs[i], pairs[i + 1]);
    }
    return with(execution, labels, execution.outputs(), execution.variables());
  }

  public static TaskRun run(ExecutionId execution, int seq, String taskId, Instant at) {
    return new TaskRun(
        new TaskRunId(execution, seq),
        taskId,
        0,
        -1,
        Frame.Branch.MAIN,
        Optional.empty(),
        -1,
        List.of(),
        History.of(State.CREATED, at).then(State.RUNNING, at.plusMillis(2)),
        List.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  public static TaskRun ended(
      TaskRun run, State state, Instant at, List<String> path, Map<String, Object> outputs) {
    var history = run.history().then(state, at);
    return new TaskRun(
        run.id(),
        run.taskId(),
        run.node(),
        run.parent(),
        run.branch(),
        run.value(),
        run.iteration(),
        path,
        history,
        List.of(new TaskRun.Attempt(history, Optional.empty())),
        outputs,
        run.frame(),
        run.wakeAt(),
        run.child());
  }

  public static TriggerState trigger(FlowId flow, String id, Instant next) {
    return new TriggerState(
        new TriggerId(flow, id),
        3,
        Optional.of(next),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty(),
        "2026a",
        T0);
  }

  public static Fire fire(TriggerId trigger, Instant slot, ExecutionId execution) {
    return new Fire(
        trigger,
        Fire.SCHEDULE_LANE,
        slot,
        Fire.Decision.FIRED,
        Fire.Cause.ON_TIME,
        "fire-all",
        4,
        1,
        Optional.of(execution),
        slot.plusMillis(4));
  }

  public static LogChunk chunk(ExecutionId execution, int seq, LogChunk.Line... lines) {
    return new LogChunk(
        FLOW, Optional.of(execution), seq, "say", 1, Optional.empty(), List.of(lines));
  }

  public static LogChunk.Line line(Instant at, LogLevel level, String message) {
    return new LogChunk.Line(at, level, "job-1", message);
  }
}
