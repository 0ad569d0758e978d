package io.orrery.worker;

import io.orrery.expression.Templates;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import io.orrery.rpc.ControllerPort;
import io.orrery.rpc.Job;
import io.orrery.rpc.SharedFolder;
import io.orrery.rpc.TriggerJob;
import io.orrery.rpc.WorkerPort;
import io.orrery.storage.InternalStorage;
import io.orrery.worker.context.LocalFiles;
import io.orrery.worker.context.Secrets;
import io.orrery.worker.context.Sources;
import io.orrery.worker.context.Surroundings;
import io.orrery.worker.context.TemplateCache;
import io.orrery.worker.folder.SharedFolders;
import io.orrery.worker.plugin.Plugins;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs the jobs of a controller.
///
/// A job keeps its permit until its result is on its way. A job that is offered again while it
/// runs, or while its result waits to be taken, is not run again: the result goes out under the
/// newer epoch.
public final class Worker implements WorkerPort, AutoCloseable {

  private static final Duration RESULTS_WAIT_MAX = Duration.ofSeconds(5);
  private static final String THREAD = "task";
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

  /// What a worker is made of besides its configuration.
  public record Parts(
      ControllerPort controller,
      Plugins plugins,
      Templates templates,
      InternalStorage storage,
      LocalFiles localFiles,
      Secrets secrets,
      InstantSource clock) {

    Sources sources() {
      return new Sources(controller, storage, localFiles, secrets, clock);
    }
  }

  private final ControllerPort controller;
  private final Plugins plugins;
  private final InstantSource clock;
  private final int permits;
  private final Duration killGrace;
  private final Map<AttemptKey, Running> running = new ConcurrentHashMap<>();
  private final AtomicInteger taken = new AtomicInteger();
  private final ResultSender results;
  private final Watch watch;
  private final SharedFolders folders;
  private final JobRunner runner;
  private final TriggerRuns triggers;

  /// Nothing new is begun any more; `closing`: nothing goes on either.
  private volatile boolean stopping;

  private volatile boolean closing;
  private volatile boolean hurried;

  public Worker(WorkerConfig config, Parts parts) {
    this.controller = parts.controller();
    this.plugins = parts.plugins();
    this.clock = parts.clock();
    this.permits = config.permits();
    this.killGrace = config.killGrace();
    this.results = new ResultSender(controller, controller::permitsFreed);
    this.watch = new Watch(running.values(), controller, killGrace, this::giveUp);
    this.folders = SharedFolders.open(config.folder(), clock);
    var around =
        new Surroundings(
            parts.sources(),
            config.valueMaxBytes(),
            parts.plugins(),
            new TemplateCache(parts.templates()),
            config.folder(),
            killGrace,
            config.variables());
    this.runner = new JobRunner(parts.plugins(), around, watch, folders);
    this.triggers = new TriggerRuns(config, controller, plugins, around);
    watch.start();
  }

  @Override
  public int permits() {
    return stopping ? 0 : permitsForBegun();
  }

  @Override
  public int permitsForBegun() {
    return closing || results.full() ? 0 : Math.max(0, permits - taken.get());
  }

  @Override
  public boolean offer(Job job) {
    var key = AttemptKey.of(job);
    var known = running.get(key);
    if (known != null) {
      known.seenWithEpoch(job.epoch());
      return true;
    }
    if (results.sendAgain(key, job.epoch())) {
      return true;
    }
    if (!begins(job) || results.full() || !takePermit()) {
      return false;
    }
    var thread = threadFor(job).unstarted(() -> work(key));
    var mine = new Running(job, thread, clock.instant());
    if (running.putIfAbsent(key, mine) != null) {
      releasePermit();
      return true;
    }
    if (!begins(job)) { // it was told to stop meanwhile, and may not have seen this one
      running.remove(key, mine);
      releasePermit();
      return false;
    }
    thread.start();
    watch.dueIn(Watch.NOTICE_AFTER_NANOS);
    return true;
  }

  private boolean begins(Job job) {
    return !closing
        && (!stopping || job.folder().filter(it -> it.use() != SharedFolder.Use.MAKES).isPresent());
  }

  /// A task that computes for long would keep a carrier of virtual threads from everybody else in
  /// the process, so only those that promise not to run on one.
  private Thread.Builder threadFor(Job job) {
    return plugins.isLight(job.type())
        ? Thread.ofVirtual().name(THREAD)
        : Thread.ofPlatform().daemon().name(THREAD);
  }

  private boolean takePermit() {
    for (int now = taken.get(); now < permits; now = taken.get()) {
      if (taken.compareAndSet(now, now + 1)) {
        return true;
      }
    }
    return false;
  }

  private void releasePermit() {
    if (taken.getAndDecrement() == permits && !closing) {
      controller.permitsFreed();
    }
  }

  @Override
  public void kill(TaskRunId taskRun, int attempt) {
    var job = running.get(new AttemptKey(taskRun, attempt));
    if (job != null) {
      job.stop(new Running.Stop.Killed());
      watch.dueIn(killGrace.toNanos());
    }
  }

  @Override
  public void release(TaskRunId workingDirectory) {
    folders.release(workingDirectory);
  }

  @Override
  public boolean evaluate(TriggerJob job) {
    return triggers.offer(job);
  }

  @Override
  public void stopTrigger(TriggerId trigger, long dispatch) {
    triggers.stop(trigger, dispatch);
  }

  private void work(AttemptKey key) {
    var job = running.get(key);
    if (job == null) {
      throw new IllegalStateException(key + " was started but is not known");
    }
    var result = runner.run(job);
    if (job.takeEnd()) {
      finish(key, job, result);
    }
  }

  private void giveUp(Running job) {
    var stop = job.stopped();
    if (stop != null && job.takeEnd()) {
      LOG.warn(
          "{} does not react to being stopped; its thread is left to itself", job.job().taskRun());
      finish(AttemptKey.of(job.job()), job, runner.givenUp(job, stop));
    }
  }

  private void finish(AttemptKey key, Running job, io.orrery.rpc.JobResult result) {
    try {
      // When the worker closes nobody may believe that the task failed: it is dispatched again.
      if (!(job.stopped() instanceof Running.Stop.Closing)) {
        results.send(result);
      }
    } finally {
      running.remove(key, job);
      releasePermit();
    }
  }

  /// Begins nothing new, lets what is under way finish, and waits until its results were taken, for
  /// `atMost` or until [#hurry]. A WorkingDirectory that has begun is finished as a whole; triggers
  /// are told to stop, since they look again at the next start.
  ///
  /// @return how many jobs are left
  public int drain(Duration atMost) throws InterruptedException {
    stopping = true;
    triggers.stopAll();
    long deadline = System.nanoTime() + atMost.toNanos();
    while (busy() && !hurried && System.nanoTime() < deadline) {
      Waiting.aMoment();
    }
    return running.size();
  }

  private boolean busy() {
    return !running.isEmpty() || folders.anyOpen() || results.anyWaiting();
  }

  /// How many jobs are under way.
  public int underWay() {
    return running.size();
  }

  /// Ends a [#drain], also one that is yet to come. Any thread calls it.
  public void hurry() {
    hurried = true;
  }

  /// Stops what runs without a result, so that it is dispatched again, and waits a while for
  /// results to be taken that are on their way.
  @Override
  public void close() {
    stopping = true;
    closing = true;
    triggers.close();
    running.values().forEach(job -> job.stop(new Running.Stop.Closing()));
    watch.dueIn(killGrace.toNanos());
    try {
      awaitNone(Running.giveUpAfter(killGrace).plusSeconds(1));
      if (!results.drain(RESULTS_WAIT_MAX)) {
        LOG.warn("Some results were not taken in time; their jobs will run again");
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      results.close();
      watch.close();
      folders.close();
    }
  }

  private void awaitNone(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!running.isEmpty() && System.nanoTime() < deadline) {
      Waiting.aMoment();
    }
  }
}
