package io.orrery.worker;

import io.orrery.expression.ExpressionException;
import io.orrery.model.kept.Kept;
import io.orrery.model.state.State;
import io.orrery.plugin.api.Ending;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.rpc.Job;
import io.orrery.rpc.JobResult;
import io.orrery.worker.cache.OutputCache;
import io.orrery.worker.context.JobContext;
import io.orrery.worker.context.Surroundings;
import io.orrery.worker.folder.FolderCache;
import io.orrery.worker.folder.Keep;
import io.orrery.worker.folder.SetUp;
import io.orrery.worker.folder.SharedFolders;
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
  private final SharedFolders folders;

  /// How an attempt ended, before the work around it is cleared away.
  private record End(State state, Map<String, Object> outputs) {
    static End failed() {
      return new End(State.FAILED, Map.of());
    }
  }

  JobRunner(Plugins plugins, Surroundings around, Watch watch, SharedFolders folders) {
    this.plugins = plugins;
    this.around = around;
    this.watch = watch;
    this.folders = folders;
  }

  JobResult run(Running running) {
    var wanted = running.job().folder();
    if (wanted.isEmpty()) {
      return run(running, Optional.empty());
    }
    return switch (folders.enter(wanted.get())) {
      case SharedFolders.Entry.Lost() ->
          result(running, null, new End(State.RESUBMITTED, Map.of()), Optional.empty());
      case SharedFolders.Entry.Own() -> run(running, Optional.empty());
      case SharedFolders.Entry.In(var folder) -> {
        try {
          yield run(running, Optional.of(folder));
        } finally {
          folders.leave(folder);
        }
      }
    };
  }

  private JobResult run(Running running, Optional<SharedFolders.Shared> folder) {
    var context =
        JobContext.open(
            running.job(),
            around,
            folder.map(SharedFolders.Shared::path),
            () -> watch.dueIn(Watch.LOG_AGE_MAX_NANOS));
    running.opened(context);
    var end = attempt(running, folder, context);
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

  private End attempt(Running running, Optional<SharedFolders.Shared> folder, JobContext context) {
    var job = running.job();
    try {
      timeout(job, context)
          .ifPresent(
              timeout -> {
                running.timeoutIn(timeout);
                watch.dueIn(nanos(timeout));
              });
      if (job.cache().isPresent()) {
        return cached(job, running, context);
      }
      return call(task(job, folder), running, context);
    } catch (Throwable e) {
      explain(e, context);
      return End.failed();
    }
  }

  private RunnableTask<?> task(Job job, Optional<SharedFolders.Shared> folder) {
    if (folder.isPresent() && job.folder().isPresent()) {
      var cache = new FolderCache(around.storage(), around.clock(), job);
      switch (job.folder().get().use()) {
        case MAKES -> {
          return new SetUp(job.properties(), folder.get(), cache);
        }
        case KEEPS -> {
          return new Keep(job.properties(), folder.get(), cache);
        }
        case NEEDS, LIKES -> {}
      }
    }
    return plugins.task(job.type(), job.properties());
  }

  /// The outputs of an earlier run with the same rendered properties, or those of a run that is
  /// kept for the next one.
  private End cached(Job job, Running running, JobContext context) {
    var cache = OutputCache.of(job, context, around);
    var known = cache.find();
    if (known.isPresent()) {
      context
          .logger()
          .info("Not run: the outputs of {} are taken from the task cache", known.get().madeAt());
      return new End(State.SUCCESS, known.get().outputs());
    }
    var end = call(plugins.task(job.type(), job.properties()), running, context);
    // What was put aside goes with this execution: the cache must not point there.
    if (end.state() == State.SUCCESS && !Kept.holdsAside(end.outputs())) {
      cache.keep(end.outputs());
    }
    return end;
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
