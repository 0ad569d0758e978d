package io.orrery.engine.trigger;

import io.orrery.model.flow.Moments;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The slots of a list of dates.
///
/// @param dates ascending, each once
record DateSlots(List<Instant> dates) implements Slots {

  DateSlots {
    dates = List.copyOf(dates);
  }

  /// A local time that the clocks leap over lies as long after the gap's start as it was meant to;
  /// of one that comes twice it is the first.
  static DateSlots of(Moments.OnDates given, ZoneId zone) {
    var locals = given.locals().stream().map(local -> local.atZone(zone).toInstant());
    return new DateSlots(
        Stream.concat(given.instants().stream(), locals).sorted().distinct().toList());
  }

  Optional<Instant> first() {
    return at(0);
  }

  @Override
  public Optional<Instant> next(Instant after) {
    int found = Collections.binarySearch(dates, after);
    return at(found < 0 ? -found - 1 : found + 1);
  }

  @Override
  public Optional<Instant> previous(Instant before) {
    return at(countBefore(before) - 1);
  }

  @Override
  public long count(Instant from, Instant to) {
    return Math.max(0, countBefore(to) - countBefore(from));
  }

  @Override
  public int weight(Instant slot) {
    return Collections.binarySearch(dates, slot) < 0 ? 0 : 1;
  }

  private int countBefore(Instant end) {
    int found = Collections.binarySearch(dates, end);
    return found < 0 ? -found - 1 : found;
  }

  private Optional<Instant> at(int index) {
    return index < 0 || index >= dates.size() ? Optional.empty() : Optional.of(dates.get(index));
  }
}
