package io.orrery.worker;

import io.orrery.model.id.ExecutionIds;
import io.orrery.plugin.api.Found;
import io.orrery.rpc.ControllerPort;
import io.orrery.rpc.TriggerJob;
import io.orrery.rpc.TriggerNews;
import io.orrery.rpc.TriggerNews.Finding;
import io.orrery.worker.context.JobContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells the controller of one dispatch of a trigger, each piece until it is committed. Safe for
/// many threads.
final class Telling {

  private static final Logger LOG = LoggerFactory.getLogger(Telling.class);
  private static final long DELAY_MIN_MS = 50;
  private static final long DELAY_MAX_MS = 10_000;

  private final ControllerPort controller;
  private final TriggerJob job;
  private final CompletableFuture<Boolean> stopped = new CompletableFuture<>();

  /// How many things were found so far: numbers the next one. Guarded by this.
  private long found;

  Telling(ControllerPort controller, TriggerJob job) {
    this.controller = controller;
    this.job = job;
  }

  /// Whoever waits here goes on, and what is told from now on is nobody's business.
  void stop() {
    stopped.complete(false);
  }

  /// As they go into news.
  synchronized <O> List<Finding> findings(List<Found<O>> some, JobContext context) {
    var findings = new ArrayList<Finding>();
    for (var one : some) {
      long number = found++;
      var execution =
          one.key()
              .map(key -> ExecutionIds.found(job.trigger(), key))
              .orElseGet(
                  () ->
                      ExecutionIds.found(
                          job.trigger(), job.dispatch(), job.dispatchedAt(), number));
      findings.add(new Finding(execution, context.found(one.output(), execution)));
    }
    return findings;
  }

  /// One emit at a time, so that what is kept belongs to it.
  synchronized <O> void emit(List<Found<O>> some, KeptMemory memory, JobContext context)
      throws InterruptedException {
    if (some.isEmpty()) {
      return;
    }
    var heard = new TriggerNews.Heard(findings(some, context), context.memory(memory.kept()));
    if (!tell(heard)) {
      stop(); // a later dispatch took its place
      throw new InterruptedException("the trigger is to stop");
    }
  }

  /// Without waiting for it: losing it loses nothing but what people see for a while.
  void tellSoon(TriggerNews.What what) {
    var _ =
        send(what)
            .exceptionally(
                e -> {
                  LOG.debug("news of trigger {} was not taken", job.trigger(), e);
                  return false;
                });
  }

  /// @return whether it was believed; false also when the trigger is stopped meanwhile
  boolean tell(TriggerNews.What what) throws InterruptedException {
    for (long delay = DELAY_MIN_MS; !stopped.isDone(); delay = Math.min(DELAY_MAX_MS, 2 * delay)) {
      try {
        return (Boolean) CompletableFuture.anyOf(send(what).toCompletableFuture(), stopped).get();
      } catch (ExecutionException e) {
        LOG.info(
            "news of trigger {} was not taken ({}); sent again in {} ms",
            job.trigger(),
            e.getCause(),
            delay);
      }
      waitFor(delay);
    }
    return false;
  }

  private void waitFor(long delayMs) throws InterruptedException {
    try {
      boolean _ = stopped.get(delayMs, TimeUnit.MILLISECONDS);
    } catch (TimeoutException _) {
      LOG.trace("news of trigger {} is sent again", job.trigger());
    } catch (ExecutionException e) {
      throw new IllegalStateException("never completed so", e);
    }
  }

  private CompletionStage<Boolean> send(TriggerNews.What what) {
    try {
      return controller.told(
          new TriggerNews(job.trigger(), job.job().revision(), job.dispatch(), what));
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
