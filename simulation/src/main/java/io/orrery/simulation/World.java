package io.orrery.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.Consumer;

/// Time, chance and the order of things. One queue of what will happen, by (time, order of asking);
/// one source of chance; both follow from the seed alone.
///
/// As an [InstantSource] it tells the wall clock, which may be set ([#jump]); what happens when is
/// measured by time that only moves forward.
final class World implements InstantSource {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final int RECENT_MAX = 50;

  private record Entry(long at, long order, String what, Runnable action)
      implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  /// A line of the history. Most are never read.
  private record Line(long at, String what) {
    String text() {
      return "%12.6f %s".formatted(at / 1e6, what);
    }
  }

  private final PriorityQueue<Entry> queue = new PriorityQueue<>();
  private final Random random;
  private final Optional<Consumer<String>> listener;
  private final ArrayDeque<Line> recent = new ArrayDeque<>();
  private Optional<Violation> failure = Optional.empty();
  private long order;
  private long nowMicros;
  private long skewMicros;
  private long digest;

  /// @param listener told each line of the history
  World(long seed, Optional<Consumer<String>> listener) {
    this.listener = listener;
    random = new Random(seed);
    // Nearby seeds begin alike.
    for (int i = 0; i < 10; i++) {
      var _ = random.nextLong();
    }
  }

  /// The wall clock, in whole microseconds as records keep them.
  @Override
  public Instant instant() {
    return START.plus(nowMicros + skewMicros, ChronoUnit.MICROS);
  }

  /// Time since the beginning; no jump moves it.
  Duration elapsed() {
    return Duration.of(nowMicros, ChronoUnit.MICROS);
  }

  /// Sets the wall clock forward, or backward.
  void jump(Duration by) {
    skewMicros += by.toNanos() / 1000;
    note("the clock jumps by " + by);
  }

  /// Time goes by in the middle of something: nothing else happens meanwhile.
  void pass(Duration time) {
    nowMicros += time.toNanos() / 1000;
  }

  /// @param delay rounded up, so that whoever waits for less than a microsecond gets there
  /// @param what for the history
  void after(Duration delay, String what, Runnable action) {
    queue.add(new Entry(nowMicros + Math.ceilDiv(delay.toNanos(), 1000L), order++, what, action));
  }

  /// Does the next thing.
  ///
  /// @return false when there is none
  boolean step() {
    var next = queue.poll();
    if (next == null) {
      return false;
    }
    nowMicros = Math.max(nowMicros, next.at()); // all that was planned meanwhile is late
    note(next.what());
    next.action().run();
    return true;
  }

  /// Writes a line of the history.
  void note(String what) {
    digest = (digest * 31 + nowMicros) * 31 + what.hashCode();
    var line = new Line(nowMicros, what);
    listener.ifPresent(it -> it.accept(line.text()));
    recent.add(line);
    if (recent.size() > RECENT_MAX) {
      recent.removeFirst();
    }
  }

  /// Tells of a violation from where throwing it would lead nowhere.
  void fail(Violation violation) {
    if (failure.isEmpty()) {
      failure = Optional.of(violation);
    }
  }

  Optional<Violation> failure() {
    return failure;
  }

  /// The last lines of the history, oldest first.
  List<String> recent() {
    return recent.stream().map(Line::text).toList();
  }

  /// A number that stands for the whole history so far.
  long digest() {
    return digest;
  }

  // ---- chance

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  /// From `min` to `max`, both included.
  int between(int min, int max) {
    return min + random.nextInt(max - min + 1);
  }

  <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /// Short mostly, at times up to `max`.
  Duration some(Duration min, Duration max) {
    double part = Math.pow(random.nextDouble(), 3);
    long micros = min.toNanos() / 1000 + (long) (part * (max.minus(min).toNanos() / 1000.0));
    return Duration.of(micros, ChronoUnit.MICROS);
  }
}
