package io.orrery.controller;

import io.orrery.controller.Orchestrator.Refused;
import io.orrery.controller.Orchestrator.Refused.Reason;
import io.orrery.controller.Orchestrator.Replay;
import io.orrery.controller.flow.Flows;
import io.orrery.controller.turn.Action;
import io.orrery.controller.turn.Command;
import io.orrery.controller.turn.Mailbox;
import io.orrery.controller.turn.Records;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Replaying;
import io.orrery.engine.plan.FlowPlan;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.ExecutionIds;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.State;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/// What people do to executions, on the caller's thread up to the command: the records are read
/// here, so that the loop needs no database to decide.
final class Actions {

  /// An execution that changes this often between a read and its command is left alone.
  private static final int TRIES_MAX = 20;

  private final Controller.Parts parts;
  private final Mailbox mailbox;

  Actions(Controller.Parts parts, Mailbox mailbox) {
    this.parts = parts;
    this.mailbox = mailbox;
  }

  CompletionStage<Execution> act(ExecutionId id, Action action) {
    return act(id, action, TRIES_MAX);
  }

  private CompletionStage<Execution> act(ExecutionId id, Action action, int tries) {
    var records = Records.read(parts.vnodes(), id);
    if (records.isEmpty()) {
      return refused(Reason.NOT_FOUND, "there is no execution " + id);
    }
    var answer = new CompletableFuture<Execution>();
    mailbox.post(new Command.Act(id, records, action, answer));
    return answer.exceptionallyCompose(
        failure -> {
          if (!(causeOf(failure) instanceof Records.Stale)) {
            return CompletableFuture.failedFuture(causeOf(failure));
          }
          return tries > 1
              ? act(id, action, tries - 1)
              : refused(Reason.CONFLICT, "execution " + id + " keeps changing: try again");
        });
  }

  private static Throwable causeOf(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  private static <T> CompletionStage<T> refused(Reason reason, String message) {
    return CompletableFuture.failedFuture(new Refused(reason, message));
  }

  CompletionStage<Execution> mark(ExecutionId id, TaskRunId run, State state) {
    if (!state.terminal() && state != State.RUNNING) {
      return refused(Reason.INVALID, "a task run that has ended cannot become " + state);
    }
    var whole = parts.vnodes().whole(id);
    if (whole.isEmpty()) {
      return refused(Reason.NOT_FOUND, "there is no execution " + id);
    }
    if (whole.get().taskRuns().stream().noneMatch(it -> it.id().equals(run))) {
      return refused(Reason.INVALID, noTask(run, id));
    }
    return act(id, new Action.Mark(run.seq(), state));
  }

  private static String noTask(@Nullable Object run, ExecutionId id) {
    return "No task found: execution " + id + " has no task run " + run;
  }

  /// On a revision that is named: as a new execution.
  CompletionStage<Execution> restart(ExecutionId id, int revision) {
    return repeat(
        new Replay(id, Optional.empty(), Optional.of(revision), Optional.empty(), Optional.empty()),
        Optional.empty());
  }

  CompletionStage<Execution> replay(Replay replay) {
    if (replay.from().isPresent()) {
      return repeat(replay, replay.from());
    }
    var source = parts.executions().head(replay.source());
    if (source.isEmpty()) {
      return refused(Reason.NOT_FOUND, "there is no execution " + replay.source());
    }
    var fixed = source.get().fixed();
    var revision = replay.revision().orElse(fixed.revision());
    var plan = plan(fixed.flow(), revision);
    if (plan.isEmpty()) {
      return noRevision(fixed.flow(), revision);
    }
    var anew =
        Replaying.anew(
                plan.get(), source.get(), newId(replay), replay.inputs(), parts.clock().instant())
            .stoppingAt(replay.breakpoints());
    var answer = new CompletableFuture<Execution>();
    mailbox.post(new Command.Create(anew, answer));
    // As it was made: it may be further by now.
    return answer.thenApply(_ -> anew);
  }

  private ExecutionId newId(Replay replay) {
    return replay.id().orElseGet(() -> ExecutionIds.next(parts.clock().instant(), parts.random()));
  }

  private Optional<FlowPlan> plan(FlowId flow, int revision) {
    return parts.flows().revision(flow, revision).flatMap(Flows.Known::plan);
  }

  private static CompletionStage<Execution> noRevision(FlowId flow, int revision) {
    return refused(Reason.NOT_FOUND, "there is no revision " + revision + " of flow " + flow);
  }

  /// @param from absent: its failed task runs
  private CompletionStage<Execution> repeat(Replay replay, Optional<TaskRunId> from) {
    var id = replay.source();
    var records = Records.read(parts.vnodes(), id);
    if (records.isEmpty()) {
      return refused(Reason.NOT_FOUND, "there is no execution " + id);
    }
    var source = records.get().whole().execution();
    if (!source.finished()) {
      return CompletableFuture.failedFuture(
          Refused.state(from.isPresent() ? "replay" : "restart", id, source.state()));
    }
    var runs = records.get().whole().taskRuns();
    if (from.isPresent() && runs.stream().noneMatch(run -> run.id().equals(from.get()))) {
      return refused(Reason.INVALID, noTask(from.get(), id));
    }
    int revision = replay.revision().orElse(source.fixed().revision());
    var plan = plan(source.fixed().flow(), revision);
    if (plan.isEmpty()) {
      return noRevision(source.fixed().flow(), revision);
    }
    var copy =
        Replaying.copy(
                plan.get(), source, runs, newId(replay), replay.inputs(), parts.clock().instant())
            .stoppingAt(replay.breakpoints());
    if (from.isPresent() && copy.runs().stream().noneMatch(run -> run.seq() == from.get().seq())) {
      return refused(
          Reason.INVALID,
          "No task found: revision "
              + revision
              + " has the task of task run "
              + from.get()
              + " not in the same place");
    }
    var answer = new CompletableFuture<Execution>();
    mailbox.post(
        new Command.Repeat(
            copy, from.map(TaskRunId::seq), loopValues(records.get(), copy, from), answer));
    return answer;
  }

  /// Of the loops that were copied; the one that is replayed finds its values anew.
  private static Map<Integer, List<String>> loopValues(
      Records records, Replaying.Copy copy, Optional<TaskRunId> from) {
    var values = new LinkedHashMap<Integer, List<String>>();
    for (var run : copy.runs()) {
      var of = records.loopValues().get(run.seq());
      if (of != null && from.filter(it -> it.seq() == run.seq()).isEmpty()) {
        values.put(run.seq(), of);
      }
    }
    return values;
  }
}
