package io.orrery.engine.execution;

import io.orrery.engine.execution.Frame.Branch;
import io.orrery.engine.plan.FlowPlan;
import io.orrery.engine.plan.Node;
import io.orrery.engine.plan.Node.Shape;
import io.orrery.model.flow.Task;
import io.orrery.model.state.State;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Running the failed task runs of an ended execution again, under the same id (inventory §4.7).
///
/// What ran because of the failure (`errors`, `finally`, tasks after the end) is dropped. Each
/// failed leaf begins again with its attempts kept; each container around it is opened again, its
/// frame worked out from the children it has. This is the one decision that looks at all task runs.
final class Restarting {

  private final Draft draft;
  private final Map<Integer, List<TaskRun>> children = new HashMap<>();
  private final Set<Integer> reopened = new HashSet<>();
  private final List<TaskRun> again = new ArrayList<>();

  private Restarting(Draft draft) {
    this.draft = draft;
  }

  static void restart(Draft draft) {
    if (draft.head().finished()) {
      new Restarting(draft).run();
    }
  }

  private void run() {
    var dropped = new HashSet<Integer>();
    for (var run : draft.runs()) { // ordered by seq: a container comes before its children
      if (run.branch() != Branch.MAIN || dropped.contains(run.parent())) {
        dropped.add(run.seq());
        draft.remove(run.seq());
      } else {
        children.computeIfAbsent(run.parent(), _ -> new ArrayList<>()).add(run);
      }
    }
    find(Draft.ROOT);
    if (again.isEmpty() && !reopened.contains(Draft.ROOT)) {
      return;
    }
    reopened.add(Draft.ROOT);
    draft.head(
        head ->
            Heads.error(
                Heads.waiting(
                    Heads.state(
                        Heads.state(head, State.RESTARTED, draft.now), State.RUNNING, draft.now),
                    0,
                    0),
                Optional.empty()));
    for (int container : reopened) {
      reopen(container);
    }
    for (var run : again) {
      var begun = Runs.state(run, State.RESTARTED, draft.now);
      draft.put(begun);
      Leaves.begin(draft, begun);
    }
    reopened.forEach(draft::toAdvance);
  }

  /// Collects what begins again below a container.
  ///
  /// @return whether anything does
  private boolean find(int container) {
    boolean any = false;
    for (var run : children.getOrDefault(container, List.of())) {
      if (!wellAllTheSame(run) && find(run.seq())) {
        reopened.add(run.seq());
        any = true;
      } else if (run.state() == State.FAILED || run.state() == State.KILLED) {
        any = true;
        if (run.frame().isPresent() && !draft.node(run).leaf()) {
          reopened.add(run.seq()); // its cleanup failed, or it was stopped between two children
        } else {
          again.add(run);
        }
      }
    }
    if (any) {
      reopened.add(container);
    }
    return any;
  }

  /// A Loop that does not care how its iterations end has nothing to do again.
  private boolean wellAllTheSame(TaskRun run) {
    return run.state() == State.SUCCESS
        && draft.node(run).task() instanceof Task.Loop loop
        && !loop.transmitFailed();
  }

  private void reopen(int container) {
    var mine = children.getOrDefault(container, List.of());
    var old = draft.frame(container);
    int live = 0;
    var worst = State.SUCCESS;
    var begun = new BitSet();
    var done = new BitSet();
    var list = list(container, old);
    int cursor = mine.size();
    boolean loop = shape(container) == Shape.LOOP;
    var lastOfValue = new HashMap<Integer, TaskRun>();
    for (var run : mine) {
      int place = list.indexOf(run.node());
      if (place >= 0) {
        begun.set(place);
      }
      boolean open = reopened.contains(run.seq()) || again.contains(run);
      if (!open) {
        done.set(Math.max(place, 0));
        worst = run.state() == State.WARNING ? State.WARNING : worst;
      } else if (!loop) {
        live++;
      }
      lastOfValue.put(run.iteration(), run);
    }
    var unfinished = new ArrayList<TaskRun>();
    if (loop) {
      cursor = lastOfValue.size();
      for (var last : lastOfValue.values()) {
        if (reopened.contains(last.seq()) || again.contains(last)) {
          live++;
        } else if (list.indexOf(last.node()) + 1 < list.size()) {
          live++;
          unfinished.add(last);
        }
      }
    }
    var frame =
        old.entering(Branch.MAIN).at(cursor, live).ending(worst, false, false).nodes(begun, done);
    if (container != Draft.ROOT) {
      var run = draft.run(container);
      draft.put(Runs.state(Runs.state(run, State.RESTARTED, draft.now), State.RUNNING, draft.now));
    }
    draft.frame(container, _ -> frame);
    for (var last : unfinished) {
      Containers.nextOfValue(draft, container, frame, last);
    }
  }

  private Shape shape(int container) {
    return container == Draft.ROOT ? Shape.SEQUENCE : node(container).shape();
  }

  private List<Integer> list(int container, Frame frame) {
    return container == Draft.ROOT
        ? draft.plan.main()
        : FlowPlan.list(node(container), Branch.MAIN, frame.choice());
  }

  private Node node(int container) {
    return draft.node(draft.run(container));
  }
}
