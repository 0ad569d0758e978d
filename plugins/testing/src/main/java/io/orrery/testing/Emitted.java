package io.orrery.testing;

import io.orrery.plugin.api.Emitter;
import io.orrery.plugin.api.Found;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/// An emitter that remembers what it was given, as the engine does: what has a key that was there
/// before makes no second execution.
public final class Emitted<O> implements Emitter<O> {

  private static final int PATIENCE_SECONDS = 120;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final List<Found<O>> executions = new ArrayList<>();
  private final List<Found<O>> repeated = new ArrayList<>();
  private final List<String> connection = new ArrayList<>();
  private final Set<String> keys = new LinkedHashSet<>();
  private Predicate<Found<O>> refused = found -> false;

  @Override
  public void connected() {
    changed(() -> connection.add("connected"));
  }

  @Override
  public void disconnected(String why) {
    changed(() -> connection.add("disconnected: " + why));
  }

  /// From now on an emit of such a message is told that its trigger is to stop, after its execution
  /// was kept: as a worker that dies between the commit and the acknowledgement.
  public void dieAfter(Predicate<Found<O>> message) {
    changed(() -> refused = message);
  }

  @Override
  public void emit(List<Found<O>> found) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      var dies = false;
      for (var each : found) {
        var isNew = each.key().isEmpty() || keys.add(each.key().get());
        (isNew ? executions : repeated).add(each);
        dies |= refused.test(each);
      }
      news.signalAll();
      if (dies) {
        throw new InterruptedException("the worker goes");
      }
    } finally {
      lock.unlock();
    }
  }

  private void changed(Runnable change) {
    lock.lock();
    try {
      change.run();
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Each stands for one execution, in order.
  public List<O> executions() {
    lock.lock();
    try {
      return executions.stream().map(Found::output).toList();
    } finally {
      lock.unlock();
    }
  }

  /// What came again.
  public List<Found<O>> repeated() {
    lock.lock();
    try {
      return List.copyOf(repeated);
    } finally {
      lock.unlock();
    }
  }

  /// What was told of the connection, in order.
  public List<String> connection() {
    lock.lock();
    try {
      return List.copyOf(connection);
    } finally {
      lock.unlock();
    }
  }

  /// Waits until it is so.
  ///
  /// @throws AssertionError when it does not become so in two minutes
  public void await(String what, Predicate<Emitted<O>> condition) throws InterruptedException {
    long left = TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    lock.lock();
    try {
      while (!condition.test(this)) {
        if (left <= 0) {
          throw new AssertionError(
              what + " did not happen; executions " + executions + ", connection " + connection);
        }
        left = news.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }
}
