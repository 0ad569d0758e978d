package io.orrery.worker;

import io.orrery.expression.ExpressionException;
import io.orrery.plugin.api.Emitter;
import io.orrery.plugin.api.Found;
import io.orrery.plugin.api.PollingTrigger;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RealtimeTrigger;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.api.Trigger;
import io.orrery.rpc.ControllerPort;
import io.orrery.rpc.TriggerJob;
import io.orrery.rpc.TriggerNews;
import io.orrery.worker.context.JobContext;
import io.orrery.worker.context.Surroundings;
import io.orrery.worker.plugin.Plugins;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One dispatch of a trigger on its way: runs the plugin, tells what comes of it.
final class TriggerRun {

  private static final Logger LOG = LoggerFactory.getLogger(TriggerRun.class);

  /// What a run works with.
  ///
  /// @param timeout of an evaluation that names none
  record Tools(
      ControllerPort controller,
      Plugins plugins,
      Surroundings around,
      Watch watch,
      Duration timeout) {}

  private final TriggerJob job;
  private final Tools tools;
  private final @Nullable TriggerRun before;
  private final Running running;
  private final Thread thread;
  private final Telling telling;
  private final CountDownLatch gone = new CountDownLatch(1);
  private final AtomicBoolean over = new AtomicBoolean();
  private Runnable whenOver = () -> {};

  /// @param before an older dispatch that must be gone first
  TriggerRun(TriggerJob job, Tools tools, @Nullable TriggerRun before) {
    this.job = job;
    this.tools = tools;
    this.before = before;
    // It may compute for long, or wait in code that holds its carrier.
    this.thread = Thread.ofPlatform().daemon().name("trigger").unstarted(this::work);
    this.running = new Running(job.job(), thread, tools.around().clock().instant());
    this.telling = new Telling(tools.controller(), job);
  }

  TriggerJob job() {
    return job;
  }

  Running running() {
    return running;
  }

  void start(Runnable whenOver) {
    this.whenOver = whenOver;
    thread.start();
  }

  /// Nobody waits for it any more.
  void stop(Running.Stop reason) {
    running.stop(reason);
    telling.stop();
  }

  /// It does not react to being stopped.
  void giveUp() {
    var context = running.context();
    if (running.stopped() instanceof Running.Stop.TimedOut(var after)) {
      tellFailure(tooLong(after) + " and does not react to being stopped", context);
    }
    if (context != null) {
      context.log().flush();
    }
    end();
  }

  private void end() {
    if (over.compareAndSet(false, true)) {
      gone.countDown();
      whenOver.run();
    }
  }

  private void work() {
    JobContext context = null;
    try {
      if (before != null) {
        before.gone.await();
      }
      context =
          JobContext.open(job, tools.around(), () -> tools.watch().dueIn(Watch.LOG_AGE_MAX_NANOS));
      running.opened(context);
      run(context);
    } catch (InterruptedException _) {
      LOG.debug("trigger {} is stopped", job.trigger());
    } finally {
      try {
        if (context != null) {
          var _ = context.close();
        }
      } catch (RuntimeException e) {
        LOG.warn("what trigger {} left behind cannot be cleared away", job.trigger(), e);
      } finally {
        end();
      }
    }
  }

  private void run(JobContext context) throws InterruptedException {
    try {
      timeout(context)
          .ifPresent(
              timeout -> {
                running.timeoutIn(timeout);
                tools.watch().dueIn(nanos(timeout));
              });
      var memory = new KeptMemory(context.opened(job.memory()));
      switch (trigger(context)) {
        case PollingTrigger<?> polling -> poll(polling, memory, context);
        case RealtimeTrigger<?> realtime -> listen(realtime, memory, context);
      }
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable e) {
      // Also errors: a plugin without one of its classes must not take the worker with it.
      tellFailure(message(e), context);
      context.logger().debug("Where it happened:", e);
    }
  }

  private Trigger<?> trigger(JobContext context) {
    var found = tools.plugins().trigger(job.job().type(), job.job().properties());
    context.logger().trace("{} of dispatch {}", job.job().type(), job.dispatch());
    return found;
  }

  private Optional<Duration> timeout(JobContext context) {
    return switch (job.mode()) {
      case POLLING ->
          job.job()
              .timeout()
              .flatMap(text -> context.render(Property.<Duration>of(text, Duration.class)))
              .or(() -> Optional.of(tools.timeout()));
      case REALTIME -> Optional.empty();
    };
  }

  private static long nanos(Duration duration) {
    return duration.compareTo(Duration.ofNanos(Long.MAX_VALUE)) < 0
        ? duration.toNanos()
        : Long.MAX_VALUE / 2;
  }

  private interface Code<T> {
    T run() throws Exception;
  }

  /// Runs code of the plugin.
  ///
  /// @return what it returned; empty when it was stopped, which is told already
  private <T> Optional<T> inPlugin(JobContext context, Code<T> code) throws Exception {
    if (!running.enterTask()) {
      stopped(running.leaveTask(), context);
      return Optional.empty();
    }
    T returned;
    try {
      returned = code.run();
    } catch (Exception | Error e) {
      var stop = running.leaveTask();
      if (stop != null) {
        stopped(stop, context);
        return Optional.empty();
      }
      if (e instanceof InterruptedException) {
        // Nobody of ours interrupted it: an error like any other, or nobody would ever hear of it.
        throw new TaskFailure("The trigger was interrupted by itself", e);
      }
      throw e;
    }
    var stop = running.leaveTask();
    if (stop != null) {
      stopped(stop, context);
      return Optional.empty();
    }
    return Optional.of(returned);
  }

  private void stopped(Running.@Nullable Stop stop, JobContext context) {
    switch (stop) {
      case Running.Stop.TimedOut(var after) -> tellFailure(tooLong(after), context);
      case Running.Stop.Killed(), Running.Stop.Closing() -> {}
      case null -> {}
    }
  }

  private static String tooLong(Duration after) {
    return "The evaluation took longer than its timeout of " + after;
  }

  private <O> void poll(PollingTrigger<O> trigger, KeptMemory memory, JobContext context)
      throws Exception {
    var found = inPlugin(context, () -> trigger.evaluate(context, memory));
    if (found.isEmpty()) {
      return;
    }
    if (found.get().size() > PollingTrigger.FOUND_MAX) {
      throw new TaskFailure(
          "one evaluation found "
              + found.get().size()
              + " things, more than "
              + PollingTrigger.FOUND_MAX);
    }
    var findings = telling.findings(found.get(), context);
    boolean believed =
        telling.tell(new TriggerNews.Answered(findings, context.memory(memory.kept())));
    if (believed && !found.get().isEmpty()) {
      taken(trigger, found.get(), context);
    }
  }

  /// The evaluation is over for everybody else: what fails now is only said.
  private <O> void taken(PollingTrigger<O> trigger, List<Found<O>> found, JobContext context)
      throws InterruptedException {
    try {
      var _ =
          inPlugin(
              context,
              () -> {
                trigger.taken(context, found);
                return "";
              });
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      context.logger().error("What was found could not be taken away from there: {}", message(e));
    }
  }

  private <O> void listen(RealtimeTrigger<O> trigger, KeptMemory memory, JobContext context)
      throws Exception {
    Emitter<O> emitter =
        new Emitter<>() {
          @Override
          public void connected() {
            telling.tellSoon(new TriggerNews.Connected());
          }

          @Override
          public void disconnected(String why) {
            var masked = context.masked(why);
            context.logger().warn("Disconnected: {}", masked);
            telling.tellSoon(new TriggerNews.Disconnected(masked));
          }

          @Override
          public void emit(List<Found<O>> found) throws InterruptedException {
            telling.emit(found, memory, context);
          }
        };
    var returned =
        inPlugin(
            context,
            () -> {
              trigger.listen(context, memory, emitter);
              return "";
            });
    if (returned.isPresent()) {
      throw new TaskFailure("The trigger stopped listening by itself");
    }
  }

  /// One line, and news; the stack trace, if it could help, at DEBUG.
  private void tellFailure(String why, @Nullable JobContext context) {
    if (running.stopped() instanceof Running.Stop.Killed
        || running.stopped() instanceof Running.Stop.Closing) {
      return;
    }
    var masked = context == null ? why : context.masked(why);
    if (context != null) {
      context.logger().warn("{}", masked);
      context.log().flush();
    }
    try {
      boolean _ = telling.tell(new TriggerNews.Failed(masked));
    } catch (InterruptedException _) {
      LOG.debug("trigger {} is stopped", job.trigger());
    }
  }

  private static String message(Throwable failure) {
    var message = failure.getMessage();
    boolean plain = failure instanceof TaskFailure || failure instanceof ExpressionException;
    return message == null || (failure instanceof Error && !plain) ? failure.toString() : message;
  }
}
