package io.orrery.worker.context;

import io.orrery.model.kept.Masker;
import io.orrery.model.state.LogLevel;
import io.orrery.rpc.LogBatch.Line;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;

/// The log of one attempt: masks each line, drops the light ones, and hands lines on in batches.
///
/// A batch goes when it is long or full; the watch of the worker sends the rest on after a moment.
/// Whoever logs waits while a batch is handed on: that is the back-pressure which bounds memory.
public final class JobLog {

  /// Where batches go. Called by one thread at a time.
  public interface Sink {
    void write(List<Line> lines);
  }

  static final int LINES_MAX = 500;
  static final int BATCH_CHARS_MAX = 256 * 1024;

  /// Of a longer message the rest is left out, with a notice.
  static final int MESSAGE_CHARS_MAX = 1024 * 1024;

  /// A longer message becomes several lines.
  static final int LINE_CHARS_MAX = 16 * 1024;

  private final LogLevel floor;
  private final Masker masker;
  private final InstantSource clock;
  private final Sink sink;
  private final Runnable onPending;
  private final Logger logger = new JobLogger(this);
  private List<Line> pending = new ArrayList<>();
  private int pendingChars;

  /// `System.nanoTime` of the first pending line. Written under the lock; the watch reads it
  /// without, since whoever holds the lock may wait for the sink.
  private volatile long pendingSince;

  private volatile boolean hasPending;

  /// @param onPending told when a line waits and none did before
  public JobLog(LogLevel floor, Masker masker, InstantSource clock, Sink sink, Runnable onPending) {
    this.floor = floor;
    this.masker = masker;
    this.clock = clock;
    this.sink = sink;
    this.onPending = onPending;
  }

  public Logger logger() {
    return logger;
  }

  boolean takes(LogLevel level) {
    return level.atLeast(floor);
  }

  public void add(LogLevel level, String message) {
    if (!takes(level)) {
      return;
    }
    var masked = cut(masker.mask(message));
    var thread = Thread.currentThread().getName();
    var at = clock.instant();
    synchronized (this) {
      if (pending.isEmpty()) {
        pendingSince = System.nanoTime();
        hasPending = true;
        onPending.run();
      }
      for (int from = 0; from == 0 || from < masked.length(); ) {
        int to = end(masked, from, LINE_CHARS_MAX);
        pending.add(new Line(at, level, thread, masked.substring(from, to)));
        pendingChars += to - from;
        if (pending.size() >= LINES_MAX || pendingChars >= BATCH_CHARS_MAX) {
          flush();
        }
        if (to == masked.length()) {
          break;
        }
        from = to;
      }
    }
  }

  private static String cut(String message) {
    return message.length() <= MESSAGE_CHARS_MAX
        ? message
        : message.substring(0, end(message, 0, MESSAGE_CHARS_MAX))
            + "… (cut here: the message has "
            + message.length()
            + " characters; write what is large to a file)";
  }

  /// Where a piece that begins at `from` ends; never between the two halves of a character.
  private static int end(String text, int from, int charsMax) {
    int to = Math.min(text.length(), from + charsMax);
    return to < text.length() && Character.isHighSurrogate(text.charAt(to - 1)) ? to - 1 : to;
  }

  /// Hands on what is pending.
  public synchronized void flush() {
    if (pending.isEmpty()) {
      return;
    }
    var lines = pending;
    pending = new ArrayList<>();
    pendingChars = 0;
    hasPending = false;
    sink.write(lines);
  }

  /// Nanoseconds until what is pending is older than `ageMax`; `Long.MAX_VALUE` when nothing is.
  /// Takes no lock.
  public long dueIn(long ageMax) {
    return hasPending ? Math.max(0, ageMax - (System.nanoTime() - pendingSince)) : Long.MAX_VALUE;
  }
}
