package io.orrery.controller.turn;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/// What is to be posted when. A heap in memory: each entry follows from a record, so nothing is
/// lost with it. Used by the loop's thread alone.
///
/// An entry is never taken out early: a timer whose reason is gone posts a command that then means
/// nothing.
final class Timers {

  private record Entry(Instant at, long order, Command command) implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      int byTime = at.compareTo(other.at);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final PriorityQueue<Entry> heap = new PriorityQueue<>();
  private long order;

  void arm(Instant at, Command command) {
    heap.add(new Entry(at, order++, command));
  }

  Optional<Instant> next() {
    return Optional.ofNullable(heap.peek()).map(Entry::at);
  }

  /// At most `max` commands that are due, earliest first.
  List<Command> due(Instant now, int max) {
    var due = new ArrayList<Command>();
    for (var first = heap.peek();
        first != null && !first.at().isAfter(now) && due.size() < max;
        first = heap.peek()) {
      due.add(first.command());
      heap.remove();
    }
    return due;
  }
}
