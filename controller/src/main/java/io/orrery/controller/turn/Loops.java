package io.orrery.controller.turn;

import io.orrery.controller.dispatch.Dispatcher;
import io.orrery.controller.evaluation.Sealing;
import io.orrery.controller.flow.Flows;
import io.orrery.engine.execution.Surroundings;
import io.orrery.model.id.ExecutionId;
import io.orrery.rpc.WorkerPort;
import io.orrery.store.lease.Lease;
import io.orrery.store.vnode.VnodeStore;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.function.Consumer;

/// Makes loops: one for each time that vnodes are claimed.
///
/// @param vnodes how many the database has
/// @param defaultZone of schedules that name none
/// @param watchers told of the executions that a commit touched
public record Loops(
    VnodeStore store,
    int vnodes,
    Flows flows,
    Mailbox mailbox,
    WorkerPort worker,
    Outside outside,
    OutputsReader outputs,
    Surroundings around,
    Sealing sealing,
    ZoneId defaultZone,
    InstantSource clock,
    Consumer<Iterable<ExecutionId>> watchers) {

  /// A loop over what the rows of the lease's vnodes say, ready for its first turn.
  public VnodeLoop open(Lease lease) {
    return new Wiring(lease).loop();
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
    private final Triggering triggering;

    Wiring(Lease lease) {
      this.lease = lease;
      outputs.clear();
      flows.forget();
      dispatcher = new Dispatcher(worker, (run, attempt) -> jobs().job(run, attempt));
      executions =
          new Executions(
              new Executions.Tools(
                  flows, timers, mailbox, dispatcher, outside, outputs, around, sealing, clock),
              (turn, execution) -> triggering().ended(turn, execution),
              (parent, child) -> children().wanted(parent, child));
      acting = new Acting(executions);
      children = new ChildRestarts(executions, acting, outside, mailbox);
      triggering = new Triggering(flows, timers, defaultZone, executions::create);
    }

    private Jobs jobs() {
      return new Jobs(executions, lease.epoch());
    }

    private ChildRestarts children() {
      return children;
    }

    private Triggering triggering() {
      return triggering;
    }

    VnodeLoop loop() {
      var loop =
          new VnodeLoop(
              new VnodeLoop.Parts(
                  store,
                  lease,
                  vnodes,
                  clock,
                  mailbox,
                  timers,
                  executions,
                  acting,
                  children,
                  triggering,
                  new FlowSaves(flows, triggering, executions),
                  dispatcher::pump,
                  watchers));
      loop.takeOver();
      return loop;
    }
  }
}
