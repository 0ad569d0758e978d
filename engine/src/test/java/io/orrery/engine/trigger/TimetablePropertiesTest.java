package io.orrery.engine.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.property.Chance;
import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.flow.TriggerDef.DstRule;
import io.orrery.model.flow.TriggerDef.DstRule.Gap;
import io.orrery.model.flow.TriggerDef.DstRule.Overlap;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimetablePropertiesTest {

  /// A zone near one of its transitions.
  record Place(String zone, Instant transition) {}

  /// A cron as its parts, so that the model need not read its text.
  record Parts(Set<Integer> minutes, Set<Integer> hours, Set<Integer> weekdays) {

    String text() {
      return list(minutes) + " " + (everyHour() ? "*" : list(hours)) + " * * " + list(weekdays);
    }

    boolean everyHour() {
      return hours.size() == 24;
    }

    boolean matches(LocalDateTime local) {
      return minutes.contains(local.getMinute())
          && hours.contains(local.getHour())
          && weekdays.contains(local.getDayOfWeek().getValue() % 7);
    }

    private static String list(Set<Integer> numbers) {
      return String.join(",", numbers.stream().map(String::valueOf).toList());
    }
  }

  private static final int TRIES = 600;

  private static final List<Place> PLACES =
      List.of(
          new Place("Europe/Paris", Instant.parse("2025-03-30T01:00:00Z")),
          new Place("Europe/Paris", Instant.parse("2025-10-26T01:00:00Z")),
          new Place("Europe/Paris", Instant.parse("2071-10-25T01:00:00Z")),
          new Place("America/New_York", Instant.parse("2026-03-08T07:00:00Z")),
          new Place("America/New_York", Instant.parse("2026-11-01T06:00:00Z")),
          new Place("Australia/Lord_Howe", Instant.parse("2025-10-04T15:30:00Z")),
          new Place("Australia/Lord_Howe", Instant.parse("2025-04-05T15:00:00Z")),
          new Place("America/Sao_Paulo", Instant.parse("2018-11-04T03:00:00Z")),
          new Place("America/Sao_Paulo", Instant.parse("2018-02-18T02:00:00Z")),
          new Place("Antarctica/Troll", Instant.parse("2025-03-30T01:00:00Z")),
          new Place("Antarctica/Troll", Instant.parse("2025-10-26T01:00:00Z")),
          new Place("Pacific/Apia", Instant.parse("2011-12-30T10:00:00Z")),
          new Place("Africa/Cairo", Instant.parse("2025-04-24T22:00:00Z")),
          new Place("Africa/Casablanca", Instant.parse("2026-02-15T02:00:00Z")),
          new Place("Asia/Kolkata", Instant.parse("2025-06-01T00:00:00Z")),
          new Place("Europe/Lisbon", Instant.parse("1992-09-27T01:00:00Z")));

  @Test
  void agrees_with_each_minute_of_the_wall_clock() {
    Chance.forSeeds(TRIES, seed -> agree(new Chance(seed)));
  }

  private static void agree(Chance chance) {
    var parts = parts(chance);
    var place = chance.of(PLACES);
    var zone = ZoneId.of(place.zone());
    var rule = rule(chance);
    var timetable = timetable(parts, zone, rule);
    var from = place.transition().minus(Duration.ofDays(2));
    var to = place.transition().plus(Duration.ofDays(2));
    var model = new WallClock(parts::matches, parts.everyHour(), zone, rule).slots(from, to);

    var slots = timetable.between(from, to, 10_000);

    assertThat(slots).containsExactlyElementsOf(model.keySet());
    assertThat(timetable.count(from, to)).isEqualTo(model.size());
    for (var slot : slots) {
      assertThat(timetable.weight(slot)).as("weight of %s", slot).isEqualTo(model.get(slot));
    }
  }

  @Test
  void next_previous_and_count_are_one_set_wherever_they_are_asked() {
    Chance.forSeeds(TRIES, seed -> ask(new Chance(seed)));
  }

  private static void ask(Chance chance) {
    var place = chance.of(PLACES);
    long seconds = offset(chance);
    long more = offset(chance);
    var timetable = timetable(parts(chance), ZoneId.of(place.zone()), rule(chance));
    var from = place.transition().minus(Duration.ofDays(3));
    var set = new TreeSet<>(timetable.between(from, from.plus(Duration.ofDays(20)), 30_000));
    var at = place.transition().plusSeconds(seconds).plusNanos(seconds % 3 == 0 ? 1 : 0);
    var end = at.plusSeconds(Math.abs(more));

    assertThat(timetable.next(at).orElseThrow()).isEqualTo(set.higher(at));
    var earlier = set.lower(at);
    if (earlier != null) assertThat(timetable.previous(at)).contains(earlier);
    assertThat(timetable.count(at, end)).isEqualTo(set.subSet(at, end).size());
    var next = timetable.next(at).orElseThrow();
    assertThat(timetable.previous(timetable.next(next).orElseThrow())).contains(next);
  }

  private static Timetable timetable(Parts parts, ZoneId zone, DstRule rule) {
    try {
      return Cron.parse(parts.text(), CronDialect.UNIX, false).timetable(zone, rule);
    } catch (CronProblem e) {
      throw new AssertionError(parts.text(), e);
    }
  }

  private static DstRule rule(Chance chance) {
    return new DstRule(chance.of(Gap.values()), chance.of(Overlap.values()));
  }

  private static long offset(Chance chance) {
    return chance.coin() ? chance.between(-12 * 3600, 12 * 3600) : chance.between(-300, 300) * 60L;
  }

  private static Parts parts(Chance chance) {
    var hours =
        switch (chance.between(0, 2)) {
          case 0 -> chance.numbers(0, 23, 6);
          case 1 -> chance.numbers(0, 4, 3);
          default -> new TreeSet<Integer>(IntStream.range(0, 24).boxed().toList());
        };
    return new Parts(chance.numbers(0, 59, 6), hours, chance.numbers(0, 6, 7));
  }
}
