package io.orrery.simulation;

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
import io.orrery.store.vnode.Look;
import io.orrery.store.vnode.SavedFlow;
import io.orrery.store.vnode.VnodeStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// All that is committed: what outlives every crash. Records are immutable, so rows are the records
/// themselves.
final class Tables {

  /// A row of the lease table.
  static final class Vnode {
    String owner = "";
    long epoch;
    long ticket;
  }

  final Map<ExecutionId, Execution> executions = new LinkedHashMap<>();
  final Map<ExecutionId, TreeMap<Integer, TaskRun>> taskRuns = new LinkedHashMap<>();
  final Map<TaskRunId, List<String>> loopValues = new LinkedHashMap<>();
  final Map<TriggerId, TriggerState> triggers = new LinkedHashMap<>();

  /// By trigger, lane and slot: the key of the ledger.
  final Map<TriggerId, Map<String, TreeMap<Instant, Fire>>> fires = new LinkedHashMap<>();

  final Map<TriggerId, List<SkipRange>> skips = new LinkedHashMap<>();
  final Map<FlowId, TreeMap<Integer, SavedFlow>> flows = new LinkedHashMap<>();
  final Set<FlowId> listeners = new LinkedHashSet<>();
  final Map<GatheringState.Key, GatheringState> windows = new LinkedHashMap<>();
  final Set<Look> looks = new LinkedHashSet<>();
  final List<Vnode> vnodes = new ArrayList<>();
  long epoch;

  /// @param vnodeCount how many vnodes there are
  Tables(int vnodeCount) {
    for (int i = 0; i < vnodeCount; i++) {
      vnodes.add(new Vnode());
    }
  }

  Optional<Execution> execution(ExecutionId id) {
    return Optional.ofNullable(executions.get(id));
  }

  /// Of the owner of an execution's vnode.
  long epochOf(ExecutionId id) {
    var flow = execution(id).orElseThrow().fixed().flow();
    return vnodes.get(VnodeStore.vnodeOf(flow, vnodes.size())).epoch;
  }

  Optional<TaskRun> taskRun(TaskRunId id) {
    var runs = taskRuns.get(id.execution());
    return runs == null ? Optional.empty() : Optional.ofNullable(runs.get(id.seq()));
  }

  /// Ordered by seq.
  List<TaskRun> taskRuns(ExecutionId id) {
    var runs = taskRuns.get(id);
    return runs == null ? List.of() : new ArrayList<>(runs.values());
  }

  Optional<SavedFlow> latest(FlowId id) {
    var revisions = flows.get(id);
    return revisions == null ? Optional.empty() : Optional.of(revisions.lastEntry().getValue());
  }
}
