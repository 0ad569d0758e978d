package io.orrery.imports.quartz;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.trigger.Schedules;
import io.orrery.imports.Import;
import io.orrery.imports.Source;
import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.TypeCatalog;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.problem.Parsed;
import io.orrery.model.yaml.Checks;
import io.orrery.model.yaml.FlowReader;
import io.orrery.model.yaml.Strictness;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.quartz.DateBuilder.IntervalUnit;
import org.quartz.TimeOfDay;
import org.quartz.impl.triggers.AbstractTrigger;
import org.quartz.impl.triggers.CalendarIntervalTriggerImpl;
import org.quartz.impl.triggers.DailyTimeIntervalTriggerImpl;
import org.quartz.impl.triggers.SimpleTriggerImpl;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// A trigger that is mapped is due exactly when Quartz itself says.
class QuartzTimesTest {

  private static final Instant START = Instant.parse("2026-03-05T04:05:06Z");
  private static final int FIRES = 24;

  private static final TypeCatalog NO_PLUGINS =
      new TypeCatalog() {
        @Override
        public Optional<PluginType> find(String name) {
          return Optional.empty();
        }

        @Override
        public List<PluginType> all() {
          return List.of();
        }
      };

  static IntStream seeds() {
    return IntStream.range(0, 150);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void simple_triggers_fire_when_quartz_does(int seed) {
    var random = new Random(seed);
    var trigger = new SimpleTriggerImpl();
    int count = random.nextBoolean() ? -1 : random.nextInt(200);
    long seconds =
        List.of(1, 10, 60, 300, 420, 900, 2400, 3600, 5400, 21_600, 86_400, 604_800)
            .get(random.nextInt(12));
    trigger.setStartTime(Date.from(START));
    trigger.setRepeatCount(count);
    trigger.setRepeatInterval(seconds * 1000);
    same(
        trigger,
        "<simple><name>t</name><job-name>j</job-name><start-time>%s</start-time><repeat-count>%d</repeat-count><repeat-interval>%d</repeat-interval></simple>"
            .formatted(START, count, seconds * 1000));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void calendar_interval_triggers_fire_when_quartz_does(int seed) {
    var random = new Random(seed);
    var unit =
        List.of(
                IntervalUnit.SECOND,
                IntervalUnit.MINUTE,
                IntervalUnit.HOUR,
                IntervalUnit.DAY,
                IntervalUnit.WEEK,
                IntervalUnit.MONTH,
                IntervalUnit.YEAR)
            .get(random.nextInt(7));
    int interval = 1 + random.nextInt(4);
    var trigger = new CalendarIntervalTriggerImpl();
    trigger.setStartTime(Date.from(START));
    trigger.setTimeZone(TimeZone.getTimeZone("Asia/Shanghai"));
    trigger.setRepeatInterval(interval);
    trigger.setRepeatIntervalUnit(unit);
    // The XML has no zone for them; the tables have.
    var triggers =
        """
        SCHED_NAME,TRIGGER_NAME,TRIGGER_GROUP,JOB_NAME,JOB_GROUP,TRIGGER_TYPE,START_TIME,END_TIME,MISFIRE_INSTR
        s,t,g,j,DEFAULT,CAL_INT,%d,0,0
        """
            .formatted(START.toEpochMilli());
    var details =
        """
        SCHED_NAME,TRIGGER_NAME,TRIGGER_GROUP,STR_PROP_1,STR_PROP_2,INT_PROP_1
        s,t,g,%s,Asia/Shanghai,%d
        """
            .formatted(unit, interval);
    var jobs = "SCHED_NAME,JOB_NAME,JOB_GROUP,JOB_CLASS_NAME\ns,j,DEFAULT,a.B\n";
    same(
        trigger,
        List.of(new Source("t", triggers), new Source("d", details), new Source("j", jobs)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void daily_time_interval_triggers_fire_when_quartz_does(int seed) {
    var random = new Random(seed);
    var trigger = new DailyTimeIntervalTriggerImpl();
    int from = random.nextInt(12);
    int to = from + random.nextInt(12);
    int minutes = List.of(5, 15, 20, 30, 45, 60, 90, 120).get(random.nextInt(8));
    var days = new TreeSet<Integer>();
    for (int day = 1; day <= 7; day++) if (random.nextBoolean()) days.add(day);
    days.add(2);
    trigger.setStartTime(Date.from(START));
    trigger.setStartTimeOfDay(new TimeOfDay(from, 0));
    trigger.setEndTimeOfDay(new TimeOfDay(to, 30));
    trigger.setDaysOfWeek(days);
    trigger.setRepeatInterval(minutes);
    trigger.setRepeatIntervalUnit(IntervalUnit.MINUTE);
    same(
        trigger,
        ("<daily-time-interval><name>t</name><job-name>j</job-name><start-time>%s</start-time><repeat-interval>%d</repeat-interval>"
                + "<repeat-interval-unit>MINUTE</repeat-interval-unit><start-time-of-day>%d:00</start-time-of-day>"
                + "<end-time-of-day>%d:30</end-time-of-day><days-of-week>%s</days-of-week></daily-time-interval>")
            .formatted(
                START,
                minutes,
                from,
                to,
                String.join(",", days.stream().map(String::valueOf).toList())));
  }

  private static void same(AbstractTrigger<?> trigger, String xml) {
    var text =
        "<job-scheduling-data><schedule><job><name>j</name><job-class>a.B</job-class></job><trigger>"
            + xml
            + "</trigger></schedule></job-scheduling-data>";
    same(trigger, List.of(new Source("x", text)));
  }

  private static void same(AbstractTrigger<?> trigger, List<Source> sources) {
    var done = (Import.Done) Quartz.read(sources, "imported");
    var slots = slots(done.flows().getFirst().yaml());
    if (slots.isEmpty()) {
      assertThat(done.complete()).isFalse();
      return;
    }
    var wanted = new ArrayList<Instant>();
    var fire = Optional.ofNullable(trigger.computeFirstFireTime(null));
    while (fire.isPresent() && wanted.size() < FIRES) {
      wanted.add(fire.get().toInstant());
      fire = Optional.ofNullable(trigger.getFireTimeAfter(fire.get()));
    }
    assertThat(slots.stream().limit(wanted.size()).toList()).isEqualTo(wanted);
    if (wanted.size() < FIRES) assertThat(slots).hasSize(wanted.size());
  }

  /// Of all schedules together.
  private static Set<Instant> slots(String yaml) {
    var flow = (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(yaml);
    var slots = new TreeSet<Instant>();
    if (!(flow.get("triggers") instanceof List<?> triggers)) return slots;
    for (var trigger : triggers) {
      var text = new Dump(DumpSettings.builder().build()).dumpToString(trigger);
      var read = new FlowReader(NO_PLUGINS, Checks.NONE).readTrigger(text, Strictness.STRICT);
      assertThat(read).isInstanceOf(Parsed.Ok.class);
      var schedule = (Schedule) ((Parsed.Ok<?>) read).value();
      slots.addAll(
          Schedules.slots(schedule, ZoneId.of("UTC"))
              .between(Instant.EPOCH, Instant.parse("2300-01-01T00:00:00Z"), FIRES * 4));
    }
    return slots;
  }
}
