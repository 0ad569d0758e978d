package io.orrery.worker;

import io.orrery.expression.ExpressionException;
import io.orrery.model.state.State;
import io.orrery.plugin.api.Ending;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.rpc.Job;
import io.orrery.rpc.JobResult;
import io.orrery.worker.context.JobContext;
import io.orrery.worker.context.Surroundings;
import io.orrery.worker.plugin.Plugins;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs one job to its end, whatever the task does: every way out of it is a result.
final class JobRunner {

  private static final Logger LOG = LoggerFactory.getLogger(JobRunner.class);

  private final Plugins plugins;
  private final Surroundings around;
  private final Watch watch;

  /// How an attempt ended, before the work around it is cleared away.
  private record End(State state, Map<String, Object> outputs) {
    static End failed() {
      return new End(State.FAILED, Map.of());
    }
  }

  JobRunner(Plugins plugins, Surroundings around, Watch watch) {
    this.plugins = plugins;
    this.around = around;
    this.watch = watch;
  }

  JobResult run(Running running) {
    var context =
        JobContext.open(running.job(), around, () -> watch.dueIn(Watch.LOG_AGE_MAX_NANOS));
    running.opened(context);
    var end = attempt(running, context);
    Optional<URI> logFile = Optional.empty();
    try {
      logFile = context.close();
    } catch (RuntimeException e) {
      LOG.warn("What {} left behind cannot be cleared away", running.job().taskRun(), e);
    }
    return result(running, context, end, logFile);
  }

  /// The result of a job that does not react: its thread is left to itself.
  JobResult givenUp(Running running, Running.Stop stop) {
    var context = running.context();
    var state = stop instanceof Running.Stop.Killed ? State.KILLED : State.FAILED;
    if (context != null) {
      context.logger().error("The task did not react to being stopped and was given up");
      stopped(stop, context, Map.of());
      context.log().flush();
    }
    return result(running, context, new End(state, Map.of()), Optional.empty());
  }

  private JobResult result(
      Running running, @Nullable JobContext context, End end, Optional<URI> logFile) {
    var job = running.job();
    return new JobResult(
        job.taskRun(),
        job.attempt(),
        running.epoch(),
        end.state(),
        end.outputs(),
        running.startedAt(),
        around.clock().instant(),
        logFile.map(URI::toString),
        context == null ? java.util.List.of() : context.metrics());
  }

  private End attempt(Running running, JobContext context) {
    var job = running.job();
    try {
      timeout(job, context)
          .ifPresent(
              timeout -> {
                running.timeoutIn(timeout);
                watch.dueIn(nanos(timeout));
              });
      var task = plugins.task(job.type(), job.properties());
      return call(task, running, context);
    } catch (Throwable e) {
      explain(e, context);
      return End.failed();
    }
  }

  private static Optional<Duration> timeout(Job job, JobContext context) {
    return job.timeout()
        .flatMap(text -> context.render(Property.<Duration>of(text, Duration.class)));
  }

  private static long nanos(Duration duration) {
    return duration.compareTo(Duration.ofNanos(Long.MAX_VALUE)) < 0
        ? duration.toNanos()
        : Long.MAX_VALUE / 2;
  }

  private static End call(RunnableTask<?> task, Running running, JobContext context) {
    if (!running.enterTask()) {
      var stop = running.leaveTask();
      return stopped(stop == null ? new Running.Stop.Killed() : stop, context, Map.of());
    }
    Object returned = null;
    Throwable failure = null;
    try {
      returned = task.run(context);
    } catch (Throwable e) {
      // Also errors: a plugin without one of its classes must not take the worker with it.
      failure = e;
    }
    var stop = running.leaveTask();
    if (stop != null) {
      return stopped(
          stop, context, failure == null ? context.outputs(returned) : outputsOf(failure, context));
    }
    if (failure != null) {
      explain(failure, context);
      return new End(State.FAILED, outputsOf(failure, context));
    }
    return new End(state(returned), context.outputs(returned));
  }

  private static State state(@Nullable Object returned) {
    return returned instanceof Ending ending && ending.ending() == Ending.State.WARNING
        ? State.WARNING
        : State.SUCCESS;
  }

  private static Map<String, Object> outputsOf(Throwable failure, JobContext context) {
    return failure instanceof TaskFailure told ? context.outputs(told.outputs()) : Map.of();
  }

  private static End stopped(Running.Stop stop, JobContext context, Map<String, Object> outputs) {
    return switch (stop) {
      case Running.Stop.Killed() -> {
        context.logger().warn("Killed");
        yield new End(State.KILLED, outputs);
      }
      case Running.Stop.TimedOut(var after) -> {
        context.logger().error("Timeout after {}", after);
        yield new End(State.FAILED, outputs);
      }
      case Running.Stop.Closing() -> new End(State.FAILED, outputs);
    };
  }

  /// One ERROR line that says what went wrong; the stack trace, if it could help, at DEBUG.
  private static void explain(Throwable failure, JobContext context) {
    var log = context.logger();
    var message = failure.getMessage();
    if (failure instanceof TaskFailure || failure instanceof ExpressionException) {
      log.error("{}", message);
      return;
    }
    log.error("{}", message == null || failure instanceof Error ? failure.toString() : message);
    log.debug("Where it happened:", failure);
  }
}
