package io.orrery.engine.execution;

import io.orrery.engine.execution.Frame.Branch;
import io.orrery.engine.plan.FlowPlan;
import io.orrery.engine.plan.Node;
import io.orrery.engine.plan.Node.Shape;
import io.orrery.model.flow.Task;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How containers move: who of their children starts next, what a child's end means, when a branch
/// is over.
final class Containers {
  private Containers() {}

  /// How many task runs one transition begins at the most; the rest follows in the next ones.
  static final int BEGIN_MAX = 1000;

  /// How many children of a loop without a limit live at once: far more than workers have room for,
  /// and few enough that a loop over very many values stays small in memory.
  static final int LIVE_MAX = 10_000;

  /// Moves every container that something happened to, until nothing more follows from the event.
  /// Not recursive, so that a loop over many values whose children end at once needs no deep stack.
  static void settle(Draft draft) {
    for (var next = draft.nextToAdvance(); next.isPresent(); next = draft.nextToAdvance()) {
      if (draft.head().finished() || Holding.held(draft.head())) {
        return; // a held one finds by itself what there is to do, when it is released
      }
      advance(draft, next.get());
    }
  }

  /// Starts the children that may start; leaves the branch when nothing of it lives any more.
  ///
  /// @param container seq of a task run with a frame, or [Draft#ROOT]
  private static void advance(Draft draft, int container) {
    startChildren(draft, container);
    var frame = draft.frame(container);
    if (frame.live() == 0
        && settled(draft, container, frame)
        && !Asking.holds(draft, container, frame)) {
      leaveBranch(draft, container, frame);
    }
  }

  private static boolean settled(Draft draft, int container, Frame frame) {
    return switch (frame.branch()) {
      case MAIN, ERRORS, FINALLY, ON_PAUSE ->
          draft.stopping() || frame.stopped() || frame.cursor() >= size(draft, container, frame);
      case AFTER -> frame.stopped() || frame.cursor() >= size(draft, container, frame);
      case INPUTS, ADMISSION, VERDICT, OUTPUTS, DONE, LATER -> false;
    };
  }

  private static List<Integer> list(Draft draft, int container, Frame frame) {
    return container == Draft.ROOT
        ? draft.plan.list(frame.branch())
        : FlowPlan.list(draft.node(draft.run(container)), frame.branch(), frame.choice());
  }

  /// The way that children of the frame's branch follow each other: only a main branch has a way of
  /// its own.
  private static Shape shape(Draft draft, int container, Frame frame) {
    return container == Draft.ROOT || frame.branch() != Branch.MAIN
        ? Shape.SEQUENCE
        : draft.node(draft.run(container)).shape();
  }

  private static int concurrent(Draft draft, int container) {
    int limit = container == Draft.ROOT ? 0 : draft.node(draft.run(container)).concurrent();
    return limit <= 0 ? LIVE_MAX : limit;
  }

  /// How many beginnings the frame's branch has in all: what its cursor runs up to.
  private static int size(Draft draft, int container, Frame frame) {
    var list = list(draft, container, frame);
    return switch (shape(draft, container, frame)) {
      case LEAF, SEQUENCE, PARALLEL, DAG -> list.size();
      case LOOP -> list.isEmpty() ? 0 : draft.loopLength(container);
      case LOOP_PARALLEL -> list.size() * draft.loopLength(container);
    };
  }

  private static boolean hasChildren(Branch branch) {
    return switch (branch) {
      case MAIN, ERRORS, FINALLY, ON_PAUSE, AFTER -> true;
      case INPUTS, ADMISSION, VERDICT, OUTPUTS, DONE, LATER -> false;
    };
  }

  private static void startChildren(Draft draft, int container) {
    // A child may end the moment it begins (an If without a template): its end comes back to this
    // container, so the frame
    // is read anew each time round.
    while (true) {
      var frame = draft.frame(container);
      if (frame.stopped()
          || !hasChildren(frame.branch())
          || (draft.stopping() && frame.branch() != Branch.AFTER)) {
        return;
      }
      var list = list(draft, container, frame);
      if (Asking.rests(draft, container, frame)) {
        return;
      }
      if (frame.cursor() >= size(draft, container, frame)) {
        Asking.more(draft, container, frame);
        return;
      }
      if (draft.begun() >= BEGIN_MAX) {
        draft.effect(new Effect.Continue(container));
        return;
      }
      if (frame.branch() == Branch.AFTER && frame.live() == 0) {
        var listener = draft.plan.listenerAt(frame.cursor());
        if (listener.isPresent()) {
          draft.effect(new Effect.JudgeListener(listener.get().listener()));
          return;
        }
      }
      var shape = shape(draft, container, frame);
      int room = shape == Shape.SEQUENCE ? 1 : concurrent(draft, container);
      if (frame.live() >= room) {
        return;
      }
      switch (shape) {
        case SEQUENCE, PARALLEL -> {
          draft.frame(container, it -> it.at(it.cursor() + 1, it.live() + 1));
          begin(draft, container, draft.plan.node(list.get(frame.cursor())), frame.branch());
        }
        case DAG -> {
          int next = nextOfDag(draft.node(draft.run(container)).waitsFor(), frame);
          if (next < 0) {
            return;
          }
          var begun = (BitSet) frame.begun().clone();
          begun.set(next);
          draft.frame(
              container, it -> it.at(it.cursor() + 1, it.live() + 1).nodes(begun, it.done()));
          begin(draft, container, draft.plan.node(list.get(next)), frame.branch());
        }
        case LOOP -> {
          draft.frame(container, it -> it.at(it.cursor() + 1, it.live() + 1));
          beginValue(draft, container, draft.plan.node(list.getFirst()), frame.cursor());
        }
        case LOOP_PARALLEL -> {
          draft.frame(container, it -> it.at(it.cursor() + 1, it.live() + 1));
          var node = draft.plan.node(list.get(frame.cursor() % list.size()));
          beginValue(draft, container, node, frame.cursor() / list.size());
        }
        case LEAF -> throw new IllegalStateException("a leaf has no children");
      }
    }
  }

  /// The first node of a Dag that has not begun and whose dependencies have ended, or -1.
  private static int nextOfDag(List<BitSet> waitsFor, Frame frame) {
    for (int i = frame.begun().nextClearBit(0);
        i < waitsFor.size();
        i = frame.begun().nextClearBit(i + 1)) {
      var missing = (BitSet) waitsFor.get(i).clone();
      missing.andNot(frame.done());
      if (missing.isEmpty()) {
        return i;
      }
    }
    return -1;
  }

  private static void begin(Draft draft, int container, Node node, Branch branch) {
    if (container == Draft.ROOT) {
      Leaves.begin(draft, draft.create(node, container, branch, Optional.empty(), -1, List.of()));
      return;
    }
    var around = draft.run(container);
    // What runs in a shared folder runs for the value that the folder is for.
    boolean shares = draft.node(around).task() instanceof Task.WorkingDirectory;
    var value = shares ? around.value() : Optional.<String>empty();
    int iteration = shares ? around.iteration() : -1;
    Leaves.begin(draft, draft.create(node, container, branch, value, iteration, around.path()));
  }

  private static void beginValue(Draft draft, int loop, Node node, int iteration) {
    var path = new ArrayList<>(draft.run(loop).path());
    path.add(draft.loopStep(loop, iteration));
    beginValue(draft, loop, node, iteration, draft.loopValue(loop, iteration), path);
  }

  private static void beginValue(
      Draft draft, int loop, Node node, int iteration, String value, List<String> path) {
    Leaves.begin(
        draft,
        draft
            .takeLater(node, loop, iteration)
            .orElseGet(
                () -> draft.create(node, loop, Branch.MAIN, Optional.of(value), iteration, path)));
  }

  /// Tells a container that its child `run` has ended (its record says how).
  static void childEnded(Draft draft, TaskRun run) {
    int container = run.parent();
    var frame = draft.frame(container);
    if (frame.branch() != run.branch()) {
      throw new IllegalStateException(
          "task run " + run.id() + " ended in a branch that its container has left");
    }
    var state = told(draft, run);
    var failed = state == State.FAILED || state == State.KILLED;
    // What an Exit stopped says nothing of those around it, which were told how they end.
    boolean told = Cutting.under(draft.head()) && frame.stopped() && run.state() == State.KILLED;
    var next =
        switch (frame.branch()) {
          case MAIN ->
              frame.ending(
                  told ? frame.worst() : worse(frame.worst(), state),
                  frame.stopped() || failed,
                  frame.cleanupFailed());
          case ERRORS, ON_PAUSE ->
              frame.ending(frame.worst(), frame.stopped() || failed, frame.cleanupFailed());
          // The others that wait for the end run all the same.
          case AFTER ->
              failed ? frame.at(draft.plan.afterGroupEnd(frame.cursor()), frame.live()) : frame;
          case FINALLY ->
              frame.ending(
                  frame.worst(), frame.stopped() || failed, frame.cleanupFailed() || failed);
          case INPUTS, ADMISSION, VERDICT, OUTPUTS, DONE, LATER ->
              throw new IllegalStateException("no child lives in this branch");
        };
    draft.frame(container, _ -> next);
    switch (shape(draft, container, next)) {
      case SEQUENCE, PARALLEL, LOOP_PARALLEL ->
          draft.frame(container, it -> it.at(it.cursor(), it.live() - 1));
      case DAG -> {
        var done = (BitSet) next.done().clone();
        done.set(list(draft, container, next).indexOf(run.node()));
        draft.frame(container, it -> it.at(it.cursor(), it.live() - 1).nodes(it.begun(), done));
      }
      case LOOP -> {
        if (nextOfValue(draft, container, next, run)) {
          return;
        }
        draft.frame(container, it -> it.at(it.cursor(), it.live() - 1));
      }
      case LEAF -> throw new IllegalStateException("a leaf has no children");
    }
    draft.toAdvance(container);
  }

  /// How a child's end looks to its container: a Loop may not care.
  static State told(Draft draft, TaskRun run) {
    boolean careless =
        draft.node(run).task() instanceof Task.Part part
            && part.whole() instanceof Task.Loop loop
            && !loop.transmitFailed();
    return careless && run.state() != State.KILLED ? State.SUCCESS : run.state();
  }

  /// Goes on with the next task for the same loop value; false when that was the last.
  static boolean nextOfValue(Draft draft, int loop, Frame frame, TaskRun ended) {
    var list = list(draft, loop, frame);
    int place = list.indexOf(ended.node()) + 1;
    if (frame.stopped() || draft.stopping() || place >= list.size()) {
      return false;
    }
    beginValue(
        draft,
        loop,
        draft.plan.node(list.get(place)),
        ended.iteration(),
        ended.value().orElseThrow(),
        ended.path());
    return true;
  }

  static State worse(State one, State child) {
    if (one == State.CANCELLED) {
      return one; // the flow itself asked for its end: what is killed for that says nothing
    }
    return rank(child) > rank(one) ? child : one;
  }

  private static int rank(State state) {
    return switch (state) {
      case KILLED -> 3;
      case FAILED -> 2;
      case WARNING -> 1;
      case CREATED, SUBMITTED, QUEUED, RUNNING, PAUSED, RESTARTED, RETRYING, KILLING, BREAKPOINT ->
          0;
      case SUCCESS, CANCELLED, SKIPPED, RETRIED, RESUBMITTED -> 0;
    };
  }

  static void leaveBranch(Draft draft, int container, Frame frame) {
    if (frame.branch() == Branch.ON_PAUSE && !draft.stopping()) {
      Pausing.ready(draft, draft.run(container), frame);
      return;
    }
    if (frame.branch() == Branch.MAIN) {
      draft.dropLater(container);
    }
    var next = nextBranch(draft, container, frame);
    if (frame.branch() == Branch.MAIN && container != Draft.ROOT) {
      Asking.mainOver(draft, container, frame);
    }
    if (next == Branch.DONE) {
      if (frame.branch() == Branch.AFTER) {
        draft.frame(container, it -> it.entering(Branch.DONE));
        draft.effect(new Effect.Finished());
      } else if (container == Draft.ROOT) {
        finishExecution(draft, frame);
      } else {
        finishTask(draft, draft.run(container), frame);
      }
      return;
    }
    draft.frame(container, it -> it.entering(next));
    if (next == Branch.OUTPUTS) {
      draft.effect(new Effect.Dispatch(container));
      return;
    }
    draft.toAdvance(container);
  }

  private static Branch nextBranch(Draft draft, int container, Frame frame) {
    if (draft.killing() || frame.branch() == Branch.AFTER) {
      return Branch.DONE;
    }
    if (draft.stopping()) {
      return container == Draft.ROOT
          ? Cutting.after(frame.branch(), has(draft, container, frame, Branch.FINALLY))
          : Branch.DONE;
    }
    if (frame.branch() == Branch.MAIN && WorkingDirectories.keeps(draft, container)) {
      return Branch.OUTPUTS;
    }
    if ((frame.branch() == Branch.MAIN || frame.branch() == Branch.OUTPUTS)
        && frame.worst() == State.FAILED
        && has(draft, container, frame, Branch.ERRORS)) {
      return Branch.ERRORS;
    }
    if (frame.branch() != Branch.FINALLY
        && frame.worst() != State.KILLED
        && has(draft, container, frame, Branch.FINALLY)) {
      return Branch.FINALLY;
    }
    return Branch.DONE;
  }

  private static boolean has(Draft draft, int container, Frame frame, Branch branch) {
    return !list(draft, container, frame.entering(branch)).isEmpty();
  }

  /// The final state of a container's frame, before what the task allows.
  private static State verdict(Frame frame, boolean stopped) {
    if (stopped) {
      return State.KILLED;
    }
    return frame.cleanupFailed() && frame.worst() != State.KILLED ? State.FAILED : frame.worst();
  }

  private static void finishTask(Draft draft, TaskRun run, Frame frame) {
    // What ends around an Exit was told by it how; what else is cut short was stopped.
    boolean stopped =
        draft.killing()
            || run.state() == State.KILLING
            || (draft.stopping() && !frame.stopped() && !over(draft, run.seq(), frame));
    var verdict = verdict(frame, stopped);
    if (draft.node(run).task() instanceof Task.AllowFailure && verdict == State.FAILED) {
      verdict = State.WARNING;
    }
    WorkingDirectories.release(draft, run);
    draft.frame(run.seq(), it -> it.entering(Branch.DONE));
    Leaves.end(draft, draft.run(run.seq()), verdict);
  }

  private static boolean over(Draft draft, int container, Frame frame) {
    return frame.cursor() >= size(draft, container, frame);
  }

  private static void finishExecution(Draft draft, Frame frame) {
    if (!draft.killing() && draft.plan.asserts() && draft.head().course().verdict().isEmpty()) {
      draft.frame(
          Draft.ROOT,
          it -> it.entering(Branch.VERDICT).ending(it.worst(), false, it.cleanupFailed()));
      draft.effect(new Effect.Judge(true));
      return;
    }
    decided(draft, frame);
  }

  /// All tasks of the execution are over, and its promises are judged.
  static void decided(Draft draft, Frame frame) {
    if (draft.killing()) {
      end(draft, State.KILLED);
      return;
    }
    var decided = draft.head().course().verdict();
    var verdict = decided.orElseGet(() -> verdict(frame, false));
    if (frame.cleanupFailed() && (verdict == State.SUCCESS || verdict == State.WARNING)) {
      verdict = State.FAILED;
    }
    finishAs(draft, verdict);
  }

  private static void finishAs(Draft draft, State verdict) {
    if (draft.plan.hasOutputs()) {
      // The verdict waits in the frame while the outputs are rendered.
      draft.frame(
          Draft.ROOT, it -> it.entering(Branch.OUTPUTS).ending(verdict, false, it.cleanupFailed()));
      draft.effect(new Effect.RenderOutputs());
      return;
    }
    end(draft, verdict);
  }

  static void outputsRendered(Draft draft, Event.OutputsRendered event) {
    var frame = draft.head().root();
    if (frame.branch() != Branch.OUTPUTS) {
      return;
    }
    if (draft.killing()) {
      end(draft, State.KILLED);
      return;
    }
    if (event.error().isPresent() && draft.head().course().verdict().isPresent()) {
      // It ended before its time: what was not made by then is no failure.
      draft.log(
          Draft.ROOT, LogLevel.WARN, "The flow's outputs are not there: " + event.error().get());
      end(draft, frame.worst());
      return;
    }
    if (event.error().isPresent()) {
      var message = "Failed to render the flow's outputs: " + event.error().get();
      draft.log(Draft.ROOT, LogLevel.ERROR, message);
      draft.head(head -> Heads.error(head, Optional.of(message)));
      end(draft, State.FAILED);
      return;
    }
    draft.head(head -> Heads.outputs(head, event.outputs()));
    end(draft, frame.worst());
  }

  /// Gives the execution its final state, tells who waits for it, and begins what runs after the
  /// end.
  static void end(Draft draft, State verdict) {
    boolean ran = began(draft.head().state());
    draft.dropLater();
    draft.head(
        head ->
            Heads.wakeAt(
                Heads.waiting(Heads.state(head, verdict, draft.now), 0, 0), Optional.empty()));
    draft.effect(new Effect.Ended(verdict));
    var head = draft.head();
    if (verdict != State.RETRIED) { // whoever waits goes on waiting for the next of the chain
      head.fixed()
          .parent()
          .ifPresent(
              parent ->
                  draft.effect(
                      new Effect.TellParent(
                          parent,
                          head.fixed().originalId(),
                          head.id(),
                          Batches.batchOf(head),
                          endedBefore(head),
                          verdict,
                          head.outputs())));
    }
    var after = ran && verdict != State.RETRIED && !draft.plan.after().isEmpty();
    draft.frame(Draft.ROOT, it -> it.entering(after ? Branch.AFTER : Branch.DONE));
    if (after) {
      draft.toAdvance(Draft.ROOT);
    } else {
      draft.effect(new Effect.Finished());
    }
  }

  private static boolean endedBefore(Execution head) {
    var changes = head.history().changes();
    return changes.subList(0, changes.size() - 1).stream()
        .anyMatch(change -> change.state().terminal());
  }

  /// Begins a listener, or leaves it out. An answer that came before means nothing.
  static void listenerJudged(Draft draft, Event.ListenerJudged event) {
    var frame = draft.head().root();
    var group = draft.plan.listenerAt(frame.cursor());
    if (frame.branch() != Branch.AFTER
        || frame.live() != 0
        || group.isEmpty()
        || group.get().listener() != event.listener()) {
      return;
    }
    if (!event.holds()) {
      draft.frame(Draft.ROOT, it -> it.at(group.get().to(), 0));
      draft.toAdvance(Draft.ROOT);
      return;
    }
    draft.frame(Draft.ROOT, it -> it.at(it.cursor() + 1, 1));
    begin(draft, Draft.ROOT, draft.plan.node(draft.plan.after().get(frame.cursor())), Branch.AFTER);
  }

  private static boolean began(State state) {
    return state != State.CREATED && state != State.QUEUED && state != State.RESTARTED;
  }

  /// Begins the children of a container task run, in its main branch.
  static void open(Draft draft, TaskRun run, int choice, Map<String, Object> outputs) {
    var running = Runs.outputs(Runs.state(run, State.RUNNING, draft.now), outputs);
    var frame = Frame.START.choosing(choice);
    if (draft.node(run).task() instanceof Task.LoopUntil) {
      frame = frame.marking(draft.head().nextSeq());
      running = Runs.outputs(running, Map.of(Asking.ITERATION_COUNT, 1));
    }
    draft.put(Runs.frame(running, frame));
    draft.toAdvance(run.seq());
  }
}
