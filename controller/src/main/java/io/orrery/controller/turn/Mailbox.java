package io.orrery.controller.turn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// The commands of one loop, in the order in which they came. Any thread posts; the loop alone
/// drains.
public final class Mailbox {

  private final ConcurrentLinkedQueue<Command> queue = new ConcurrentLinkedQueue<>();

  /// Drained before, and to be drained again.
  private final ArrayDeque<Command> again = new ArrayDeque<>();

  private final AtomicInteger size = new AtomicInteger();
  private final Runnable bell;

  /// @param bell rung after each post that found the mailbox empty
  public Mailbox(Runnable bell) {
    this.bell = bell;
  }

  public void post(Command command) {
    queue.add(command);
    if (size.getAndIncrement() == 0) {
      bell.run();
    }
  }

  /// Nothing came of these: they are drained again, before all others.
  void putBack(List<Command> commands) {
    for (var command : commands.reversed()) {
      again.addFirst(command);
    }
    size.addAndGet(commands.size());
  }

  /// At most `max` commands, oldest first.
  List<Command> drain(int max) {
    var batch = new ArrayList<Command>();
    while (batch.size() < max) {
      var command = again.isEmpty() ? queue.poll() : again.poll();
      if (command == null) {
        break;
      }
      batch.add(command);
    }
    size.addAndGet(-batch.size());
    return batch;
  }
}
