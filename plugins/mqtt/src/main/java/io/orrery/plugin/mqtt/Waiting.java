package io.orrery.plugin.mqtt;

import io.orrery.plugin.api.TaskFailure;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Answers of a client that are waited for.
final class Waiting {
  private Waiting() {}

  private static final int BRIEFLY_SECONDS = 5;

  /// @param what we do, for messages
  /// @throws TaskFailure when it fails
  static <T> T forIt(CompletableFuture<T> answer, String what) throws InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new TaskFailure("cannot " + what + ": " + Connection.why(e.getCause()), e);
    }
  }

  /// A good-bye that nobody answers is none the worse; also when the thread is interrupted.
  static void briefly(CompletableFuture<Void> answer) {
    var interrupted = Thread.interrupted();
    try {
      answer.get(BRIEFLY_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // There was no connection any more.
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
