package io.orrery.simulation;

import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.trigger.Fire;
import io.orrery.engine.trigger.SkipRange;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.engine.trigger.Triggers;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import io.orrery.store.flow.FlowStore;
import io.orrery.store.lease.Lease;
import io.orrery.store.query.ExecutionFilter;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.query.Page;
import io.orrery.store.query.PageRequest;
import io.orrery.store.vnode.Changes;
import io.orrery.store.vnode.SavedFlow;
import io.orrery.store.vnode.VnodeStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The store's ports over [Tables], with the promises of the SQL ones: fenced, all or nothing, a
/// repeated commit is none, each read may find the store away.
final class MemoryStore implements VnodeStore, FlowStore, ExecutionQueries {

  private final Tables tables;
  private final Faults faults;
  private final CommitCheck check;
  private long tickets;

  /// @param check sees each commit just before it is written
  MemoryStore(Tables tables, Faults faults, CommitCheck check) {
    this.tables = tables;
    this.faults = faults;
    this.check = check;
  }

  @Override
  public void commit(Lease lease, Set<Integer> vnodes, Changes changes) {
    if (vnodes.isEmpty()) {
      throw new IllegalArgumentException("a commit is for at least one vnode");
    }
    faults.beforeCommit();
    long ticket = changes.ticket(() -> ++tickets);
    for (int vnode : vnodes) {
      var row = tables.vnodes.get(vnode);
      if (!row.owner.equals(lease.node()) || row.epoch != lease.epoch()) {
        throw new LeaseLost("vnode " + vnode + " is of epoch " + row.epoch);
      }
    }
    var lowest = tables.vnodes.get(Collections.min(vnodes));
    if (lowest.ticket != ticket) {
      refuseTaken(changes);
      check.committing(changes);
      lowest.ticket = ticket;
      write(changes);
    }
    faults.afterCommit();
  }

  /// As unique keys do: nothing was written yet.
  private void refuseTaken(Changes changes) {
    for (var write : changes.executions()) {
      var id = write.record().id();
      if (write.isNew()
          && tables.executions.containsKey(id)
          && !changes.removedExecutions().contains(id)) {
        throw new IllegalStateException("the database refused: execution " + id + " exists");
      }
    }
    for (var fire : changes.fires()) {
      if (ledger(fire).containsKey(fire.slot())) {
        throw new IllegalStateException(
            "the database refused: slot " + fire.slot() + " of " + fire.trigger() + " is decided");
      }
    }
  }

  private Map<Instant, Fire> ledger(Fire fire) {
    return tables
        .fires
        .computeIfAbsent(fire.trigger(), _ -> new LinkedHashMap<>())
        .computeIfAbsent(fire.lane(), _ -> new TreeMap<>());
  }

  private void write(Changes changes) {
    for (var id : changes.removedExecutions()) {
      tables.executions.remove(id);
      tables.taskRuns.remove(id);
      tables.loopValues.keySet().removeIf(loop -> loop.execution().equals(id));
    }
    for (var id : changes.removedTaskRuns()) {
      var runs = tables.taskRuns.get(id.execution());
      if (runs != null) {
        runs.remove(id.seq());
      }
      tables.loopValues.remove(id);
    }
    changes.cleared().forEach(this::clear);
    for (var container : changes.emptied()) {
      var runs = tables.taskRuns.get(container.execution());
      if (runs != null) {
        runs.values().removeIf(run -> run.parent() == container.seq());
      }
    }
    changes.removedTriggers().forEach(tables.triggers::remove);
    for (var write : changes.executions()) {
      var now = write.record();
      var old = tables.executions.get(now.id());
      tables.executions.put(now.id(), old == null ? now : with(now, old.fixed().inputs()));
    }
    changes
        .inputs()
        .forEach(
            (id, inputs) -> tables.executions.computeIfPresent(id, (_, it) -> with(it, inputs)));
    for (var write : changes.taskRuns()) {
      var run = write.record();
      if (tables.executions.containsKey(run.id().execution())) {
        tables
            .taskRuns
            .computeIfAbsent(run.id().execution(), _ -> new TreeMap<>())
            .put(run.seq(), run);
      }
    }
    changes
        .loopValues()
        .forEach((loop, values) -> tables.loopValues.put(loop, new ArrayList<>(values)));
    changes.triggers().forEach(state -> tables.triggers.put(state.id(), state));
    for (var fire : changes.fires()) {
      ledger(fire).put(fire.slot(), fire);
    }
    for (var skip : changes.skips()) {
      tables.skips.computeIfAbsent(skip.trigger(), _ -> new ArrayList<>()).add(skip);
    }
    writeListening(changes);
    for (var flow : changes.flows()) {
      tables.flows.computeIfAbsent(flow.id(), _ -> new TreeMap<>()).put(flow.revision(), flow);
    }
  }

  private void clear(Changes.Cleared round) {
    var runs = tables.taskRuns.get(round.container().execution());
    if (runs == null) {
      return;
    }
    var below = new HashSet<Integer>();
    below.add(round.container().seq());
    for (var run : new ArrayList<>(runs.subMap(round.from(), round.to()).values())) {
      if (below.contains(run.parent())) {
        below.add(run.seq());
        runs.remove(run.seq());
        tables.loopValues.remove(run.id());
      }
    }
  }

  private void writeListening(Changes changes) {
    changes
        .listeners()
        .forEach(
            (flow, listens) -> {
              if (listens) {
                tables.listeners.add(flow);
              } else {
                tables.listeners.remove(flow);
              }
            });
    changes.removedWindows().forEach(tables.windows::remove);
    changes.windows().forEach(state -> tables.windows.put(state.key(), state));
    tables.looks.removeAll(changes.removedLooks());
    tables.looks.addAll(changes.looks());
  }

  @Override
  public Listening listening(Set<Integer> vnodes) {
    faults.touch();
    return new Listening(
        new ArrayList<>(tables.listeners),
        new ArrayList<>(tables.windows.values()),
        new ArrayList<>(tables.looks));
  }

  /// An update of the narrow row leaves the inputs as they were stored.
  private static Execution with(Execution it, Map<String, Object> inputs) {
    var fixed = it.fixed();
    return new Execution(
        it.id(),
        it.history(),
        it.root(),
        it.nextSeq(),
        it.paused(),
        it.retrying(),
        new Execution.Fixed(
            fixed.flow(),
            fixed.revision(),
            fixed.createdAt(),
            inputs,
            fixed.trigger(),
            fixed.parent(),
            fixed.parentId(),
            fixed.originalId(),
            fixed.attemptNumber(),
            fixed.originalCreatedAt(),
            fixed.scheduleDate()),
        it.labels(),
        it.outputs(),
        it.variables(),
        it.wakeAt(),
        it.error(),
        it.course());
  }

  @Override
  public Loaded load(Set<Integer> vnodes) {
    faults.touch();
    var open = new ArrayList<WholeExecution>();
    for (var execution : tables.executions.values()) {
      int vnode = VnodeStore.vnodeOf(execution.fixed().flow(), tables.vnodes.size());
      if (!execution.finished() && vnodes.contains(vnode)) {
        var live =
            tables.taskRuns(execution.id()).stream()
                .filter(run -> !run.state().terminal())
                .toList();
        open.add(new WholeExecution(execution, live));
      }
    }
    open.sort(
        Comparator.<WholeExecution, Instant>comparing(it -> it.execution().fixed().createdAt())
            .thenComparing(it -> it.execution().id().value()));
    var triggers =
        tables.triggers.values().stream()
            .filter(state -> Triggers.neededFrom(state).equals(Optional.of(Instant.EPOCH)))
            .filter(state -> vnodes.contains(vnode(state)))
            .toList();
    return new Loaded(open, triggers, List.of());
  }

  private int vnode(TriggerState state) {
    return VnodeStore.vnodeOf(state.id().flow(), tables.vnodes.size());
  }

  @Override
  public List<TriggerState> needed(Set<Integer> vnodes, Needed after, Instant until, int max) {
    faults.touch();
    var order =
        Comparator.comparing(Needed::from)
            .thenComparing(it -> it.trigger().map(TriggerId::toString).orElse(""));
    return tables.triggers.values().stream()
        .filter(state -> vnodes.contains(vnode(state)))
        .filter(state -> Triggers.neededFrom(state).filter(at -> !at.isAfter(until)).isPresent())
        .filter(state -> order.compare(Needed.at(state), after) > 0)
        .sorted(Comparator.comparing(Needed::at, order))
        .limit(max)
        .toList();
  }

  @Override
  public List<TriggerState> triggers(FlowId flow) {
    faults.touch();
    return tables.triggers.values().stream().filter(it -> it.id().flow().equals(flow)).toList();
  }

  @Override
  public Optional<WholeExecution> whole(ExecutionId id) {
    faults.touch();
    return tables.execution(id).map(it -> new WholeExecution(it, tables.taskRuns(id)));
  }

  @Override
  public Set<Instant> fired(TriggerId trigger, Instant from, Instant to) {
    return tables.fires.getOrDefault(trigger, Map.of()).values().stream()
        .flatMap(lane -> lane.subMap(from, true, to, true).values().stream())
        .filter(fire -> fire.decision() == Fire.Decision.FIRED)
        .map(Fire::slot)
        .collect(Collectors.toSet());
  }

  @Override
  public Optional<Instant> lastDecided(TriggerId trigger) {
    var fires = tables.fires.getOrDefault(trigger, Map.of()).get(Fire.SCHEDULE_LANE);
    return Stream.concat(
            fires == null ? Stream.empty() : fires.keySet().stream(),
            tables.skips.getOrDefault(trigger, List.of()).stream()
                .filter(SkipRange::ofSchedule)
                .map(SkipRange::to))
        .max(Comparator.naturalOrder());
  }

  @Override
  public List<String> loopValues(TaskRunId loop) {
    faults.touch();
    return tables.loopValues.getOrDefault(loop, List.of());
  }

  @Override
  public Map<List<String>, Map<String, Object>> outputs(ExecutionId execution, String taskId) {
    faults.touch();
    var outputs = new LinkedHashMap<List<String>, Map<String, Object>>();
    for (var run : tables.taskRuns(execution)) {
      if (run.taskId().equals(taskId) && !run.outputs().isEmpty() && run.state().terminal()) {
        outputs.put(run.path(), run.outputs());
      }
    }
    return outputs;
  }

  @Override
  public Optional<Map<String, Object>> outputs(
      ExecutionId execution, String taskId, List<String> path) {
    faults.touch();
    Optional<Map<String, Object>> found = Optional.empty();
    for (var run : tables.taskRuns(execution)) {
      if (run.taskId().equals(taskId) && run.path().equals(path) && !run.outputs().isEmpty()) {
        found = Optional.of(run.outputs());
      }
    }
    return found;
  }

  @Override
  public List<String> tasksWithOutputs(ExecutionId execution) {
    faults.touch();
    var tasks = new LinkedHashSet<String>();
    tables.taskRuns(execution).stream()
        .filter(run -> !run.outputs().isEmpty())
        .map(TaskRun::taskId)
        .sorted()
        .forEach(tasks::add);
    return new ArrayList<>(tasks);
  }

  // ---- flows

  @Override
  public List<SavedFlow> allLatest() {
    faults.touch();
    return tables.flows.values().stream()
        .map(revisions -> revisions.lastEntry().getValue())
        .filter(flow -> !flow.deleted())
        .toList();
  }

  @Override
  public Optional<SavedFlow> latest(FlowId id) {
    faults.touch();
    return tables.latest(id);
  }

  @Override
  public Optional<SavedFlow> revision(FlowId id, int revision) {
    faults.touch();
    return Optional.ofNullable(tables.flows.get(id)).map(revisions -> revisions.get(revision));
  }

  @Override
  public List<SavedFlow> revisions(FlowId id) {
    faults.touch();
    var revisions = tables.flows.get(id);
    return revisions == null ? List.of() : new ArrayList<>(revisions.values());
  }

  @Override
  public List<Integer> forget(FlowId id, Set<Integer> revisions) {
    throw new UnsupportedOperationException("no user of the simulation asks for it");
  }

  // ---- reads for the API

  @Override
  public Optional<Execution> head(ExecutionId id) {
    faults.touch();
    return tables.execution(id);
  }

  @Override
  public Optional<WholeExecution> find(ExecutionId id) {
    return whole(id);
  }

  @Override
  public Optional<Execution> lastOfChain(ExecutionId original) {
    faults.touch();
    return tables.executions.values().stream()
        .filter(it -> it.fixed().originalId().equals(original) && !it.id().equals(original))
        .max(
            Comparator.<Execution>comparingInt(it -> it.fixed().attemptNumber())
                .thenComparing(it -> it.history().startedAt()));
  }

  /// Nobody lists executions here.
  @Override
  public Page<Execution> search(ExecutionFilter filter, PageRequest page) {
    throw new UnsupportedOperationException("nothing under simulation lists executions");
  }
}
