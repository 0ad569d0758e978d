package io.orrery.controller.turn;

import io.orrery.controller.Orchestrator;
import io.orrery.controller.dispatch.Dispatcher;
import io.orrery.controller.dispatch.SentJobs;
import io.orrery.controller.flow.Flows;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Surroundings;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.kept.Keeping;
import io.orrery.model.state.StateChange;
import io.orrery.rpc.WorkerPort;
import io.orrery.store.lease.Lease;
import io.orrery.store.vnode.VnodeStore;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Consumer;

/// Makes loops: one for each time that vnodes are claimed.
///
/// @param vnodes how many the database has
/// @param defaultZone of schedules that name none
/// @param pacing of what is late
/// @param watchers told of the executions that a commit touched
/// @param ahead how far schedules are read before they are due
public record Loops(
    VnodeStore store,
    int vnodes,
    Flows flows,
    Mailbox mailbox,
    WorkerPort worker,
    Outside outside,
    OutputsReader outputs,
    Surroundings around,
    Keeping keeping,
    ZoneId defaultZone,
    InstantSource clock,
    Pacing pacing,
    Consumer<Iterable<ExecutionId>> watchers,
    Ahead ahead) {

  /// What of the schedules that wait is in memory.
  ///
  /// @param time those whose next slot comes within it
  /// @param page states of one read: it must not hold up what is due
  public record Ahead(Duration time, int page) {
    public static final Ahead USUAL = new Ahead(Duration.ofMinutes(5), 500);
  }

  /// With the usual look ahead.
  public Loops(
      VnodeStore store,
      int vnodes,
      Flows flows,
      Mailbox mailbox,
      WorkerPort worker,
      Outside outside,
      OutputsReader outputs,
      Surroundings around,
      Keeping keeping,
      ZoneId defaultZone,
      InstantSource clock,
      Pacing pacing,
      Consumer<Iterable<ExecutionId>> watchers) {
    this(
        store,
        vnodes,
        flows,
        mailbox,
        worker,
        outside,
        outputs,
        around,
        keeping,
        defaultZone,
        clock,
        pacing,
        watchers,
        Ahead.USUAL);
  }

  /// A loop over what the rows of the lease's vnodes say, ready for its first turn.
  public VnodeLoop open(Lease lease) {
    var sent = new SentJobs();
    var loop =
        new VnodeLoop(
            new VnodeLoop.Outer(store, lease, vnodes, clock, mailbox, watchers),
            () -> new Wiring(lease, sent).parts());
    loop.takeOver();
    return loop;
  }

  /// The parts of one loop: dispatcher and executions know each other, as do schedules and
  /// executions.
  private final class Wiring {
    private final Lease lease;
    private final Timers timers = new Timers();
    private final Dispatcher dispatcher;
    private final Executions executions;
    private final Acting acting;
    private final ChildRestarts children;
    private final Pace pace;
    private final WorkerTriggers onWorkers;
    private final Triggering triggering;
    private final Backfilling backfilling;
    private final FlowTriggering flowTriggering;
    private final TriggerDeeds deeds;

    Wiring(Lease lease, SentJobs sent) {
      this.lease = lease;
      outputs.clear();
      flows.forget();
      dispatcher = new Dispatcher(worker, (run, attempt) -> jobs().job(run, attempt), sent);
      executions =
          new Executions(
              new Executions.Tools(
                  flows, timers, mailbox, dispatcher, outside, outputs, around, keeping, clock),
              new Hearing(),
              (parent, child) -> children().wanted(parent, child));
      acting = new Acting(executions);
      children = new ChildRestarts(executions, acting, outside, mailbox);
      var tools = new FlowTriggering.Tools(flows, timers, mailbox, outside, defaultZone, store);
      var starting = new Making();
      pace = new Pace(pacing.elapsed());
      onWorkers =
          new WorkerTriggers(
              tools,
              starting,
              new WorkerTriggers.Worker(worker, around, lease.node(), lease.epoch()));
      triggering =
          new Triggering(
              new Triggering.Parts(
                  tools,
                  starting,
                  onWorkers,
                  new KnownTriggers(store, lease.vnodes(), ahead),
                  pace,
                  pacing));
      deeds = new TriggerDeeds(tools, triggering, onWorkers);
      backfilling = new Backfilling(tools, triggering, pacing);
      flowTriggering = new FlowTriggering(tools, starting, triggering::isStopped);
    }

    /// What triggers start.
    private final class Making implements FlowTriggering.Starting {
      @Override
      public void create(Turn turn, Execution execution, Optional<String> failure) {
        executions.create(turn, execution, failure);
      }

      @Override
      public void kill(Turn turn, ExecutionId execution) {
        if (executions.find(execution).filter(it -> !it.head().state().terminal()).isPresent()) {
          executions.kill(turn, execution, Orchestrator.Cascade.CHILDREN);
        }
      }
    }

    /// What executions tell triggers.
    private final class Hearing implements Executions.StateListener {
      @Override
      public boolean listens(FlowId flow) {
        return flowTriggering.listens(flow);
      }

      @Override
      public void changed(Turn turn, Execution execution, StateChange change) {
        flowTriggering.changed(turn, execution, change);
      }

      @Override
      public void ended(Turn turn, Execution execution) {
        triggering.ended(turn, execution);
      }
    }

    private Jobs jobs() {
      return new Jobs(executions, lease.epoch());
    }

    private ChildRestarts children() {
      return children;
    }

    VnodeLoop.Parts parts() {
      return new VnodeLoop.Parts(
          timers,
          executions,
          acting,
          children,
          pace,
          triggering,
          deeds,
          onWorkers,
          backfilling,
          flowTriggering,
          new FlowSaves(flows, triggering, flowTriggering, executions),
          dispatcher::pump);
    }
  }
}
