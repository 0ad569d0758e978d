package io.orrery.simulation;

import io.orrery.controller.turn.Loops;
import io.orrery.store.vnode.VnodeStore.StoreUnavailable;
import java.time.Duration;

/// What goes wrong, drawn from the seed. Once [#stop] was called nothing does any more.
final class Faults {

  private static final Duration JUMP_FORWARD_MAX = Duration.ofMinutes(2);
  private static final Duration COMMIT_MAX = Duration.ofSeconds(3);
  private static final Duration JUMP_BACK_MAX = Duration.ofSeconds(10);

  private final World world;

  /// How often each kind strikes in this world: most seeds know only some of them.
  private final double crashBefore;

  private final double crashAfter;
  private final double lostReply;
  private final double refused;
  private final boolean slow;
  private final boolean outages;
  private final boolean jumps;
  private final boolean kills;
  private final boolean thefts;
  private final Loops.Ahead ahead;
  private final long sourcesMax;
  private boolean stopped;
  private boolean storeDown;
  private Runnable killProcess = () -> {};
  private Runnable stealLease = () -> {};

  Faults(World world) {
    this.world = world;
    crashBefore = world.chance(0.5) ? 0.01 : 0;
    crashAfter = world.chance(0.5) ? 0.01 : 0;
    lostReply = world.chance(0.4) ? 0.01 : 0;
    refused = world.chance(0.4) ? 0.01 : 0;
    slow = world.chance(0.3);
    outages = world.chance(0.5);
    jumps = world.chance(0.4);
    kills = world.chance(0.5);
    thefts = world.chance(0.3);
    ahead =
        world.chance(0.3)
            ? Loops.Ahead.USUAL
            : new Loops.Ahead(Duration.ofSeconds(world.between(1, 8)), world.between(1, 3));
    sourcesMax = world.chance(0.5) ? Long.MAX_VALUE : world.between(1, 6_000);
  }

  /// How far schedules are in memory: in most worlds hardly any is.
  Loops.Ahead ahead() {
    return ahead;
  }

  /// How much of the flows is: in some worlds hardly any.
  long sourcesMax() {
    return sourcesMax;
  }

  /// Begins to strike.
  ///
  /// @param killProcess ends the controller at a moment of no importance
  /// @param stealLease another node claims the vnodes for a while
  void start(Runnable killProcess, Runnable stealLease) {
    this.killProcess = killProcess;
    this.stealLease = stealLease;
    if (outages) {
      outage();
    }
    if (jumps) {
      jump();
    }
    if (kills) {
      kill();
    }
    if (thefts) {
      steal();
    }
  }

  void stop() {
    stopped = true;
    storeDown = false;
    world.note("faults stop");
  }

  private void outage() {
    world.after(
        world.some(Duration.ofSeconds(2), Duration.ofSeconds(60)),
        "the store goes away",
        () -> {
          if (stopped) {
            return;
          }
          storeDown = true;
          world.after(
              world.some(Duration.ofMillis(20), Duration.ofSeconds(15)),
              "the store is back",
              () -> {
                storeDown = false;
                outage();
              });
        });
  }

  private void jump() {
    world.after(
        world.some(Duration.ofSeconds(3), Duration.ofSeconds(60)),
        "time for a clock jump",
        () -> {
          if (stopped) {
            return;
          }
          world.jump(
              world.chance(0.5)
                  ? world.some(Duration.ofMillis(1), JUMP_FORWARD_MAX)
                  : world.some(Duration.ofMillis(1), JUMP_BACK_MAX).negated());
          jump();
        });
  }

  private void kill() {
    world.after(
        world.some(Duration.ofSeconds(2), Duration.ofSeconds(90)),
        "kill -9",
        () -> {
          if (!stopped) {
            killProcess.run();
            kill();
          }
        });
  }

  private void steal() {
    world.after(
        world.some(Duration.ofSeconds(5), Duration.ofSeconds(60)),
        "another node wants the vnodes",
        () -> {
          if (!stopped) {
            stealLease.run();
            steal();
          }
        });
  }

  /// Whether a thread is held up for a while.
  boolean stall() {
    return !stopped && world.chance(0.01);
  }

  /// @throws StoreUnavailable while the store is away
  void touch() {
    if (storeDown) {
      throw gone("is away");
    }
  }

  /// @throws Crash at times
  void beforeCommit() {
    touch();
    if (!stopped && world.chance(crashBefore)) {
      throw new Crash("before a commit");
    }
    if (!stopped && world.chance(refused)) {
      throw gone("did not commit");
    }
    if (!stopped && slow && world.chance(0.1)) {
      world.pass(world.some(Duration.ofMillis(1), COMMIT_MAX));
    }
  }

  /// @throws Crash or [StoreUnavailable] at times, though everything is written
  void afterCommit() {
    if (!stopped && world.chance(crashAfter)) {
      throw new Crash("after a commit");
    }
    if (!stopped && world.chance(lostReply)) {
      throw gone("committed and its reply was lost");
    }
  }

  private StoreUnavailable gone(String how) {
    world.note("the store " + how);
    return new StoreUnavailable("the store " + how, new IllegalStateException("simulated"));
  }
}
