package io.orrery.worker;

import io.orrery.rpc.ControllerPort;
import io.orrery.rpc.TriggerJob;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks after running jobs: timeouts, the grace after a stop, the notice that a job is under way,
/// and log lines that wait. Sleeps without a time limit when there is nothing to look after.
///
/// A platform thread: it must run also when tasks keep all carriers of virtual threads busy. It
/// never waits for anybody: what may block runs on a thread of its own.
final class Watch implements AutoCloseable {

  static final long NOTICE_AFTER_NANOS = Duration.ofMillis(50).toNanos();
  static final long LOG_AGE_MAX_NANOS = Duration.ofMillis(100).toNanos();

  private static final Logger LOG = LoggerFactory.getLogger(Watch.class);

  private final Collection<Running> running;
  private final ControllerPort controller;
  private final Duration grace;
  private final Consumer<Running> giveUp;
  private final Thread thread;
  private final long originNanos = System.nanoTime();

  /// When it will look next by itself, in nanoseconds since the origin. While it looks it is MAX,
  /// so that whoever has news wakes it and no news is lost between looking and sleeping.
  private volatile long wakeAt = Long.MAX_VALUE;

  private volatile boolean closed;

  Watch(
      Collection<Running> running,
      ControllerPort controller,
      Duration grace,
      Consumer<Running> giveUp) {
    this.running = running;
    this.controller = controller;
    this.grace = grace;
    this.giveUp = giveUp;
    this.thread = Thread.ofPlatform().daemon().name("worker-watch").unstarted(this::watch);
  }

  void start() {
    thread.start();
  }

  /// Something will be due in `nanos`.
  void dueIn(long nanos) {
    if (System.nanoTime() - originNanos + nanos < wakeAt) {
      LockSupport.unpark(thread);
    }
  }

  private void watch() {
    while (!closed) {
      wakeAt = Long.MAX_VALUE;
      long next = Long.MAX_VALUE;
      for (var job : running) {
        next = Math.min(next, look(job));
      }
      if (next == Long.MAX_VALUE) {
        LockSupport.park(this);
      } else {
        wakeAt = System.nanoTime() - originNanos + next;
        LockSupport.parkNanos(this, next);
      }
    }
  }

  /// @return nanoseconds until it must be looked at again
  private long look(Running job) {
    switch (job.due(NOTICE_AFTER_NANOS, grace)) {
      case NOTHING -> {}
      case NOTICE -> aside(() -> notice(job));
      case END_PROCESSES -> aside(() -> endProcesses(job));
      case GIVE_UP -> {
        if (!job.ended()) {
          aside(() -> giveUp.accept(job));
        }
        return Long.MAX_VALUE;
      }
    }
    var context = job.context();
    long log = context == null ? Long.MAX_VALUE : context.log().dueIn(LOG_AGE_MAX_NANOS);
    if (context != null && log == 0) {
      aside(() -> context.log().flush());
      log = LOG_AGE_MAX_NANOS;
    }
    return Math.min(log, job.nextIn(NOTICE_AFTER_NANOS, grace));
  }

  private void notice(Running job) {
    var sent = job.job();
    if (sent.taskRun().seq() == TriggerJob.SEQ) {
      return; // a trigger's: there is no task run to show
    }
    controller.started(sent.taskRun(), sent.attempt(), job.epoch(), job.startedAt());
  }

  private static void endProcesses(Running job) {
    var context = job.context();
    if (context != null) {
      context.endProcesses();
    }
  }

  private static void aside(Runnable work) {
    Thread.startVirtualThread(
        () -> {
          try {
            work.run();
          } catch (RuntimeException e) {
            LOG.warn("Looking after a job failed; the job goes on", e);
          }
        });
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
