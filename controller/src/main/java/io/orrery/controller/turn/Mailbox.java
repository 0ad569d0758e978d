package io.orrery.controller.turn;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// The commands of one loop, in the order in which they came. Any thread posts; the loop alone
/// drains.
public final class Mailbox {

  private final ConcurrentLinkedQueue<Command> queue = new ConcurrentLinkedQueue<>();
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

  /// At most `max` commands, oldest first.
  List<Command> drain(int max) {
    var batch = new ArrayList<Command>();
    while (batch.size() < max) {
      var command = queue.poll();
      if (command == null) {
        break;
      }
      batch.add(command);
    }
    size.addAndGet(-batch.size());
    return batch;
  }
}
