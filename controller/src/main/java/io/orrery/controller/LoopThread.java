package io.orrery.controller;

import io.orrery.controller.turn.VnodeLoop;
import io.orrery.store.vnode.VnodeStore.LeaseLost;
import io.orrery.store.vnode.VnodeStore.StoreUnavailable;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The one thread of a loop: a turn as soon as there is something to do, asleep otherwise. It ends
/// only when it is closed.
final class LoopThread implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LoopThread.class);
  private static final Duration BACKOFF_FIRST = Duration.ofMillis(50);
  private static final Duration BACKOFF_MAX = Duration.ofSeconds(5);
  private static final Duration CLOSE_MAX = Duration.ofSeconds(30);

  /// A clock may jump: due timers are looked for at least this often while any is armed.
  private static final Duration NAP_MAX = Duration.ofSeconds(1);

  private final Supplier<VnodeLoop> owned;
  private final Thread thread;
  private volatile boolean closing;

  /// @param owned claims the vnodes and takes over what is unfinished; called at the start and
  ///   after each loss
  LoopThread(Supplier<VnodeLoop> owned) {
    this.owned = owned;
    // A platform thread: the commit is native code, which would pin a carrier.
    this.thread = Thread.ofPlatform().name("vnodes").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /// Something is there to be done. Any thread calls it.
  void ring() {
    LockSupport.unpark(thread);
  }

  private void run() {
    var backoff = BACKOFF_FIRST;
    VnodeLoop loop = null;
    while (!closing) {
      try {
        if (loop == null) {
          loop = owned.get();
        }
        if (loop.turn() == 0 && !closing) {
          rest(loop);
        }
        backoff = BACKOFF_FIRST;
      } catch (StoreUnavailable e) {
        log.warn("the database does not answer; trying again in {}", backoff, e);
        pause(backoff);
        backoff =
            backoff.multipliedBy(2).compareTo(BACKOFF_MAX) > 0
                ? BACKOFF_MAX
                : backoff.multipliedBy(2);
      } catch (LeaseLost e) {
        log.warn("another node owns the vnodes; claiming what is free", e);
        loop = null;
        pause(backoff);
      } catch (RuntimeException e) {
        // A fault of ours: what memory holds is not to be trusted. The rows are.
        log.error("a turn failed inside; taking over anew from the database", e);
        loop = null;
        pause(backoff);
      }
    }
  }

  private static void rest(VnodeLoop loop) {
    var wait = loop.untilNext();
    if (wait.isEmpty()) {
      LockSupport.park();
    } else if (!wait.get().isZero()) {
      pause(wait.get().compareTo(NAP_MAX) > 0 ? NAP_MAX : wait.get());
    }
  }

  private static void pause(Duration time) {
    LockSupport.parkNanos(time.toNanos());
  }

  @Override
  public void close() {
    closing = true;
    ring();
    try {
      if (!thread.join(CLOSE_MAX)) {
        log.warn("the vnodes' thread is still busy after {}; leaving it", CLOSE_MAX);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
