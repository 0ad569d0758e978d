package io.orrery.controller;

import io.orrery.controller.Orchestrator.Refused.Reason;
import io.orrery.controller.evaluation.Depth;
import io.orrery.controller.evaluation.Expressions;
import io.orrery.controller.evaluation.StartChecks;
import io.orrery.controller.flow.Flows;
import io.orrery.controller.turn.Action;
import io.orrery.controller.turn.Command;
import io.orrery.controller.turn.Loops;
import io.orrery.controller.turn.Mailbox;
import io.orrery.controller.turn.VnodeLoop;
import io.orrery.engine.execution.Breakpoint;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Executor;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.FlowRevision;
import io.orrery.model.flow.StartCheck;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.ExecutionIds;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.kept.Keeping;
import io.orrery.model.state.State;
import io.orrery.storage.StoragePaths;
import io.orrery.store.lease.Lease;
import io.orrery.store.lease.LeaseStore;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.vnode.VnodeStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A controller that is running: owns vnodes, and answers what the API and the command line ask.
public final class Controller implements Orchestrator, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Controller.class);

  /// What a controller works with.
  ///
  /// @param node its name; the same after a restart, so that it takes back what it held
  /// @param leaseTtl how long the vnodes stay its own without a renewal; absent when nobody else
  ///   can open the database
  public record Parts(
      String node,
      Optional<Duration> leaseTtl,
      VnodeStore vnodes,
      LeaseStore leases,
      ExecutionQueries executions,
      Flows flows,
      Keeping keeping,
      StartChecks checks,
      Expressions expressions,
      InstantSource clock,
      RandomGenerator random) {}

  private final Parts parts;
  private final Mailbox mailbox;
  private final Watchers watchers;
  private final Function<Lease, VnodeLoop> loops;
  private final Actions actions;
  private final LoopThread thread;
  private volatile Optional<Lease> lease = Optional.empty();
  private final Optional<LeaseKeeper> keeper;

  /// Claims the vnodes, takes over what is unfinished, and starts.
  ///
  /// @param bell where the mailbox rings; this controller answers it from now on
  /// @param loops everything that a loop needs but its lease and who watches
  public static Controller start(
      Parts parts, Mailbox mailbox, Bell bell, Function<Watching, Loops> loops) {
    var controller = new Controller(parts, mailbox, loops);
    bell.set(controller.thread::ring);
    controller.thread.start();
    return controller;
  }

  /// Where a loop tells of the executions that a commit touched.
  @FunctionalInterface
  public interface Watching {
    void changed(Iterable<ExecutionId> executions);
  }

  private Controller(Parts parts, Mailbox mailbox, Function<Watching, Loops> loops) {
    this.parts = parts;
    this.mailbox = mailbox;
    this.watchers = new Watchers();
    this.loops = loops.apply(watchers::changed)::open;
    this.actions = new Actions(parts, mailbox);
    this.thread = new LoopThread(this::own);
    this.keeper = parts.leaseTtl().map(ttl -> new LeaseKeeper(parts.leases(), () -> lease, ttl));
  }

  /// @throws VnodeStore.LeaseLost when another node holds all of them
  private VnodeLoop own() {
    var ttl = parts.leaseTtl().orElse(Duration.ofDays(36_500));
    var claimed =
        parts
            .leases()
            .claim(parts.node(), ttl)
            .orElseThrow(
                () -> new VnodeStore.LeaseLost("another node owns all vnodes; waiting for it"));
    lease = Optional.of(claimed);
    log.debug("owns {} vnodes at epoch {}", claimed.vnodes().size(), claimed.epoch());
    return loops.apply(claimed);
  }

  // ---- Orchestrator

  @Override
  public CompletionStage<FlowRevision> saveFlow(Flow flow, String source) {
    return ask(answer -> new Command.SaveFlow(flow, source, answer));
  }

  @Override
  public CompletionStage<Boolean> deleteFlow(FlowId flow) {
    return ask(answer -> new Command.DeleteFlow(flow, answer));
  }

  @Override
  public CompletionStage<Execution> start(Start start) {
    var known =
        start
            .revision()
            .map(revision -> parts.flows().revision(start.flow(), revision))
            .orElseGet(() -> parts.flows().current(start.flow()));
    if (known.isEmpty() || parts.flows().current(start.flow()).isEmpty()) {
      return refused(Reason.NOT_FOUND, "there is no flow " + start.flow());
    }
    var plan = known.get().plan();
    if (plan.isEmpty()) {
      return refused(
          Reason.INVALID,
          "flow " + start.flow() + " cannot run: " + known.get().problem().orElse("it is invalid"));
    }
    if (plan.get().flow().disabled()) {
      return refused(Reason.CONFLICT, "flow " + start.flow() + " is disabled");
    }
    try {
      Depth.check("an input", start.inputs());
    } catch (IllegalArgumentException e) {
      return refused(Reason.INVALID, String.valueOf(e.getMessage()));
    }
    // The loop knows those of late; an older one is in the rows alone.
    var there = start.id().flatMap(parts.executions()::head);
    if (there.isPresent()) {
      return CompletableFuture.completedFuture(there.get());
    }
    var refusal = parts.checks().refusal(plan.get().flow(), plan.get().revision(), start.inputs());
    if (refusal.filter(it -> it.behavior() == StartCheck.Behavior.BLOCK_EXECUTION).isPresent()) {
      return refused(
          Reason.INVALID, "The flow's checks do not let it start: " + refusal.get().message());
    }
    var now = parts.clock().instant();
    var id = start.id().orElseGet(() -> ExecutionIds.next(now, parts.random()));
    Map<String, Object> inputs;
    try {
      inputs =
          parts
              .keeping()
              .keeper()
              .recorded(
                  "the inputs",
                  StoragePaths.execution(start.flow(), id) + "/values",
                  start.inputs());
    } catch (IllegalArgumentException e) {
      return refused(Reason.INVALID, String.valueOf(e.getMessage()));
    }
    var execution =
        Executor.create(
                plan.get(),
                id,
                inputs,
                Executor.Inputs.RESOLVED,
                start.labels(),
                start.trigger(),
                start.scheduleDate(),
                now)
            .stoppingAt(start.breakpoints());
    return ask(
        answer -> new Command.Create(execution, refusal.map(StartCheck.Failed::message), answer));
  }

  @Override
  public CompletionStage<Execution> kill(ExecutionId id, Cascade cascade) {
    return about("kill", id, ask(answer -> new Command.Kill(id, cascade, answer)));
  }

  @Override
  public CompletionStage<Execution> resume(
      ExecutionId id, Map<String, Object> inputs, Optional<String> by) {
    return about("resume", id, ask(answer -> new Command.Resume(id, inputs, by, answer)));
  }

  @Override
  public CompletionStage<Execution> restart(ExecutionId id) {
    return actions.act(id, new Action.Restart());
  }

  @Override
  public CompletionStage<Execution> restart(ExecutionId id, int revision) {
    return actions.restart(id, revision);
  }

  @Override
  public CompletionStage<Execution> replay(Replay replay) {
    return actions.replay(replay);
  }

  @Override
  public CompletionStage<Execution> pause(ExecutionId id) {
    return actions.act(id, new Action.Pause());
  }

  @Override
  public CompletionStage<Execution> leaveBreakpoint(ExecutionId id, List<Breakpoint> next) {
    return actions.act(id, new Action.LeaveBreakpoint(next));
  }

  @Override
  public CompletionStage<Execution> mark(ExecutionId id, TaskRunId run, State state) {
    return actions.mark(id, run, state);
  }

  @Override
  public CompletionStage<Execution> changeStatus(ExecutionId id, State state) {
    return state.terminal()
        ? actions.act(id, new Action.ChangeStatus(state))
        : refused(Reason.INVALID, "an execution that has ended cannot become " + state);
  }

  @Override
  public CompletionStage<Execution> relabel(ExecutionId id, Map<String, String> labels) {
    return actions.act(id, new Action.Relabel(labels));
  }

  @Override
  public CompletionStage<Execution> unqueue(ExecutionId id, State into) {
    return switch (into) {
      case RUNNING, CANCELLED, FAILED -> actions.act(id, new Action.Unqueue(into));
      case CREATED, SUBMITTED, QUEUED, PAUSED, RESTARTED, RETRYING, KILLING, BREAKPOINT ->
          unqueueInto(into);
      case SUCCESS, WARNING, KILLED, SKIPPED, RETRIED, RESUBMITTED -> unqueueInto(into);
    };
  }

  private static CompletionStage<Execution> unqueueInto(State state) {
    return refused(
        Reason.INVALID,
        "an execution leaves the queue as RUNNING, CANCELLED or FAILED, not as " + state);
  }

  @Override
  public CompletionStage<Execution> forceRun(ExecutionId id) {
    return actions.act(id, new Action.ForceRun());
  }

  @Override
  public CompletionStage<Evaluated> evaluate(
      ExecutionId id, Optional<TaskRunId> run, String template) {
    return parts.expressions().evaluate(id, run, template);
  }

  @Override
  public CompletionStage<Evaluated> evaluate(FlowId flow, String template) {
    return parts.expressions().evaluate(flow, template);
  }

  @Override
  public CompletionStage<Boolean> delete(ExecutionId id, Removal removal) {
    var head = parts.executions().head(id);
    if (head.isEmpty()) {
      return CompletableFuture.completedFuture(false);
    }
    return ask(answer -> new Command.Delete(id, head.get().fixed().flow(), removal, answer));
  }

  @Override
  public CompletionStage<Boolean> setTriggerDisabled(
      TriggerId trigger, boolean disabled, Recover recover) {
    return ask(answer -> new Command.SetTriggerDisabled(trigger, disabled, recover, answer));
  }

  @Override
  public CompletionStage<TriggerState> change(TriggerId trigger, TriggerChange change) {
    return ask(answer -> new Command.ChangeTrigger(trigger, change, answer));
  }

  @Override
  public CompletionStage<Execution> runNow(TriggerId trigger, Overlap overlap) {
    return ask(answer -> new Command.RunTrigger(trigger, overlap, answer));
  }

  @Override
  public CompletionStage<TriggerState> backfill(TriggerId trigger, BackfillChange change) {
    return ask(answer -> new Command.ChangeBackfill(trigger, change, answer));
  }

  @Override
  public CompletionStage<BackfillPreview> preview(
      TriggerId trigger, BackfillChange.Begin backfill) {
    return ask(answer -> new Command.PreviewBackfill(trigger, backfill, answer));
  }

  @Override
  public AutoCloseable follow(ExecutionId id, Runnable listener) {
    return watchers.add(id, listener);
  }

  @Override
  public Optional<FlowRevision> flow(FlowId id) {
    return parts.flows().current(id).flatMap(Flows.Known::revision);
  }

  @Override
  public Optional<FlowRevision> flow(FlowId id, int revision) {
    return parts.flows().revision(id, revision).flatMap(Flows.Known::revision);
  }

  private <T> CompletableFuture<T> ask(Function<CompletableFuture<T>, Command> command) {
    var answer = new CompletableFuture<T>();
    mailbox.post(command.apply(answer));
    return answer;
  }

  private static <T> CompletionStage<T> refused(Reason reason, String message) {
    return CompletableFuture.failedFuture(new Refused(reason, message));
  }

  /// An execution that is not live may have ended: then its state is the reason.
  private CompletionStage<Execution> about(
      String what, ExecutionId id, CompletableFuture<Execution> answer) {
    return answer.exceptionallyCompose(
        failure -> {
          var cause =
              failure instanceof CompletionException && failure.getCause() != null
                  ? failure.getCause()
                  : failure;
          if (cause instanceof Refused refused && refused.reason() == Reason.NOT_FOUND) {
            var head = parts.executions().head(id);
            if (head.isPresent()) {
              return CompletableFuture.failedFuture(Refused.state(what, id, head.get().state()));
            }
          }
          return CompletableFuture.failedFuture(cause);
        });
  }

  /// Stops after the turn at hand, and gives the vnodes back. What runs goes on from its records at
  /// the next start.
  @Override
  public void close() {
    thread.close();
    keeper.ifPresent(LeaseKeeper::close);
    lease.ifPresent(parts.leases()::release);
  }
}
