package io.orrery.engine.execution;

import io.orrery.engine.execution.Frame.Branch;
import io.orrery.engine.plan.FlowPlan;
import io.orrery.engine.plan.Node;
import io.orrery.engine.plan.Node.Shape;
import io.orrery.model.flow.Task;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.History;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Running an execution, or its end from one task run on, again as a new execution (inventory
/// §4.7).
public final class Replaying {
  private Replaying() {}

  /// The same execution anew, from its beginning.
  ///
  /// @param plan of the revision that it is to run on
  /// @param inputs in the place of those that it had, resolved
  public static Execution anew(
      FlowPlan plan,
      Execution source,
      ExecutionId id,
      Optional<Map<String, Object>> inputs,
      Instant at) {
    return new Execution(
        id,
        History.of(State.CREATED, at),
        Frame.START,
        0,
        0,
        0,
        fixed(plan, source, inputs, at),
        source.labels(),
        Map.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty());
  }

  /// An ended execution under a new id, on the plan of this or another revision: its head, and
  /// those of its task runs whose tasks stand where they stood. Their seqs stay, so whatever names
  /// one names the same.
  ///
  /// @param runs ordered by seq
  public static Copy copy(
      FlowPlan plan,
      Execution source,
      List<TaskRun> runs,
      ExecutionId id,
      Optional<Map<String, Object>> inputs,
      Instant at) {
    var head =
        new Execution(
            id,
            source.history(),
            source.root(),
            source.nextSeq(),
            0,
            0,
            fixed(plan, source, inputs, at),
            source.labels(),
            Map.of(),
            source.variables(),
            Optional.empty(),
            Optional.empty(),
            source.course().again());
    var kept = new HashMap<Integer, TaskRun>();
    var copies = new ArrayList<TaskRun>();
    for (var run : runs) {
      var node = plan.node(run.taskId());
      var parent = Optional.ofNullable(kept.get(run.parent()));
      if (node.isEmpty() || !stands(plan, node.get(), run, parent)) {
        continue;
      }
      var copy = copy(run, new TaskRunId(id, run.seq()), node.get().index());
      kept.put(copy.seq(), copy);
      copies.add(copy);
    }
    return new Copy(head, copies);
  }

  /// @param runs ordered by seq
  public record Copy(Execution head, List<TaskRun> runs) {
    public Copy {
      runs = List.copyOf(runs);
    }

    /// This one, to stand still before these tasks.
    public Copy stoppingAt(List<Breakpoint> breakpoints) {
      return new Copy(head.stoppingAt(breakpoints), runs);
    }
  }

  private static Execution.Fixed fixed(
      FlowPlan plan, Execution source, Optional<Map<String, Object>> inputs, Instant at) {
    var old = source.fixed();
    return new Execution.Fixed(
        old.flow(),
        plan.revision(),
        at,
        inputs.orElse(old.inputs()),
        old.trigger(),
        Optional.empty(), // nobody waits for a repetition
        Optional.of(source.id()),
        old.originalId(),
        1,
        at,
        Optional.empty());
  }

  private static boolean stands(
      FlowPlan plan, Node node, TaskRun run, Optional<TaskRun> keptParent) {
    if (run.parent() == Draft.ROOT) {
      return plan.list(run.branch()).contains(node.index());
    }
    return keptParent
        .filter(parent -> parent.frame().isPresent())
        .map(
            parent ->
                FlowPlan.list(
                    plan.node(parent.node()), run.branch(), parent.frame().get().choice()))
        .filter(list -> list.contains(node.index()))
        .isPresent();
  }

  private static TaskRun copy(TaskRun run, TaskRunId id, int node) {
    return new TaskRun(
        id,
        run.taskId(),
        node,
        run.parent(),
        run.branch(),
        run.value(),
        run.iteration(),
        run.path(),
        run.history(),
        run.attempts(),
        run.outputs(),
        run.frame(),
        Optional.empty(),
        // The children belong to the source.
        Optional.empty());
  }

  /// Decides that a copy goes on from the task run `seq`: what follows from it is dropped.
  static void replay(Draft draft, int seq) {
    var named = draft.find(seq);
    if (!draft.head().finished() || named.isEmpty() || afterTheEnd(draft, named.get())) {
      return;
    }
    var target = sharing(draft, named.get()).orElse(named.get());
    var reopening = new Reopening(draft);
    reopening.dropBelow(target.seq());
    for (var run = target; ; run = draft.run(run.parent())) {
      keepLaterContainers(draft, reopening, run);
      dropFollowers(draft, reopening, run);
      if (run.parent() == Draft.ROOT) {
        break;
      }
    }
    boolean container = !draft.node(target).leaf();
    var again = Runs.fresh(target);
    draft.put(Runs.state(again, container ? State.RUNNING : State.RESTARTED, draft.now));
    reopening.openAround(target);
    Restarting.reset(draft);
    reopening.finish();
  }

  /// The WorkingDirectory around a task run: its folder is gone, so its tasks run together or not
  /// at all.
  static Optional<TaskRun> sharing(Draft draft, TaskRun target) {
    for (var run = target; run.parent() != Draft.ROOT; ) {
      run = draft.run(run.parent());
      if (draft.node(run).task() instanceof Task.WorkingDirectory) {
        return Optional.of(run);
      }
    }
    return Optional.empty();
  }

  static boolean afterTheEnd(Draft draft, TaskRun target) {
    for (var run = target; ; run = draft.run(run.parent())) {
      if (run.branch() == Branch.AFTER) {
        return true;
      }
      if (run.parent() == Draft.ROOT) {
        return false;
      }
    }
  }

  /// The containers that stand for later values of the loop around `run` stay, as Kestra's do, and
  /// say that they are to run again.
  private static void keepLaterContainers(Draft draft, Reopening reopening, TaskRun run) {
    int loop = run.parent();
    if (reopening.shape(loop, run.branch()) != Shape.LOOP
        || reopening.node(loop).concurrent() != 1) {
      return;
    }
    for (var other : reopening.children(loop)) {
      boolean container = other.frame().isPresent() && !draft.node(other).leaf();
      if (container && other.branch() == run.branch() && other.iteration() > run.iteration()) {
        reopening.keepForLater(other);
      }
    }
  }

  /// What of the same branch began because `run` had ended.
  static void dropFollowers(Draft draft, Reopening reopening, TaskRun run) {
    int container = run.parent();
    var list = reopening.list(container, run.branch(), draft.frame(container).choice());
    int place = list.indexOf(run.node());
    switch (reopening.shape(container, run.branch())) {
      case SEQUENCE -> drop(reopening, run, other -> list.indexOf(other.node()) > place);
      case PARALLEL, LOOP_PARALLEL -> {}
      case DAG -> {
        var later = waitingFor(reopening.node(container).waitsFor(), place);
        drop(reopening, run, other -> later.get(Math.max(0, list.indexOf(other.node()))));
      }
      case LOOP -> {
        boolean oneByOne = reopening.node(container).concurrent() == 1;
        drop(
            reopening,
            run,
            other ->
                other.iteration() == run.iteration()
                    ? list.indexOf(other.node()) > place
                    : oneByOne && other.iteration() > run.iteration());
      }
      case LEAF -> throw new IllegalStateException("a leaf has no children");
    }
  }

  private static void drop(
      Reopening reopening, TaskRun of, java.util.function.Predicate<TaskRun> follows) {
    for (var other : reopening.children(of.parent())) {
      if (other.seq() != of.seq() && other.branch() == of.branch() && follows.test(other)) {
        reopening.drop(other.seq());
      }
    }
  }

  /// The places of a Dag that wait for `place`, also by way of others.
  private static BitSet waitingFor(List<BitSet> waitsFor, int place) {
    var later = new BitSet();
    var todo = new HashSet<Integer>();
    todo.add(place);
    while (!todo.isEmpty()) {
      int next = todo.iterator().next();
      todo.remove(next);
      for (int i = 0; i < waitsFor.size(); i++) {
        if (waitsFor.get(i).get(next) && !later.get(i)) {
          later.set(i);
          todo.add(i);
        }
      }
    }
    return later;
  }
}
