package io.orrery.engine.execution;

import io.orrery.engine.execution.Frame.Branch;
import io.orrery.model.flow.Task;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Containers that need something worked out elsewhere while their main branch is under way:
/// whether another round follows, what an iteration gives back, the next values of a file.
///
/// A question is open in the container's frame, so it is asked again after a crash; its number
/// tells the answer from those to former questions.
final class Asking {
  private Asking() {}

  static final String ITERATION_COUNT = "iterationCount";

  /// Where the values after those at hand are; only while there are any.
  static final String NEXT_OFFSET = "nextOffset";

  /// Whether the container begins nothing now: it waits for a timer or an answer.
  static boolean rests(Draft draft, int container, Frame frame) {
    return container != Draft.ROOT
        && frame.branch() == Branch.MAIN
        && (frame.asking() || waiting(draft, container));
  }

  private static boolean waiting(Draft draft, int container) {
    var run = draft.run(container);
    return run.wakeAt().isPresent() && draft.node(run).task() instanceof Task.LoopUntil;
  }

  /// All values at hand were begun: asks for those after them.
  static void more(Draft draft, int container, Frame frame) {
    if (container != Draft.ROOT
        && frame.branch() == Branch.MAIN
        && draft.run(container).outputs().containsKey(NEXT_OFFSET)) {
      ask(draft, container);
    }
  }

  /// Whether a main branch all of whose children ended is not over yet; asks what must be known.
  static boolean holds(Draft draft, int container, Frame frame) {
    if (container == Draft.ROOT
        || frame.branch() != Branch.MAIN
        || frame.stopped()
        || draft.killing()) {
      return false;
    }
    if (rests(draft, container, frame)) {
      return true;
    }
    if (!draft.node(draft.run(container)).asksAtEnd()) {
      return false;
    }
    ask(draft, container);
    return true;
  }

  private static void ask(Draft draft, int container) {
    draft.frame(container, Frame::asked);
    draft.effect(new Effect.Ask(container));
  }

  static void told(Draft draft, Event.Told event) {
    var found = draft.find(event.seq());
    if (found.isEmpty()
        || found.get().state() != State.RUNNING
        || found.get().frame().isEmpty()
        || draft.killing()) {
      return;
    }
    var frame = draft.frame(event.seq());
    if (!frame.asking() || frame.questions() != event.question() || frame.branch() != Branch.MAIN) {
      return;
    }
    draft.frame(event.seq(), Frame::answered);
    if (event.answer() instanceof Answer.Batches it) {
      Batches.begin(draft, draft.run(event.seq()), it);
    } else if (!frame.stopped()) {
      told(draft, event.seq(), event.answer());
    } else {
      draft.toAdvance(event.seq());
    }
  }

  private static void told(Draft draft, int seq, Answer answer) {
    switch (answer) {
      case Answer.Done it -> {
        outputs(draft, seq, it.outputs());
        leave(draft, seq);
      }
      case Answer.Break it -> {
        outputs(draft, seq, it.outputs());
        endLoop(draft, draft.run(seq).parent());
        leave(draft, seq);
      }
      case Answer.Again it -> {
        var at = draft.now.plus(it.pause());
        draft.put(Runs.wakeAt(draft.run(seq), Optional.of(at)));
        draft.effect(new Effect.Wake(seq, at));
      }
      case Answer.LimitReached it -> {
        draft.log(seq, LogLevel.WARN, it.message());
        boolean fails =
            draft.node(draft.run(seq)).task() instanceof Task.LoopUntil loop
                && loop.failOnMaxReached();
        if (fails) {
          draft.frame(seq, frame -> frame.ending(State.FAILED, true, frame.cleanupFailed()));
        }
        leave(draft, seq);
      }
      case Answer.Unable it -> {
        draft.log(seq, LogLevel.ERROR, it.message());
        draft.frame(seq, frame -> frame.ending(State.FAILED, true, frame.cleanupFailed()));
        draft.toAdvance(seq); // others of its children may still live
      }
      case Answer.Items it -> {
        var run = draft.run(seq);
        var outputs = new LinkedHashMap<>(run.outputs());
        outputs.remove(NEXT_OFFSET);
        it.next().ifPresent(next -> outputs.put(NEXT_OFFSET, next));
        draft.put(Runs.outputs(run, outputs));
        draft.frame(seq, frame -> frame.marking(frame.cursor()));
        draft.loopValues(seq, it.values());
        draft.toAdvance(seq);
      }
      case Answer.Batches _ -> throw new IllegalStateException("no container starts batches");
    }
  }

  private static void leave(Draft draft, int seq) {
    Containers.leaveBranch(draft, seq, draft.frame(seq));
  }

  private static void outputs(Draft draft, int seq, Map<String, Object> more) {
    var run = draft.run(seq);
    var outputs = new LinkedHashMap<>(run.outputs());
    outputs.putAll(more);
    draft.put(Runs.outputs(run, outputs));
  }

  private static void endLoop(Draft draft, int loop) {
    var run = draft.run(loop);
    if (run.outputs().containsKey(NEXT_OFFSET)) {
      var outputs = new LinkedHashMap<>(run.outputs());
      outputs.remove(NEXT_OFFSET);
      draft.put(Runs.outputs(run, outputs));
    }
    draft.frame(loop, Frame::answered); // values that were asked for are of no use any more
    draft.loopEnds(loop, draft.frame(loop).cursor());
  }

  /// The wait between two rounds is over: what the last one ran is forgotten.
  static void nextRound(Draft draft, TaskRun run) {
    if (run.frame().isEmpty() || !waiting(draft, run.seq()) || draft.killing()) {
      return;
    }
    int seq = run.seq();
    draft.clear(seq, draft.frame(seq).mark());
    int round = run.outputs().get(ITERATION_COUNT) instanceof Number count ? count.intValue() : 1;
    draft.put(
        Runs.outputs(
            Runs.wakeAt(run, Optional.empty()),
            Leaves.with(run.outputs(), ITERATION_COUNT, round + 1)));
    draft.frame(
        seq,
        frame ->
            frame
                .entering(Branch.MAIN)
                .ending(State.SUCCESS, false, frame.cleanupFailed())
                .marking(draft.head().nextSeq()));
    draft.toAdvance(seq);
  }

  /// Begins a Loop with the values, or the first of them.
  static void open(Draft draft, TaskRun run, Preparation.Items items) {
    draft.loopValues(run.seq(), items.values());
    Map<String, Object> outputs =
        items.next().isPresent() ? Map.of(NEXT_OFFSET, items.next().getAsLong()) : Map.of();
    Containers.open(draft, run, 0, outputs);
    if (items.keyed()) {
      draft.frame(run.seq(), frame -> frame.marking(Draft.KEYED));
    }
  }

  /// A Loop says at the end of its main branch how many iterations there were.
  static void mainOver(Draft draft, int container, Frame frame) {
    if (draft.node(draft.run(container)).task() instanceof Task.Loop) {
      var counts = new LinkedHashMap<String, Object>();
      counts.put(ITERATION_COUNT, frame.cursor());
      counts.put("runningIterations", 0);
      counts.put("terminatedIterations", frame.cursor());
      outputs(draft, container, counts);
    }
  }
}
