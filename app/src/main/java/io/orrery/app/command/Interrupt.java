package io.orrery.app.command;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What Ctrl-C does while a command runs: it asks for the end, waits until the command has tidied
/// up, and then lets the process go (with exit code 130, which the JVM sees to). A second one asks
/// for haste.
final class Interrupt implements AutoCloseable {

  /// Long enough for processes to be killed and the end to be written.
  static final Duration TIDYING_MAX = Duration.ofSeconds(15);

  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook;
  private Duration waitMax = TIDYING_MAX;
  private @Nullable Runnable ask;
  private Runnable hasten = () -> {};
  private boolean asked;

  private Interrupt(PrintStream err) {
    hook = new Thread(() -> stop(err), "interrupt");
  }

  static Interrupt watch(PrintStream err) {
    var interrupt = new Interrupt(err);
    Runtime.getRuntime().addShutdownHook(interrupt.hook);
    return interrupt;
  }

  /// Says how to end what is running now; done at once when Ctrl-C came before.
  ///
  /// @param how must not block
  synchronized void endsBy(Runnable how) {
    ask = how;
    if (asked) {
      how.run();
    }
  }

  /// Says what a second Ctrl-C does, and how long the end may take without one.
  ///
  /// @param how must not block
  synchronized void hastensBy(Runnable how, Duration atMost) {
    hasten = how;
    waitMax = atMost;
  }

  private synchronized Duration ask() {
    asked = true;
    Signals.handleBy(this::hasten);
    if (ask != null) {
      ask.run();
    }
    return waitMax;
  }

  private synchronized void hasten() {
    hasten.run();
  }

  private void stop(PrintStream err) {
    var atMost = ask();
    try {
      if (!over.await(atMost.toSeconds(), TimeUnit.SECONDS)) {
        err.println("orrery: it did not end in time; leaving it");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// The command has tidied up.
  @Override
  public void close() {
    over.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException alreadyStopping) {
      // The hook is running and has just been told to go on.
      return;
    }
  }
}
