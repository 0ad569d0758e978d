package io.orrery.engine.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.TypeCatalog;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.problem.Parsed;
import io.orrery.model.yaml.Checks;
import io.orrery.model.yaml.FlowReader;
import io.orrery.model.yaml.Strictness;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DateConditionsTest {

  private static final Instant SATURDAY = Instant.parse("2024-06-15T10:20:30Z");

  private static Parsed<TriggerDef> read(String cron, String conditions) {
    return new FlowReader(new NoPlugins(), Checks.NONE)
        .readTrigger(
            """
            id: s
            type: io.kestra.plugin.core.trigger.Schedule
            cron: "%s"
            withSeconds: %s
            timezone: Europe/Paris
            conditions: %s
            """
                .formatted(cron, cron.split(" ").length == 6, conditions),
            Strictness.STRICT);
  }

  private static Schedule schedule(String cron, String conditions) {
    if (read(cron, conditions) instanceof Parsed.Ok(Schedule schedule, var _)) {
      return schedule;
    }
    throw new AssertionError(read(cron, conditions));
  }

  private static List<String> slots(String cron, String conditions, Instant from, int count) {
    return Schedules.slots(schedule(cron, conditions), ZoneOffset.UTC)
        .between(from, from.plusSeconds(400L * 86_400), count)
        .stream()
        .map(Instant::toString)
        .toList();
  }

  private static String condition(String name, String properties) {
    return "{type: io.kestra.plugin.core.condition." + name + properties + "}";
  }

  @Test
  void days_of_the_week_and_of_the_month_choose_slots() {
    assertThat(slots("0 9 * * *", "[" + condition("Weekend", "") + "]", SATURDAY, 2))
        .containsExactly("2024-06-16T07:00:00Z", "2024-06-22T07:00:00Z");
    assertThat(
            slots(
                "0 9 * * *",
                "[" + condition("DayWeekInMonth", ", dayOfWeek: MONDAY, dayInMonth: FIRST") + "]",
                SATURDAY,
                2))
        .containsExactly("2024-07-01T07:00:00Z", "2024-08-05T07:00:00Z");
    assertThat(
            slots(
                "0 9 * * *",
                "[{type: io.kestra.core.models.conditions.types.DayWeekCondition, dayOfWeek:"
                    + " FRIDAY}]",
                SATURDAY,
                1))
        .containsExactly("2024-06-21T07:00:00Z");
  }

  @Test
  void conditions_combine() {
    var workday = condition("Not", ", conditions: [" + condition("Weekend", "") + "]");
    var office = condition("TimeBetween", ", after: '08:00:00+02:00', before: '18:00:00+02:00'");
    assertThat(slots("0 */6 * * *", "[" + workday + ", " + office + "]", SATURDAY, 2))
        .containsExactly("2024-06-17T10:00:00Z", "2024-06-18T10:00:00Z");
    var either =
        condition(
            "Or",
            ", conditions: ["
                + condition("DayWeek", ", dayOfWeek: MONDAY")
                + ", "
                + condition("DayWeek", ", dayOfWeek: WEDNESDAY")
                + "]");
    assertThat(slots("0 0 * * *", "[" + either + "]", SATURDAY, 2))
        .containsExactly("2024-06-16T22:00:00Z", "2024-06-18T22:00:00Z");
  }

  @Test
  void the_last_slot_satisfies_them_too_and_a_count_counts_no_other() {
    var slots =
        Schedules.slots(
            schedule("0 9 * * *", "[" + condition("DayWeek", ", dayOfWeek: MONDAY") + "]"),
            ZoneOffset.UTC);
    assertThat(slots.previous(SATURDAY)).contains(Instant.parse("2024-06-10T07:00:00Z"));
    assertThat(slots.count(SATURDAY, SATURDAY.plusSeconds(28L * 86_400))).isEqualTo(4);
    assertThat(slots.weight(Instant.parse("2024-06-11T07:00:00Z"))).isZero();
  }

  @Test
  void each_second_of_a_far_day_is_found() {
    assertThat(
            slots(
                "* * * * * *",
                "[" + condition("DayWeekInMonth", ", dayOfWeek: MONDAY, dayInMonth: FIRST") + "]",
                SATURDAY,
                1))
        .containsExactly("2024-06-30T22:00:00Z");
    assertThat(
            slots(
                "* * * * * *",
                "[" + condition("DateTimeBetween", ", after: '2024-12-01T00:00:00Z'") + "]",
                SATURDAY,
                1))
        .containsExactly("2024-12-01T00:00:01Z");
  }

  @Test
  void conditions_that_never_hold_leave_no_slot() {
    var never = "[" + condition("DateTimeBetween", ", before: '2021-01-01T00:00:00Z'") + "]";
    assertThat(Schedules.slots(schedule("0 9 * * *", never), ZoneOffset.UTC).next(SATURDAY))
        .isEmpty();
  }

  @Test
  void a_condition_that_must_be_rendered_is_judged_when_a_slot_is_due() {
    var schedule =
        schedule(
            "0 9 * * *", "[" + condition("Expression", ", expression: '{{ trigger.date }}'") + "]");
    var id = new TriggerId(new FlowId("test", "flow"), "t");
    var state =
        Triggers.decide(
                schedule,
                ZoneOffset.UTC,
                TriggerState.unseen(id, SATURDAY),
                new TriggerEvent.Defined(1, SATURDAY))
            .state();
    var slot = state.nextSlot().orElseThrow();
    var due = new TriggerEvent.Due(slot, Fire.Cause.ON_TIME);
    assertThat(decided(schedule, state, due, Map.of(slot, new Verdict.Holds())).starts())
        .hasSize(1);
    var not = decided(schedule, state, due, Map.of(slot, new Verdict.Fails()));
    assertThat(not.starts()).isEmpty();
    assertThat(not.fires())
        .extracting(Fire::decision)
        .containsExactly(Fire.Decision.SKIPPED_CONDITION);
    assertThat(not.state().nextSlot().orElseThrow()).isAfter(slot);
    var unable = decided(schedule, state, due, Map.of(slot, new Verdict.Unable("why")));
    assertThat(unable.starts()).extracting(Start::failure).containsExactly(Optional.of("why"));
  }

  private static TriggerTransition decided(
      Schedule schedule, TriggerState state, TriggerEvent event, Map<Instant, Verdict> verdicts) {
    return Triggers.decide(schedule, ZoneOffset.UTC, Optional.empty(), state, event, verdicts);
  }

  private record NoPlugins() implements TypeCatalog {
    @Override
    public Optional<PluginType> find(String name) {
      return Optional.empty();
    }

    @Override
    public Collection<PluginType> all() {
      return List.of();
    }
  }
}
