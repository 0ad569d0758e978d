package io.orrery.testing;

import io.orrery.plugin.api.RealtimeTrigger;
import io.orrery.plugin.api.RunContext;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/// A realtime trigger that listens on a thread of its own until it is closed.
public final class Listening implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 60;

  private final FutureTask<Void> task;
  private final Thread thread;

  private Listening(FutureTask<Void> task) {
    this.task = task;
    this.thread = Thread.ofPlatform().name("listening").start(task);
  }

  public static <O> Listening start(
      RealtimeTrigger<O> trigger, RunContext context, TestMemory memory, Emitted<O> emitter) {
    return new Listening(
        new FutureTask<>(
            () -> {
              trigger.listen(context, memory, emitter);
              return null;
            }));
  }

  /// Waits until it ended by itself, however it ended.
  public void awaitEnd() throws Exception {
    try {
      task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (java.util.concurrent.ExecutionException e) {
      if (!(e.getCause() instanceof InterruptedException)) {
        throw e;
      }
    }
  }

  /// Tells it to stop, and waits until it did.
  @Override
  public void close() {
    thread.interrupt();
    try {
      if (!thread.join(java.time.Duration.ofSeconds(PATIENCE_SECONDS))) {
        throw new AssertionError("the trigger does not stop when it is interrupted");
      }
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted while the trigger stops", e);
    }
  }
}
