package io.orrery.store.vnode;

import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.engine.window.GatheringState;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.store.lease.Lease;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the owner of vnodes writes and reads.
public interface VnodeStore {

  /// Writes all of `changes` in one durable transaction, or nothing.
  ///
  /// @param vnodes those whose records are in `changes`
  /// @throws LeaseLost when any of `vnodes` has another owner or a later epoch by now; nothing was
  ///   written
  /// @throws StoreUnavailable when the database failed in a way that may pass; the caller tries the
  ///   same changes again, which is safe also when the first try did commit
  void commit(Lease lease, Set<Integer> vnodes, Changes changes);

  /// What a new owner of `vnodes` starts from.
  Loaded load(Set<Integer> vnodes);

  /// The messages that wait for `vnodes`, oldest first: what an owner reads when its bell rang.
  default List<Message> inbox(Set<Integer> vnodes) {
    return load(vnodes).inbox();
  }

  /// What Flow triggers of `vnodes` remember: what a new owner starts from, besides [#load].
  Listening listening(Set<Integer> vnodes);

  /// An execution with all its task runs, ended ones included, ordered by seq; empty when there is
  /// none.
  Optional<WholeExecution> whole(ExecutionId id);

  /// The values of a loop, as [Changes#loopValues] wrote them.
  List<String> loopValues(TaskRunId loop);

  /// The outputs of the ended task runs of one task, by loop path, in order of creation.
  Map<List<String>, Map<String, Object>> outputs(ExecutionId execution, String taskId);

  /// The outputs of the ended task run of one task for exactly these loop values; empty when there
  /// are none.
  Optional<Map<String, Object>> outputs(ExecutionId execution, String taskId, List<String> path);

  /// Ids of the tasks of an execution that have a task run with outputs.
  List<String> tasksWithOutputs(ExecutionId execution);

  /// An execution with its task runs that matter to the engine.
  ///
  /// @param taskRuns ordered by seq
  record WholeExecution(Execution execution, List<TaskRun> taskRuns) {
    public WholeExecution {
      taskRuns = List.copyOf(taskRuns);
    }
  }

  /// @param executions those that are not finished, each with its task runs that have not ended;
  ///   ordered by creation
  /// @param triggers of flows that are not deleted
  /// @param inbox oldest first
  record Loaded(List<WholeExecution> executions, List<TriggerState> triggers, List<Message> inbox) {
    public Loaded {
      executions = List.copyOf(executions);
      triggers = List.copyOf(triggers);
      inbox = List.copyOf(inbox);
    }
  }

  /// @param flows that may have a Flow trigger, of any vnode
  /// @param looks oldest first
  record Listening(List<FlowId> flows, List<GatheringState> windows, List<Look> looks) {
    public Listening {
      flows = List.copyOf(flows);
      windows = List.copyOf(windows);
      looks = List.copyOf(looks);
    }
  }

  /// Thrown by [#commit]: this owner's time is over.
  final class LeaseLost extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LeaseLost(String message) {
      super(message);
    }
  }

  /// Thrown by [#commit]: something was to be written a second time, as a decision on a slot that
  /// has one; nothing was written.
  final class Conflict extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public Conflict(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /// Thrown by any call: the database did not answer, for now.
  final class StoreUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StoreUnavailable(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /// The vnode of a flow: a stable hash of its name.
  static int vnodeOf(FlowId flow, int vnodes) {
    return Math.floorMod((flow.namespace() + "\0" + flow.id()).hashCode() * 0x9E3779B9, vnodes);
  }
}
