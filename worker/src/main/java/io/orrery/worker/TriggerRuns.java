package io.orrery.worker;

import io.orrery.model.id.TriggerId;
import io.orrery.rpc.ControllerPort;
import io.orrery.rpc.TriggerJob;
import io.orrery.rpc.TriggerJob.Mode;
import io.orrery.worker.context.Surroundings;
import io.orrery.worker.plugin.Plugins;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Triggers under way on this worker: one dispatch of each at a time.
///
/// They have limits of their own, so that neither do tasks that fill the worker keep triggers from
/// looking, nor triggers that wait for an answer keep tasks from running.
final class TriggerRuns implements AutoCloseable {

  /// Evaluations at once: one waits for an answer most of the time.
  static final int EVALUATIONS_MAX = 256;

  static final int LISTENERS_MAX = 4_096;

  private static final Logger LOG = LoggerFactory.getLogger(TriggerRuns.class);

  private final ControllerPort controller;
  private final Plugins plugins;
  private final Surroundings around;
  private final Duration killGrace;
  private final Duration timeout;
  private final Map<TriggerId, TriggerRun> running = new ConcurrentHashMap<>();
  private final Map<Running, TriggerRun> watched = new ConcurrentHashMap<>();
  private final AtomicInteger evaluations = new AtomicInteger();
  private final AtomicInteger listeners = new AtomicInteger();
  private final Watch watch;
  private volatile boolean closing;

  TriggerRuns(
      WorkerConfig config, ControllerPort controller, Plugins plugins, Surroundings around) {
    this.controller = controller;
    this.plugins = plugins;
    this.around = around;
    this.killGrace = config.killGrace();
    this.timeout = config.evaluationTimeout();
    this.watch = new Watch(watched.keySet(), controller, killGrace, this::giveUp);
    watch.start();
  }

  synchronized boolean offer(TriggerJob job) {
    var before = running.get(job.trigger());
    // One that was told to stop may be of a trigger that was forgotten, and counted from 1 again.
    boolean lives = before != null && before.running().stopped() == null;
    if (before != null && lives && before.job().dispatch() >= job.dispatch()) {
      return true;
    }
    if (closing || !take(job.mode())) {
      return false;
    }
    if (before != null) {
      before.stop(new Running.Stop.Killed());
      watch.dueIn(killGrace.toNanos());
    }
    var run =
        new TriggerRun(
            job, new TriggerRun.Tools(controller, plugins, around, watch, timeout), before);
    running.put(job.trigger(), run);
    watched.put(run.running(), run);
    run.start(() -> over(run));
    return true;
  }

  private boolean take(Mode mode) {
    var taken = count(mode);
    int max = max(mode);
    for (int now = taken.get(); now < max; now = taken.get()) {
      if (taken.compareAndSet(now, now + 1)) {
        return true;
      }
    }
    return false;
  }

  private AtomicInteger count(Mode mode) {
    return switch (mode) {
      case POLLING -> evaluations;
      case REALTIME -> listeners;
    };
  }

  private static int max(Mode mode) {
    return switch (mode) {
      case POLLING -> EVALUATIONS_MAX;
      case REALTIME -> LISTENERS_MAX;
    };
  }

  private void over(TriggerRun run) {
    watched.remove(run.running());
    running.remove(run.job().trigger(), run);
    var mode = run.job().mode();
    if (count(mode).getAndDecrement() == max(mode) && !closing) {
      controller.permitsFreed();
    }
  }

  void stop(TriggerId trigger, long dispatch) {
    var run = running.get(trigger);
    if (run != null && run.job().dispatch() <= dispatch) {
      run.stop(new Running.Stop.Killed());
      watch.dueIn(killGrace.toNanos());
    }
  }

  private void giveUp(Running job) {
    var run = watched.get(job);
    if (run != null) {
      LOG.warn(
          "trigger {} does not react to being stopped; its thread is left to itself",
          run.job().trigger());
      run.giveUp();
    }
  }

  /// Takes nothing more, and stops what is under way without news of it: it is dispatched again at
  /// the next start.
  synchronized void stopAll() {
    closing = true;
    running.values().forEach(run -> run.stop(new Running.Stop.Closing()));
    watch.dueIn(killGrace.toNanos());
  }

  @Override
  public void close() {
    stopAll();
    long deadline = System.nanoTime() + Running.giveUpAfter(killGrace).plusSeconds(1).toNanos();
    try {
      while (!running.isEmpty() && System.nanoTime() < deadline) {
        Waiting.aMoment();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      watch.close();
    }
  }
}
