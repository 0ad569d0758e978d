package io.orrery.store.vnode;

import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.trigger.Fire;
import io.orrery.engine.trigger.SkipRange;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.engine.window.GatheringState;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/// All that one turn writes, each record once: the last word on a key wins, and what is new in this
/// turn stays an insert however often it changes in it. Used by one thread.
public final class Changes {

  /// A record, and whether the store has not seen it before.
  public record Write<T>(T record, boolean isNew) {}

  /// A round of a loop: the task runs below a container whose seqs are at least `from` and less
  /// than `to`. None of them is written in the same changes.
  public record Cleared(TaskRunId container, int from, int to) {}

  private final Map<ExecutionId, Write<Execution>> executions = new LinkedHashMap<>();
  private final Map<ExecutionId, Map<String, Object>> inputs = new LinkedHashMap<>();
  private final Map<TaskRunId, Write<TaskRun>> taskRuns = new LinkedHashMap<>();
  private final Map<TaskRunId, List<String>> loopValues = new LinkedHashMap<>();
  private final Map<TriggerId, TriggerState> triggers = new LinkedHashMap<>();
  private final Set<TriggerId> removedTriggers = new LinkedHashSet<>();
  private final List<SavedFlow> flows = new ArrayList<>();
  private final List<Fire> fires = new ArrayList<>();
  private final List<SkipRange> skips = new ArrayList<>();
  private final List<LogChunk> logs = new ArrayList<>();
  private final List<MetricRow> metrics = new ArrayList<>();
  private final List<Message> sent = new ArrayList<>();
  private final List<Long> received = new ArrayList<>();
  private final Set<TaskRunId> removedTaskRuns = new LinkedHashSet<>();
  private final List<Cleared> cleared = new ArrayList<>();
  private final Set<TaskRunId> emptied = new LinkedHashSet<>();
  private final Set<ExecutionId> removedExecutions = new LinkedHashSet<>();
  private final Map<FlowId, Boolean> listeners = new LinkedHashMap<>();
  private final Map<GatheringState.Key, GatheringState> windows = new LinkedHashMap<>();
  private final Set<GatheringState.Key> removedWindows = new LinkedHashSet<>();
  private final Set<Look> looks = new LinkedHashSet<>();
  private final Set<Look> removedLooks = new LinkedHashSet<>();
  private final Set<ExecutionId> keptLogs = new LinkedHashSet<>();
  private final Set<ExecutionId> keptMetrics = new LinkedHashSet<>();
  private long ticket;

  /// A number that names these changes, drawn at the first call and kept: by it a store knows a
  /// commit that is tried again.
  public long ticket(LongSupplier next) {
    if (ticket == 0) {
      ticket = next.getAsLong();
    }
    return ticket;
  }

  public void insert(Execution execution) {
    executions.put(execution.id(), new Write<>(execution, true));
  }

  public void update(Execution execution) {
    executions.merge(
        execution.id(),
        new Write<>(execution, false),
        (old, now) -> new Write<>(now.record(), old.isNew()));
  }

  /// The inputs that a trigger gave were read: they take the place of what was stored with the
  /// execution.
  public void inputs(ExecutionId execution, Map<String, Object> resolved) {
    inputs.put(execution, resolved);
  }

  public Map<ExecutionId, Map<String, Object>> inputs() {
    return inputs;
  }

  public void insert(TaskRun run) {
    taskRuns.put(run.id(), new Write<>(run, true));
  }

  public void update(TaskRun run) {
    taskRuns.merge(
        run.id(), new Write<>(run, false), (old, now) -> new Write<>(now.record(), old.isNew()));
  }

  /// The values that a loop goes through: written once, apart from the row that its progress
  /// rewrites.
  public void loopValues(TaskRunId loop, List<String> values) {
    loopValues.put(loop, values);
  }

  public void put(TriggerState trigger) {
    removedTriggers.remove(trigger.id());
    triggers.put(trigger.id(), trigger);
  }

  public void remove(TriggerId trigger) {
    triggers.remove(trigger);
    removedTriggers.add(trigger);
  }

  /// Whether a flow has a Flow trigger from now on.
  public void listens(FlowId flow, boolean listens) {
    listeners.put(flow, listens);
  }

  public void put(GatheringState window) {
    removedWindows.remove(window.key());
    windows.put(window.key(), window);
  }

  public void remove(GatheringState.Key window) {
    windows.remove(window);
    removedWindows.add(window);
  }

  public void add(Look look) {
    looks.add(look);
  }

  public void remove(Look look) {
    looks.remove(look);
    removedLooks.add(look);
  }

  public void add(SavedFlow flow) {
    flows.add(flow);
  }

  public void add(Fire fire) {
    fires.add(fire);
  }

  public void add(SkipRange skip) {
    skips.add(skip);
  }

  public void add(LogChunk chunk) {
    logs.add(chunk);
  }

  public void add(MetricRow metric) {
    metrics.add(metric);
  }

  /// A message to a vnode of another owner, written with everything else here.
  public void send(Message message) {
    sent.add(message);
  }

  /// The inbox row `id` was applied in this turn.
  public void received(long id) {
    received.add(id);
  }

  public void remove(TaskRunId run) {
    taskRuns.remove(run);
    removedTaskRuns.add(run);
  }

  /// The task runs of a round are no more.
  public void clear(Cleared round) {
    cleared.add(round);
  }

  public List<Cleared> cleared() {
    return cleared;
  }

  /// All children that this container has had so far; those inserted from now on stay.
  public void empty(TaskRunId container) {
    taskRuns
        .values()
        .removeIf(
            write ->
                write.record().parent() == container.seq()
                    && write.record().id().execution().equals(container.execution()));
    emptied.add(container);
  }

  public Set<TaskRunId> emptied() {
    return emptied;
  }

  /// The execution with its task runs, logs, metrics and labels.
  public void remove(ExecutionId execution) {
    remove(execution, true, true);
  }

  /// The execution with its task runs and labels.
  ///
  /// @param withLogs whether its logs go too
  /// @param withMetrics whether its metrics go too
  public void remove(ExecutionId execution, boolean withLogs, boolean withMetrics) {
    executions.remove(execution);
    inputs.remove(execution);
    taskRuns.keySet().removeIf(run -> run.execution().equals(execution));
    loopValues.keySet().removeIf(run -> run.execution().equals(execution));
    removedExecutions.add(execution);
    if (withLogs) {
      logs.removeIf(chunk -> chunk.execution().filter(execution::equals).isPresent());
    } else {
      keptLogs.add(execution);
    }
    if (!withMetrics) {
      keptMetrics.add(execution);
    }
  }

  /// Of the removed executions those whose logs stay.
  public Set<ExecutionId> keptLogs() {
    return keptLogs;
  }

  /// Of the removed executions those whose metrics stay.
  public Set<ExecutionId> keptMetrics() {
    return keptMetrics;
  }

  public boolean isEmpty() {
    return executions.isEmpty()
        && inputs.isEmpty()
        && taskRuns.isEmpty()
        && loopValues.isEmpty()
        && triggers.isEmpty()
        && removedTriggers.isEmpty()
        && listeners.isEmpty()
        && windows.isEmpty()
        && removedWindows.isEmpty()
        && looks.isEmpty()
        && removedLooks.isEmpty()
        && flows.isEmpty()
        && fires.isEmpty()
        && skips.isEmpty()
        && logs.isEmpty()
        && metrics.isEmpty()
        && sent.isEmpty()
        && received.isEmpty()
        && removedTaskRuns.isEmpty()
        && cleared.isEmpty()
        && emptied.isEmpty()
        && removedExecutions.isEmpty();
  }

  public Iterable<Write<Execution>> executions() {
    return executions.values();
  }

  public Iterable<Write<TaskRun>> taskRuns() {
    return taskRuns.values();
  }

  public Map<TaskRunId, List<String>> loopValues() {
    return loopValues;
  }

  public Iterable<TriggerState> triggers() {
    return triggers.values();
  }

  public Set<TriggerId> removedTriggers() {
    return removedTriggers;
  }

  public Map<FlowId, Boolean> listeners() {
    return listeners;
  }

  public Collection<GatheringState> windows() {
    return windows.values();
  }

  public Set<GatheringState.Key> removedWindows() {
    return removedWindows;
  }

  public Set<Look> looks() {
    return looks;
  }

  public Set<Look> removedLooks() {
    return removedLooks;
  }

  public List<SavedFlow> flows() {
    return flows;
  }

  public List<Fire> fires() {
    return fires;
  }

  public List<SkipRange> skips() {
    return skips;
  }

  public List<LogChunk> logs() {
    return logs;
  }

  public List<MetricRow> metrics() {
    return metrics;
  }

  public List<Message> sent() {
    return sent;
  }

  public List<Long> received() {
    return received;
  }

  public Set<TaskRunId> removedTaskRuns() {
    return removedTaskRuns;
  }

  public Set<ExecutionId> removedExecutions() {
    return removedExecutions;
  }
}
