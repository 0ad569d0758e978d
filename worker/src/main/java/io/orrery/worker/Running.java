package io.orrery.worker;

import io.orrery.rpc.Job;
import io.orrery.worker.context.JobContext;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// One job under way, as the threads around it see it: its own, the watch, and whoever kills it.
///
/// Why it should stop is decided once: a kill and a timeout that race end as whichever came first.
/// An interrupt reaches only the task's code, never the work around it.
final class Running {

  /// Why a task was told to stop.
  sealed interface Stop {
    record Killed() implements Stop {}

    record TimedOut(Duration after) implements Stop {}

    /// The worker itself closes: nobody waits for a result.
    record Closing() implements Stop {}
  }

  private static final long NEVER = Long.MAX_VALUE;

  /// Ending processes takes a while on a busy machine, also after their grace.
  private static final Duration CLEARING_AWAY = Duration.ofSeconds(5);

  private final Job job;
  private final Thread thread;
  private final Instant startedAt;
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile long epoch;
  private volatile @Nullable JobContext context;

  // Guarded by this. Times are those of System.nanoTime, relative to `begunNanos`.
  private final long begunNanos = System.nanoTime();
  private boolean inTask;
  private @Nullable Stop stop;
  private boolean noticed;
  private long timeoutAfter = NEVER;
  private Duration timeout = Duration.ZERO;
  private long stopAfter = NEVER;
  private boolean processesEnded;

  Running(Job job, Thread thread, Instant startedAt) {
    this.job = job;
    this.thread = thread;
    this.startedAt = startedAt;
    this.epoch = job.epoch();
  }

  Job job() {
    return job;
  }

  Instant startedAt() {
    return startedAt;
  }

  /// Of the newest owner that sent this job: the one that will believe the result.
  long epoch() {
    return epoch;
  }

  void seenWithEpoch(long seen) {
    epoch = Math.max(epoch, seen);
  }

  @Nullable JobContext context() {
    return context;
  }

  void opened(JobContext opened) {
    context = opened;
  }

  /// Whether the caller is the one who reports the end. True once.
  boolean takeEnd() {
    return ended.compareAndSet(false, true);
  }

  boolean ended() {
    return ended.get();
  }

  /// The task's code begins; false when it should not any more.
  synchronized boolean enterTask() {
    inTask = stop == null;
    return inTask;
  }

  /// The task's code is over.
  ///
  /// @return why it was told to stop; null when it was not
  synchronized @Nullable Stop leaveTask() {
    inTask = false;
    boolean _ = Thread.interrupted();
    return stop;
  }

  synchronized void stop(Stop reason) {
    if (stop != null) {
      return;
    }
    stop = reason;
    stopAfter = elapsed();
    if (inTask) {
      thread.interrupt();
    }
  }

  synchronized @Nullable Stop stopped() {
    return stop;
  }

  synchronized void timeoutIn(Duration duration) {
    timeout = duration;
    timeoutAfter = saturated(elapsed(), duration);
  }

  /// How long after a stop a job that is still there is left to itself.
  static Duration giveUpAfter(Duration grace) {
    return grace.multipliedBy(2).plus(CLEARING_AWAY);
  }

  private static long saturated(long from, Duration duration) {
    return duration.compareTo(Duration.ofNanos(NEVER - from)) < 0
        ? from + duration.toNanos()
        : NEVER;
  }

  private long elapsed() {
    return System.nanoTime() - begunNanos;
  }

  /// What the watch should do now about this job.
  enum Due {
    NOTHING,
    NOTICE,
    END_PROCESSES,
    GIVE_UP
  }

  synchronized Due due(long noticeAfter, Duration grace) {
    long now = elapsed();
    if (now >= timeoutAfter) {
      timeoutAfter = NEVER;
      stop(new Stop.TimedOut(timeout));
    }
    if (stop != null && now >= saturated(stopAfter, giveUpAfter(grace))) {
      return Due.GIVE_UP;
    }
    if (stop != null && !processesEnded && now >= saturated(stopAfter, grace)) {
      processesEnded = true;
      return Due.END_PROCESSES;
    }
    if (!noticed && now >= noticeAfter) {
      noticed = true;
      return Due.NOTICE;
    }
    return Due.NOTHING;
  }

  /// Nanoseconds until [#due] may say something new.
  synchronized long nextIn(long noticeAfter, Duration grace) {
    long next = timeoutAfter;
    if (!noticed) {
      next = Math.min(next, noticeAfter);
    }
    if (stop != null) {
      next = Math.min(next, saturated(stopAfter, processesEnded ? giveUpAfter(grace) : grace));
    }
    return next == NEVER ? NEVER : Math.max(0, next - elapsed());
  }
}
