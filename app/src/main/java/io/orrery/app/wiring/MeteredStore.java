package io.orrery.app.wiring;

import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import io.orrery.server.operation.TriggerMeters;
import io.orrery.store.lease.Lease;
import io.orrery.store.vnode.Changes;
import io.orrery.store.vnode.Message;
import io.orrery.store.vnode.VnodeStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A store whose commits are counted.
record MeteredStore(VnodeStore store, TriggerMeters meters) implements VnodeStore {

  @Override
  public void commit(Lease lease, Set<Integer> vnodes, Changes changes) {
    try {
      store.commit(lease, vnodes, changes);
    } catch (LeaseLost e) {
      meters.staleWrite();
      throw e;
    } catch (Conflict e) {
      meters.conflict();
      throw e;
    }
    meters.decided(changes.fires(), changes.skips());
  }

  @Override
  public Loaded load(Set<Integer> vnodes) {
    return store.load(vnodes);
  }

  @Override
  public List<TriggerState> needed(Set<Integer> vnodes, Needed after, Instant until, int max) {
    return store.needed(vnodes, after, until, max);
  }

  @Override
  public List<TriggerState> triggers(FlowId flow) {
    return store.triggers(flow);
  }

  @Override
  public List<Message> inbox(Set<Integer> vnodes) {
    return store.inbox(vnodes);
  }

  @Override
  public Listening listening(Set<Integer> vnodes) {
    return store.listening(vnodes);
  }

  @Override
  public Optional<WholeExecution> whole(ExecutionId id) {
    return store.whole(id);
  }

  @Override
  public List<String> loopValues(TaskRunId loop) {
    return store.loopValues(loop);
  }

  @Override
  public Set<Instant> fired(TriggerId trigger, Instant from, Instant to) {
    return store.fired(trigger, from, to);
  }

  @Override
  public Optional<Instant> lastDecided(TriggerId trigger) {
    return store.lastDecided(trigger);
  }

  @Override
  public Map<List<String>, Map<String, Object>> outputs(ExecutionId execution, String taskId) {
    return store.outputs(execution, taskId);
  }

  @Override
  public Optional<Map<String, Object>> outputs(
      ExecutionId execution, String taskId, List<String> path) {
    return store.outputs(execution, taskId, path);
  }

  @Override
  public List<String> tasksWithOutputs(ExecutionId execution) {
    return store.tasksWithOutputs(execution);
  }
}
