package io.orrery.store.vnode;

import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.engine.trigger.Triggers;
import io.orrery.engine.window.GatheringState;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import io.orrery.store.lease.Lease;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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

  /// The next states of schedules that are needed until an instant, by [Triggers#neededFrom] and
  /// name. One that waits for a later slot stays where it is until its time comes.
  ///
  /// @param after those up to here are known already
  /// @param max how many at most: fewer are all
  List<TriggerState> needed(Set<Integer> vnodes, Needed after, Instant until, int max);

  /// All trigger states of a flow.
  List<TriggerState> triggers(FlowId flow);

  /// A place in the order in which triggers are needed.
  ///
  /// @param trigger empty: before all that are needed from this instant
  record Needed(Instant from, Optional<TriggerId> trigger) {
    /// After those that are needed always: [#load] gives them.
    public static final Needed FIRST =
        new Needed(Instant.EPOCH.plus(1, ChronoUnit.MICROS), Optional.empty());

    /// The place of a state that was read.
    public static Needed at(TriggerState state) {
      return new Needed(Triggers.neededFrom(state).orElse(Instant.EPOCH), Optional.of(state.id()));
    }
  }

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

  /// The slots in `[from, to]` that fired, by the schedule or by a backfill.
  Set<Instant> fired(TriggerId trigger, Instant from, Instant to);

  /// The newest slot of the schedule itself that has a decision, also when the trigger was deleted
  /// since; empty when there is none.
  Optional<Instant> lastDecided(TriggerId trigger);

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
  /// @param triggers those that are needed always, and those whose slots other zone rules gave; of
  ///   flows that are not deleted
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
