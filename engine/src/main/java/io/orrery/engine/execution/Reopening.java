package io.orrery.engine.execution;

import io.orrery.engine.execution.Frame.Branch;
import io.orrery.engine.plan.FlowPlan;
import io.orrery.engine.plan.Node;
import io.orrery.engine.plan.Node.Shape;
import io.orrery.model.state.State;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Opens containers that had ended, so that some of their children can run again: their frames are
/// worked out from the children they have. Needs a view with all task runs; the one kind of
/// decision whose cost grows with their number.
///
/// How it is used: drop what is to be forgotten, give those that run again a state that has not
/// ended, name the containers to be opened, then [#finish].
final class Reopening {

  private final Draft draft;
  private final Map<Integer, List<Integer>> children = new HashMap<>();
  private final Set<Integer> dropped = new LinkedHashSet<>();

  /// The containers to be opened, each with the branch that goes on.
  private final Map<Integer, Branch> open = new LinkedHashMap<>();

  Reopening(Draft draft) {
    this.draft = draft;
    for (var run : draft.runs()) {
      children.computeIfAbsent(run.parent(), _ -> new ArrayList<>()).add(run.seq());
    }
  }

  /// The children of a container that were not dropped, in order of creation.
  List<TaskRun> children(int container) {
    return children.getOrDefault(container, List.of()).stream()
        .filter(seq -> !dropped.contains(seq))
        .map(draft::run)
        .toList();
  }

  /// Forgets a task run and all below it.
  void drop(int seq) {
    children(seq).forEach(child -> drop(child.seq()));
    dropped.add(seq);
    draft.remove(seq);
  }

  /// Forgets what is below a container, which stays to begin anew when its loop comes to it.
  void keepForLater(TaskRun container) {
    dropBelow(container.seq());
    dropped.add(container.seq());
    draft.put(
        Runs.frame(
            Runs.state(Runs.fresh(container), State.RESTARTED, draft.now),
            Frame.START.entering(Branch.LATER)));
  }

  boolean dropped(int seq) {
    return dropped.contains(seq);
  }

  void dropBelow(int seq) {
    children(seq).forEach(child -> drop(child.seq()));
  }

  /// This container goes on in this branch; what it did in later ones is forgotten.
  void open(int container, Branch branch) {
    open.put(container, branch);
    for (var child : children(container)) {
      if (child.branch().compareTo(branch) > 0) {
        drop(child.seq());
      }
    }
  }

  /// All containers around a task run go on in the branch that it is in.
  void openAround(TaskRun target) {
    for (var run = target; ; run = draft.run(run.parent())) {
      open(run.parent(), run.branch());
      if (run.parent() == Draft.ROOT) {
        return;
      }
    }
  }

  boolean opened(int container) {
    return open.containsKey(container);
  }

  /// Gives every container that was named its frame, and the values of a loop that were stopped
  /// between two of their tasks the next one.
  void finish() {
    for (var entry : open.entrySet()) {
      int container = entry.getKey();
      if (container != Draft.ROOT && draft.run(container).state().terminal()) {
        draft.put(Runs.state(draft.run(container), State.RUNNING, draft.now));
      }
    }
    for (var entry : open.entrySet()) {
      reopen(entry.getKey(), entry.getValue());
      draft.toAdvance(entry.getKey());
    }
  }

  private void reopen(int container, Branch branch) {
    var old = draft.frame(container);
    var worst = State.SUCCESS;
    boolean failed = false;
    var mine = new ArrayList<TaskRun>();
    for (var run : children(container)) {
      if (run.branch() == Branch.MAIN && run.state().terminal()) {
        worst = Containers.worse(worst, Containers.told(draft, run));
      }
      if (run.branch() == branch) {
        mine.add(run);
        var told = Containers.told(draft, run);
        failed |= told == State.FAILED || told == State.KILLED;
      }
    }
    var list = list(container, branch, old.choice());
    var shape = shape(container, branch);
    var begun = new BitSet();
    var done = new BitSet();
    int live = 0;
    int furthest = 0;
    for (var run : mine) {
      int place = list.indexOf(run.node());
      furthest = Math.max(furthest, place + 1);
      begun.set(Math.max(place, 0));
      if (run.state().terminal()) {
        done.set(Math.max(place, 0));
      } else {
        live++;
      }
    }
    boolean cleanupFailed = branch == Branch.FINALLY && failed;
    var frame =
        old.entering(branch)
            .at(furthest, live)
            .ending(worst, failed, cleanupFailed)
            .nodes(begun, done);
    switch (shape) {
      case SEQUENCE, PARALLEL -> draft.frame(container, _ -> frame.nodes(none(), none()));
      case DAG -> draft.frame(container, _ -> frame.at(begun.cardinality(), frame.live()));
      case LOOP_PARALLEL ->
          draft.frame(container, _ -> frame.at(mine.size(), frame.live()).nodes(none(), none()));
      case LOOP -> reopenLoop(container, frame.nodes(none(), none()), mine, list);
      case LEAF -> throw new IllegalStateException("a leaf has no children");
    }
  }

  private static BitSet none() {
    return new BitSet();
  }

  /// A loop counts values: one is under way while a child of it is, or one is still to come.
  private void reopenLoop(int loop, Frame frame, List<TaskRun> mine, List<Integer> list) {
    var lastOfValue = new LinkedHashMap<Integer, TaskRun>();
    // Not the newest: a container that was kept for later is older than what ran before it.
    mine.forEach(
        run ->
            lastOfValue.merge(
                run.iteration(),
                run,
                (one, other) ->
                    list.indexOf(other.node()) > list.indexOf(one.node()) ? other : one));
    var unfinished = new ArrayList<TaskRun>();
    int live = 0;
    for (var last : lastOfValue.values()) {
      boolean more = list.indexOf(last.node()) + 1 < list.size() && !frame.stopped();
      if (!last.state().terminal()) {
        live++;
      } else if (more) {
        live++;
        unfinished.add(last);
      }
    }
    var counted = frame.at(lastOfValue.size(), live);
    draft.frame(loop, _ -> counted);
    for (var last : unfinished) {
      Containers.nextOfValue(draft, loop, counted, last);
    }
  }

  Shape shape(int container, Branch branch) {
    return container == Draft.ROOT || branch != Branch.MAIN
        ? Shape.SEQUENCE
        : node(container).shape();
  }

  List<Integer> list(int container, Branch branch, int choice) {
    return container == Draft.ROOT
        ? draft.plan.list(branch)
        : FlowPlan.list(node(container), branch, choice);
  }

  Node node(int container) {
    return draft.node(draft.run(container));
  }
}
