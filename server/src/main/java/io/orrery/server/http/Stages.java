package io.orrery.server.http;

import io.orrery.controller.Orchestrator.Refused;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Waits for what the controller promised.
public final class Stages {
  private static final long SECONDS_MAX = 60;

  private Stages() {}

  /// Whether it could be done as things stood by then: of many, one that has changed meanwhile does
  /// not stop the others.
  public static boolean done(CompletionStage<?> stage) throws InterruptedException {
    try {
      var _ = await(stage);
      return true;
    } catch (Refused _) {
      return false;
    }
  }

  /// The value of `stage`; its failure is thrown as it is.
  public static <T> T await(CompletionStage<T> stage) throws InterruptedException {
    try {
      return stage.toCompletableFuture().get(SECONDS_MAX, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } catch (TimeoutException _) {
      throw Fault.of(
              503,
              "Service Unavailable: no answer within "
                  + SECONDS_MAX
                  + " s; whether the request was carried out is not known")
          .header("Retry-After", "5");
    }
  }
}
