package io.orrery.simulation;

import io.orrery.controller.evaluation.Evaluations;
import io.orrery.controller.evaluation.Sealing;
import io.orrery.controller.flow.Flows;
import io.orrery.controller.turn.Command;
import io.orrery.controller.turn.Loops;
import io.orrery.controller.turn.Mailbox;
import io.orrery.controller.turn.OutputsReader;
import io.orrery.controller.turn.Pacing;
import io.orrery.controller.turn.VnodeLoop;
import io.orrery.engine.execution.Surroundings;
import io.orrery.expression.Services;
import io.orrery.model.kept.Keeper;
import io.orrery.model.kept.Keeping;
import io.orrery.rpc.WorkerPort;
import io.orrery.store.vnode.VnodeStore.LeaseLost;
import io.orrery.store.vnode.VnodeStore.StoreUnavailable;
import java.time.Duration;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/// The controller's process: made anew from the store at each start, gone with all its memory at
/// each crash. Between the two it sleeps and wakes as the real loop's thread does.
final class Node {

  private static final String NAME = "node";
  private static final Duration LEASE_TTL = Duration.ofDays(1);
  private static final Duration BACKOFF_FIRST = Duration.ofMillis(50);
  private static final Duration BACKOFF_MAX = Duration.ofSeconds(5);
  private static final Duration NAP_MAX = Duration.ofSeconds(1);
  private static final Duration DOWN_MAX = Duration.ofSeconds(20);

  /// What stays when the process goes.
  ///
  /// @param died told of each death, before the restart is planned
  record Outer(
      World world,
      Faults faults,
      MemoryStore store,
      MemoryLeases leases,
      FlowLanguage language,
      WorkerPort worker,
      Runnable died) {}

  private final Outer outer;
  private final World world;
  private @Nullable Life life;
  private int lives;

  Node(Outer outer) {
    this.outer = outer;
    this.world = outer.world();
  }

  void start() {
    world.note("the controller starts");
    life = new Life();
    lives++;
    life.wakeWithin(Duration.ZERO);
  }

  /// Gives the command to the life.
  ///
  /// @return false when none is up
  boolean post(Command command) {
    if (life == null) {
      return false;
    }
    life.mailbox.post(command);
    return true;
  }

  /// A number of the life that is up; another one after each start. 0 while none is.
  int life() {
    return life == null ? 0 : lives;
  }

  /// The flows as the process knows them; null while none is up.
  @Nullable Flows flows() {
    return life == null ? null : life.flows;
  }

  /// Ends the process at once; it comes back by itself.
  void crash(String why) {
    if (life == null) {
      return;
    }
    world.note("the controller dies: " + why);
    life.dead = true;
    life = null;
    outer.died().run();
    world.after(world.some(Duration.ofMillis(1), DOWN_MAX), "restart", this::start);
  }

  private final class Life {
    final Mailbox mailbox = new Mailbox(this::ring);
    final Flows flows =
        new Flows(
            outer.store(),
            outer.language()::read,
            outer.language().templates(),
            outer.faults().sourcesMax());
    final OutputsReader outputs = new OutputsReader(outer.store());
    final Loops loops;
    boolean dead;
    private @Nullable VnodeLoop loop;
    private Duration backoff = BACKOFF_FIRST;

    /// Of the one planned turn that counts; those planned before it are void.
    private long plan;

    private @Nullable Duration plannedAt;

    Life() {
      var evaluations =
          new Evaluations(
              new Evaluations.Tools(
                  flows,
                  PlainInputs.INSTANCE,
                  (_, _, _) -> Services.at(world.instant()),
                  outer.store(),
                  outputs,
                  Surroundings.NONE,
                  NOTHING_KEPT,
                  new NoFiles(),
                  world),
              work -> later(world.some(Duration.ofNanos(50_000), Duration.ofSeconds(1)), work),
              work -> later(Duration.ofSeconds(1), work),
              () -> {});
      loops =
          new Loops(
              outer.store(),
              outer.leases().vnodes(),
              flows,
              mailbox,
              outer.worker(),
              evaluations,
              outputs,
              Surroundings.NONE,
              NOTHING_KEPT,
              ZoneOffset.UTC,
              world,
              Pacing.of(world::elapsed),
              _ -> {},
              outer.faults().ahead());
    }

    private void later(Duration delay, Runnable work) {
      world.after(
          delay,
          "evaluation",
          () -> {
            if (!dead) {
              work.run();
            }
          });
    }

    private void ring() {
      // Mostly at once; at times the thread is held up.
      wakeWithin(
          outer.faults().stall()
              ? world.some(Duration.ZERO, Duration.ofSeconds(8))
              : world.some(Duration.ofNanos(20_000), Duration.ofMillis(5)));
    }

    /// Plans a turn unless an earlier one is planned.
    void wakeWithin(Duration delay) {
      var at = world.elapsed().plus(delay);
      if (plannedAt != null && plannedAt.compareTo(at) <= 0) {
        return;
      }
      plannedAt = at;
      long mine = ++plan;
      world.after(
          delay,
          "turn",
          () -> {
            if (!dead && mine == plan) {
              plannedAt = null;
              turn();
            }
          });
    }

    private void turn() {
      try {
        if (loop == null) {
          var lease =
              outer
                  .leases()
                  .claim(NAME, LEASE_TTL)
                  .orElseThrow(() -> new LeaseLost("another node owns all vnodes"));
          world.note("epoch " + lease.epoch());
          loop = loops.open(lease);
        }
        int handled = loop.turn();
        backoff = BACKOFF_FIRST;
        rest(loop, handled);
      } catch (Crash e) {
        crash(e.where());
      } catch (StoreUnavailable e) {
        backOff();
      } catch (LeaseLost e) {
        world.note("lease lost");
        loop = null;
        backOff();
      } catch (RuntimeException e) {
        // The real loop would take over anew. It must not come to that.
        throw new Violation("a turn failed inside: " + e, e);
      }
    }

    private void rest(VnodeLoop open, int handled) {
      if (handled > 0) {
        wakeWithin(world.some(Duration.ofNanos(50_000), Duration.ofMillis(3)));
        return;
      }
      open.untilNext().ifPresent(wait -> wakeWithin(wait.compareTo(NAP_MAX) > 0 ? NAP_MAX : wait));
    }

    private void backOff() {
      wakeWithin(backoff);
      var twice = backoff.multipliedBy(2);
      backoff = twice.compareTo(BACKOFF_MAX) > 0 ? BACKOFF_MAX : twice;
    }
  }

  private static final Keeper.Shelf NOTHING_LARGE =
      new Keeper.Shelf() {
        @Override
        public long bytesMax() {
          return Keeper.RECORD_BYTES_MAX;
        }

        @Override
        public Object read(String file) {
          throw new IllegalStateException("nothing was put aside");
        }

        @Override
        public String put(String folder, @Nullable Object value) {
          throw new IllegalStateException("nothing is put aside");
        }
      };

  /// Nothing here is secret.
  private static final Sealing PLAIN =
      new Sealing() {
        @Override
        public String seal(String plain) {
          return plain;
        }

        @Override
        public String open(String sealed) {
          return sealed;
        }
      };

  /// For flows without secrets and without large values.
  static final Keeping NOTHING_KEPT = new Keeping(PLAIN, NOTHING_LARGE);
}
