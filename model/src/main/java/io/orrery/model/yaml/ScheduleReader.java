package io.orrery.model.yaml;

import io.orrery.model.flow.Condition;
import io.orrery.model.flow.Moments;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.flow.TriggerDef.DstRule;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.problem.Code;
import io.orrery.model.problem.Problem;
import io.orrery.model.yaml.YamlNode.Mapping;
import io.orrery.model.yaml.YamlNode.Scalar;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads Schedule and ScheduleOnDates triggers: Kestra's properties and our own (misfires, daylight
/// saving).
final class ScheduleReader {
  private ScheduleReader() {}

  /// A day field that only Quartz has: `?`, `L`, `L-3`, `LW`, `15W`, `6L`, `FRIL`, `6#3`.
  private static final Pattern QUARTZ_ONLY =
      Pattern.compile("\\?|L(-\\d+)?W?|LW|\\d+[LW]|[A-Z]{3}L|\\w+#\\d");

  private enum Preset {
    ORRERY,
    VIXIE,
    LITERAL
  }

  static Schedule cron(Fields fields, TriggerDef.Common common) {
    boolean withSeconds = fields.flag("withSeconds", false);
    var cron = fields.requiredText("cron").strip();
    var dialect =
        fields
            .choice(fields.eitherOf("cronDialect", "dialect"), CronDialect.class)
            .orElseGet(() -> dialectOf(cron));
    if (!cron.isEmpty()) check(fields, cron, dialect, withSeconds);
    var moments =
        new Moments.OfCron(
            cron, dialect, withSeconds, daylightSaving(fields, cron, dialect, withSeconds));
    var schedule = schedule(fields, common, moments);
    fields.deprecated(
        "backfill",
        "The property backfill is ignored.",
        "Start a backfill by the API or the page.");
    fields.accept("backfill");
    return schedule;
  }

  static Schedule onDates(Fields fields, TriggerDef.Common common) {
    var schedule = schedule(fields, common, DateListReader.read(fields));
    fields.accept("interval");
    return schedule;
  }

  private static Schedule schedule(Fields fields, TriggerDef.Common common, Moments moments) {
    fields.accept("logLevel", "minLogLevel", "logToFile");
    return new Schedule(
        common,
        moments,
        zone(fields),
        fields.templates("inputs"),
        RecoveryReader.recover(fields),
        fields.duration("misfireThreshold").orElse(Schedule.MISFIRE_THRESHOLD_DEFAULT),
        fields.duration("lateMaximumDelay"),
        conditions(fields),
        RecoveryReader.catchUp(fields),
        RecoveryReader.jitter(fields),
        RecoveryReader.overlap(fields));
  }

  /// Quartz when a field can only be Quartz's or there are seven, else Kestra's.
  static CronDialect dialectOf(String cron) {
    var fields = cron.toUpperCase(Locale.ROOT).split("\\s+", -1);
    if (fields.length == 7) return CronDialect.QUARTZ;
    for (var field : fields) {
      for (var part : field.split(",", -1)) {
        if (QUARTZ_ONLY.matcher(part).matches()) return CronDialect.QUARTZ;
      }
    }
    return CronDialect.KESTRA;
  }

  private static void check(Fields fields, String cron, CronDialect dialect, boolean withSeconds) {
    for (var remark : fields.reading().checks().cron(cron, dialect, withSeconds)) {
      fields
          .reading()
          .add(
              new Problem(
                  Code.BAD_CRON,
                  remark.severity(),
                  fields.pathOf("cron"),
                  fields.at("cron"),
                  remark.what(),
                  remark.mend()));
    }
  }

  private static Optional<ZoneId> zone(Fields fields) {
    var text = fields.text(fields.eitherOf("timezone", "timeZone"));
    if (text.isEmpty()) return Optional.empty();
    try {
      return Optional.of(ZoneId.of(text.get().strip()));
    } catch (DateTimeException unknown) {
      fields.error(
          Code.BAD_VALUE,
          "timezone",
          "timezone: Unknown time-zone ID: %s.".formatted(Values.abridged(text.get().strip())),
          fields
              .reading()
              .suggestion(text.get(), ZoneId.getAvailableZoneIds().stream().sorted().toList()));
      return Optional.empty();
    }
  }

  /// A preset by name, or `{gap, overlap}`.
  private static DstRule daylightSaving(
      Fields fields, String cron, CronDialect dialect, boolean withSeconds) {
    return switch (fields.node("dst")) {
      case null -> DstRule.ORRERY;
      case Scalar _ ->
          switch (fields.choice("dst", Preset.class).orElse(Preset.ORRERY)) {
            case ORRERY -> DstRule.ORRERY;
            case VIXIE ->
                followsTheClock(cron, dialect == CronDialect.QUARTZ || withSeconds)
                    ? DstRule.LITERAL
                    : DstRule.ORRERY;
            case LITERAL -> DstRule.LITERAL;
          };
      case Mapping mapping -> {
        var rule = new Fields(fields.reading(), mapping, fields.pathOf("dst"), "dst");
        var gap = rule.choice("gap", DstRule.Gap.class).orElse(DstRule.ORRERY.gap());
        var overlap =
            rule.choice("overlap", DstRule.Overlap.class).orElse(DstRule.ORRERY.overlap());
        rule.close();
        yield new DstRule(gap, overlap);
      }
      case YamlNode.Sequence _ -> {
        fields.map("dst");
        yield DstRule.ORRERY;
      }
    };
  }

  /// Vixie's rule: where the minute or the hour is written with a star first, the daemon takes the
  /// clock as it is, gaps and repeated hours included.
  private static boolean followsTheClock(String cron, boolean secondsFirst) {
    var fields = cron.split("\\s+", -1);
    int minute = secondsFirst ? 1 : 0;
    return fields.length > minute + 1
        && (fields[minute].startsWith("*") || fields[minute + 1].startsWith("*"));
  }

  private static List<Condition> conditions(Fields fields) {
    fields.deprecated(
        "scheduleConditions",
        "'scheduleConditions' is the old name of 'conditions'.",
        "Write 'conditions'.");
    var conditions = new ArrayList<Condition>();
    conditions.addAll(ConditionReader.list(fields, "scheduleConditions"));
    conditions.addAll(ConditionReader.all(fields, "conditions"));
    CalendarReader.property(fields).map(Condition.OnCalendar::new).ifPresent(conditions::add);
    return conditions;
  }
}
