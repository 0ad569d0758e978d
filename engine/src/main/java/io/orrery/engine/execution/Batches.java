package io.orrery.engine.execution;

import io.orrery.engine.plan.Node;
import io.orrery.engine.plan.Steps;
import io.orrery.model.flow.Task;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.ExecutionIds;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The step of a ForEachItem that starts an execution for each batch.
///
/// Its frame counts: the cursor the batches begun, `live` the executions that have not ended. How
/// many ended in which state stands in its outputs. Nothing grows with the number of batches, and
/// no more than [#LIVE_MAX] executions are under way.
///
/// An execution's id follows from the task run, its try and the batch, so however often a start is
/// repeated there is one execution, and its end is known for what it is. A later try of the task
/// run starts executions only for the batches that no earlier one saw through.
public final class Batches {
  private Batches() {}

  /// How many executions are under way at once.
  static final int LIVE_MAX = 1000;

  /// How many batches are prepared at once.
  static final int PAGE = 100;

  public static final String NUMBER_OF_BATCHES = "numberOfBatches";

  /// Among the outputs: the number of the try, when it is not the first.
  public static final String ATTEMPT = "attempt";

  static final String ITERATIONS = "iterations";

  static boolean is(Node node) {
    return node.task() instanceof Task.Part part && part.kind() == Task.Part.Kind.BATCHES;
  }

  static boolean are(Draft draft, int seq) {
    return draft.find(seq).filter(run -> is(draft.node(run))).isPresent();
  }

  static int live(TaskRun run) {
    return run.frame().map(Frame::live).orElse(0);
  }

  /// The batch that an execution was started for; -1 when it was not.
  static int batchOf(Execution head) {
    return head.fixed()
                .trigger()
                .map(it -> it.variables().get(Subflows.TASK_RUN_ITERATION))
                .orElse(null)
            instanceof Number batch
        ? batch.intValue()
        : -1;
  }

  /// The id of the execution of a batch: named after the ForEachItem, so that all its steps can
  /// tell.
  ///
  /// @param step of the ForEachItem
  /// @param attempt of the step that starts the executions, from 1
  public static ExecutionId id(TaskRun step, int attempt, int batch) {
    var whole = new TaskRunId(step.id().execution(), step.parent());
    return ExecutionIds.named(whole + "/" + attempt + "/batch/" + batch);
  }

  /// Which batches are to be prepared next, of a task run that asks.
  ///
  /// @param from the first of them
  public record Page(int from, int count) {}

  public static Page next(TaskRun run) {
    var frame = run.frame().orElse(Frame.START);
    int left = total(run) - frame.cursor();
    return new Page(
        frame.cursor(), Math.max(0, Math.min(Math.min(PAGE, left), LIVE_MAX - frame.live())));
  }

  private static int total(TaskRun run) {
    return run.outputs().get(NUMBER_OF_BATCHES) instanceof Number total ? total.intValue() : 0;
  }

  static void open(Draft draft, TaskRun run, int batches) {
    var outputs = new LinkedHashMap<String, Object>();
    outputs.put(NUMBER_OF_BATCHES, batches);
    if (run.attempt() > 1) {
      outputs.put(ATTEMPT, run.attempt());
    }
    var counts = new LinkedHashMap<String, Object>();
    counts.put(State.CREATED.name(), 0);
    counts.put(State.RUNNING.name(), 0);
    outputs.put(ITERATIONS, counts);
    var running = Runs.outputs(Runs.state(run, State.RUNNING, draft.now), outputs);
    draft.put(Runs.frame(running, Frame.START));
    goOn(draft, run.seq());
  }

  /// Asks for the next batches, or ends when there are none and nothing is under way.
  private static void goOn(Draft draft, int seq) {
    var frame = draft.frame(seq);
    boolean over = frame.stopped() || frame.cursor() >= total(draft.run(seq));
    if (!over && !frame.asking() && next(draft.run(seq)).count() > 0) {
      draft.frame(seq, Frame::asked);
      draft.effect(new Effect.Ask(seq));
    } else if (over && frame.live() == 0) {
      finish(draft, draft.run(seq));
    }
  }

  /// The batches that were asked for are prepared.
  static void begin(Draft draft, TaskRun run, Answer.Batches prepared) {
    int seq = run.seq();
    boolean await = call(draft, run).await();
    for (var batch : prepared.batches()) {
      var frame = draft.frame(seq);
      if (frame.stopped()) {
        break;
      }
      int number = frame.cursor();
      draft.frame(seq, it -> it.at(it.cursor() + 1, it.live()));
      switch (batch) {
        case Batch.Begin it -> {
          var id = id(run, run.attempt(), number);
          draft.effect(new Effect.Start(Subflows.child(draft, run, id, it.child(), number, await)));
          if (await) {
            draft.frame(seq, now -> now.at(now.cursor(), now.live() + 1));
          }
          count(draft, seq, await ? State.RUNNING : State.CREATED, 1);
        }
        case Batch.Over it -> {
          count(draft, seq, it.state(), 1);
          worsen(draft, seq, it.state());
        }
        case Batch.Unable it -> {
          draft.log(seq, LogLevel.ERROR, "batch " + number + ": " + it.message());
          count(draft, seq, State.FAILED, 1);
          draft.frame(seq, now -> now.ending(State.FAILED, true, true));
        }
      }
    }
    goOn(draft, seq);
  }

  static void childEnded(Draft draft, Event.ChildEnded event) {
    var run = draft.run(event.seq());
    boolean waits = run.state() == State.RUNNING || run.state() == State.KILLING;
    if (!waits
        || event.again()
        || live(run) == 0
        || !event.first().equals(id(run, run.attempt(), event.batch()))) {
      return;
    }
    draft.frame(run.seq(), it -> it.at(it.cursor(), it.live() - 1));
    count(draft, run.seq(), State.RUNNING, -1);
    count(draft, run.seq(), event.state(), 1);
    worsen(draft, run.seq(), event.state());
    if (run.state() == State.KILLING) {
      if (draft.frame(run.seq()).live() == 0) {
        finish(draft, draft.run(run.seq()));
      }
      return;
    }
    goOn(draft, run.seq());
  }

  private static void worsen(Draft draft, int seq, State child) {
    draft.frame(
        seq,
        frame -> frame.ending(worse(frame.worst(), child), frame.stopped(), frame.cleanupFailed()));
  }

  /// FAILED, then KILLED, then WARNING (inventory §2.1). A cancelled execution is no failure.
  private static State worse(State one, State other) {
    return rank(other) > rank(one) ? other : one;
  }

  private static int rank(State state) {
    return switch (state) {
      case FAILED -> 3;
      case KILLED -> 2;
      case WARNING -> 1;
      case CREATED, SUBMITTED, QUEUED, RUNNING, PAUSED, RESTARTED, RETRYING, KILLING, BREAKPOINT ->
          0;
      case SUCCESS, CANCELLED, SKIPPED, RETRIED, RESUBMITTED -> 0;
    };
  }

  private static void count(Draft draft, int seq, State state, int more) {
    var run = draft.run(seq);
    var counts = new LinkedHashMap<String, Object>();
    if (run.outputs().get(ITERATIONS) instanceof Map<?, ?> known) {
      known.forEach((name, count) -> counts.put(String.valueOf(name), count));
    }
    int before = counts.get(state.name()) instanceof Number count ? count.intValue() : 0;
    counts.put(state.name(), before + more);
    draft.put(Runs.outputs(run, Leaves.with(run.outputs(), ITERATIONS, counts)));
  }

  private static void finish(Draft draft, TaskRun run) {
    var frame = draft.frame(run.seq());
    var state = frame.worst();
    if (run.state() == State.KILLING) {
      state = State.KILLED;
    } else if (!frame.cleanupFailed() && !call(draft, run).transmitFailed()) {
      state = State.SUCCESS;
    }
    var since = run.history().currentSince();
    var tried = Runs.attempt(run, state, since, draft.now, Optional.empty());
    if (state == State.FAILED && !draft.killing() && Retrying.schedule(draft, tried, since)) {
      return;
    }
    Leaves.end(draft, tried, state);
  }

  private static Task.Subflow call(Draft draft, TaskRun run) {
    if (draft.node(run).task() instanceof Task.Part part) {
      return Steps.call(part);
    }
    throw new IllegalStateException("task run " + run.id() + " starts no batches");
  }
}
