package io.orrery.engine.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.condition.OpenDays;
import io.orrery.model.flow.BusinessCalendar;
import io.orrery.model.flow.BusinessCalendar.Days;
import io.orrery.model.flow.BusinessCalendar.OnExcluded;
import io.orrery.model.flow.Condition;
import io.orrery.model.flow.Moments;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.flow.TriggerDef.DstRule;
import io.orrery.model.flow.TriggerDef.CatchUp;
import io.orrery.model.flow.TriggerDef.Overlap;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.problem.Position;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.MonthDay;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Calendars of schedules, against a plain filter over the days.
class CalendarSlotsTest {

  private static final ZoneId PARIS = ZoneId.of("Europe/Paris");
  private static final Days WEEKEND =
      new Days.Weekly(EnumSet.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY));

  private static Schedule schedule(String cron, BusinessCalendar calendar) {
    return new Schedule(
        new TriggerDef.Common("s", "Schedule", Optional.empty(), false, Map.of(), Position.NONE),
        new Moments.OfCron(cron, CronDialect.UNIX, false, DstRule.ORRERY),
        Optional.of(PARIS),
        Map.of(),
        Recover.ALL,
        Duration.ofMinutes(1),
        Optional.empty(),
        List.of(new Condition.OnCalendar(calendar)),
        CatchUp.DEFAULT,
        Duration.ZERO,
        Overlap.HOLD);
  }

  private static Slots slots(String cron, BusinessCalendar calendar) {
    return Schedules.slots(schedule(cron, calendar), PARIS);
  }

  private static BusinessCalendar calendar(OnExcluded onExcluded, Days... exclude) {
    return new BusinessCalendar(List.of(exclude), List.of(), onExcluded);
  }

  private static Instant at(String local) {
    return LocalDateTime.parse(local).atZone(PARIS).toInstant();
  }

  @Test
  void an_excluded_day_has_no_slot() {
    var slots = slots("0 9 * * *", calendar(OnExcluded.SKIP, WEEKEND));
    assertThat(slots.next(at("2027-01-01T09:00:00"))).contains(at("2027-01-04T09:00:00"));
    assertThat(slots.previous(at("2027-01-04T09:00:00"))).contains(at("2027-01-01T09:00:00"));
    assertThat(slots.weight(at("2027-01-02T09:00:00"))).isZero();
  }

  @Test
  void an_included_day_is_open_whatever_excludes_it() {
    var calendar =
        new BusinessCalendar(
            List.of(WEEKEND), List.of(new Days.On(LocalDate.of(2027, 1, 2))), OnExcluded.SKIP);
    assertThat(slots("0 9 * * *", calendar).next(at("2027-01-01T09:00:00")))
        .contains(at("2027-01-02T09:00:00"));
  }

  @Test
  void a_slot_is_moved_to_the_next_open_day_or_the_one_before() {
    var next = slots("0 9 1 * *", calendar(OnExcluded.NEXT_DAY, WEEKEND));
    assertThat(next.next(at("2027-04-30T00:00:00"))).contains(at("2027-05-03T09:00:00"));
    assertThat(next.previous(at("2027-05-03T09:00:00"))).contains(at("2027-04-01T09:00:00"));
    var before = slots("0 9 1 * *", calendar(OnExcluded.PREVIOUS_DAY, WEEKEND));
    assertThat(before.next(at("2027-04-02T00:00:00"))).contains(at("2027-04-30T09:00:00"));
  }

  @Test
  void moved_slots_that_meet_are_one() {
    var slots = slots("0 9 * * *", calendar(OnExcluded.NEXT_DAY, WEEKEND));
    assertThat(slots.between(at("2027-01-01T00:00:00"), at("2027-01-06T00:00:00"), 10))
        .containsExactly(
            at("2027-01-01T09:00:00"), at("2027-01-04T09:00:00"), at("2027-01-05T09:00:00"));
  }

  @Test
  void public_holidays_are_those_of_the_country() {
    var slots =
        slots("0 9 * * *", calendar(OnExcluded.SKIP, new Days.Holidays("FR", Optional.empty())));
    assertThat(slots.next(at("2027-07-13T09:00:00"))).contains(at("2027-07-15T09:00:00"));
  }

  @Test
  void where_no_day_is_open_nothing_is_due() {
    for (var move : OnExcluded.values()) {
      var slots =
          slots("0 9 * * *", calendar(move, new Days.Weekly(EnumSet.allOf(DayOfWeek.class))));
      assertThat(slots.next(at("2027-01-01T00:00:00"))).isEmpty();
      assertThat(slots.previous(at("2027-01-01T00:00:00"))).isEmpty();
    }
  }

  @Test
  void a_slot_behind_one_that_its_conditions_refused_waits_until_it_was_asked_about() {
    var schedule = schedule("0 9 * * *", calendar(OnExcluded.SKIP, new Days.Named("bank")));
    var id = new TriggerId(new FlowId("test", "f"), "s");
    var defined =
        Triggers.decide(
                schedule,
                PARIS,
                TriggerState.unseen(id, at("2027-01-01T00:00:00")),
                new TriggerEvent.Defined(1, at("2027-01-01T00:00:00")))
            .state();
    var first = at("2027-01-01T09:00:00");
    var now = at("2027-01-03T12:00:00");
    var decided =
        Triggers.decide(
            schedule,
            PARIS,
            Optional.empty(),
            defined,
            new TriggerEvent.Due(now, Fire.Cause.UNKNOWN),
            Map.of(first, new Verdict.Fails()));
    assertThat(decided.fires()).extracting(Fire::slot).containsExactly(first);
    assertThat(decided.starts()).isEmpty();
    assertThat(decided.state().nextSlot()).contains(at("2027-01-02T09:00:00"));
  }

  static IntStream seeds() {
    return IntStream.range(0, 60);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void slots_are_those_of_a_plain_filter(int seed) {
    var random = new Random(seed);
    var first = LocalDate.of(2027, 3, 1).plusDays(random.nextInt(260));
    var calendar = drawn(random, first);
    var cron =
        List.of(
                "0 9 * * *",
                "30 2 * * *",
                "15 1,2,3 * * *",
                "0 */6 * * *",
                "0 0 1,15 * *",
                "*/20 * * * 1-6")
            .get(random.nextInt(6));
    var from = first.atStartOfDay(PARIS).toInstant();
    var to = first.plusDays(40).atStartOfDay(PARIS).toInstant();
    var wanted = plain(cron, calendar, from, to);
    var slots = slots(cron, calendar);
    assertThat(slots.between(from, to, 10_000)).as("%s %s", cron, calendar).isEqualTo(wanted);
    assertThat(slots.count(from, to)).isEqualTo(wanted.size());
    var backwards = new ArrayList<Instant>();
    var slot = slots.previous(to);
    while (slot.isPresent() && !slot.get().isBefore(from)) {
      backwards.add(slot.get());
      slot = slots.previous(slot.get());
    }
    Collections.reverse(backwards);
    assertThat(backwards).isEqualTo(wanted);
    wanted.forEach(each -> assertThat(slots.weight(each)).isPositive());
  }

  private static BusinessCalendar drawn(Random random, LocalDate first) {
    var exclude = new ArrayList<Days>();
    if (random.nextBoolean()) exclude.add(WEEKEND);
    var start = first.plusDays(random.nextInt(30));
    exclude.add(new Days.Between(start, start.plusDays(random.nextInt(12))));
    exclude.add(new Days.Yearly(MonthDay.from(first.plusDays(random.nextInt(40)))));
    exclude.add(new Days.Holidays("DE", Optional.of("by")));
    List<Days> include =
        random.nextBoolean() ? List.of(new Days.On(first.plusDays(random.nextInt(40)))) : List.of();
    return new BusinessCalendar(
        exclude, include, List.of(OnExcluded.values()).get(random.nextInt(3)));
  }

  /// Each slot of the cron, on its day, moved or left out.
  private static List<Instant> plain(
      String cron, BusinessCalendar calendar, Instant from, Instant to) {
    var all = slots(cron, calendar(OnExcluded.SKIP));
    var found = new TreeSet<Instant>();
    var margin = Duration.ofDays(60);
    for (var slot : all.between(from.minus(margin), to.plus(margin), 100_000)) {
      var local = slot.atZone(PARIS);
      var day = local.toLocalDate();
      if (OpenDays.isOpen(calendar, day)) {
        found.add(slot);
        continue;
      }
      if (calendar.onExcluded() == OnExcluded.SKIP) continue;
      while (!OpenDays.isOpen(calendar, day)) {
        day = day.plusDays(calendar.onExcluded() == OnExcluded.NEXT_DAY ? 1 : -1);
      }
      found.add(day.atTime(local.toLocalTime()).atZone(PARIS).toInstant());
    }
    return found.stream().filter(slot -> !slot.isBefore(from) && slot.isBefore(to)).toList();
  }
}
