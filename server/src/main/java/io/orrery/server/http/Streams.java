package io.orrery.server.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The threads that hold a call open on purpose (event streams, `wait=true`): bounded in number,
/// and woken when the server closes.
public final class Streams {
  private final int max;
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private volatile boolean closing;

  public Streams(int max) {
    this.max = max;
  }

  /// Marks the current thread as held, until closed.
  Hold hold() {
    if (closing || threads.size() >= max) {
      throw Fault.of(503, "Service Unavailable: too many event streams are open")
          .header("Retry-After", "5");
    }
    var thread = Thread.currentThread();
    threads.add(thread);
    if (closing) {
      thread.interrupt();
    }
    return () -> threads.remove(thread);
  }

  public int open() {
    return threads.size();
  }

  void close() {
    closing = true;
    threads.forEach(Thread::interrupt);
  }

  interface Hold extends AutoCloseable {
    @Override
    void close();
  }
}
