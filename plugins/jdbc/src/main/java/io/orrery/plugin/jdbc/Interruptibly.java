package io.orrery.plugin.jdbc;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Work that no interrupt reaches, as that of a driver in a native call or on a socket: done by a
/// thread of its own, while the caller waits and hears of interrupts.
final class Interruptibly {
  private Interruptibly() {}

  private static final int GRACE_SECONDS = 10;

  /// How work is told to stop.
  interface Stop {
    /// Asks it to.
    void gently();

    /// Takes away what it works with.
    void hard();
  }

  /// Does the work to its end, however it ends.
  ///
  /// @throws InterruptedException when the caller was interrupted; the work was told to stop then
  static <T> T run(Callable<T> work, Stop stop) throws Exception {
    var task = new FutureTask<>(work);
    Thread.ofPlatform().daemon().name("jdbc").start(task);
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw thrown(e);
    } catch (InterruptedException e) {
      stop.gently();
      if (!ends(task)) {
        stop.hard();
        ends(task);
      }
      throw e;
    }
  }

  private static boolean ends(FutureTask<?> task) throws InterruptedException {
    try {
      task.get(GRACE_SECONDS, TimeUnit.SECONDS);
      return true;
    } catch (ExecutionException e) {
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  private static Exception thrown(ExecutionException e) {
    return switch (e.getCause()) {
      case Exception cause -> cause;
      case Error error -> throw error;
      case null, default -> e;
    };
  }
}
