package io.orrery.imports.quartz;

import io.orrery.imports.quartz.CsvTable.Row;
import io.orrery.imports.quartz.Scheduled.Data;
import io.orrery.imports.quartz.Scheduled.Job;
import io.orrery.imports.quartz.Scheduled.Moment;
import io.orrery.imports.quartz.Scheduled.Name;
import io.orrery.imports.quartz.Scheduled.Stray;
import io.orrery.imports.quartz.Scheduled.Timing;
import io.orrery.imports.quartz.Scheduled.Trigger;
import io.orrery.imports.quartz.Scheduled.Unit;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/// Reads the QRTZ_ tables. Which table a text holds is seen from its columns.
final class QuartzTables {

  enum Table {
    JOB_DETAILS,
    TRIGGERS,
    CRON_TRIGGERS,
    SIMPLE_TRIGGERS,
    SIMPROP_TRIGGERS,
    CALENDARS,
    /// What is under way, who is in the cluster: nothing to import.
    STATE
  }

  private final Map<Table, List<Row>> rows = new EnumMap<>(Table.class);
  private final List<Stray> strays = new ArrayList<>();

  /// Empty when it is none of them.
  static Optional<Table> table(CsvTable csv) {
    var columns = csv.columns();
    if (columns.contains("JOB_CLASS_NAME")) return Optional.of(Table.JOB_DETAILS);
    if (columns.contains("TRIGGER_TYPE")) return Optional.of(Table.TRIGGERS);
    if (columns.contains("CRON_EXPRESSION")) return Optional.of(Table.CRON_TRIGGERS);
    if (columns.contains("REPEAT_INTERVAL")) return Optional.of(Table.SIMPLE_TRIGGERS);
    if (columns.contains("STR_PROP_1")) return Optional.of(Table.SIMPROP_TRIGGERS);
    if (columns.contains("CALENDAR") || columns.contains("CALENDAR_NAME"))
      return Optional.of(Table.CALENDARS);
    boolean state =
        columns.contains("ENTRY_ID")
            || columns.contains("LAST_CHECKIN_TIME")
            || columns.contains("LOCK_NAME")
            || columns.contains("TRIGGER_GROUP");
    return state ? Optional.of(Table.STATE) : Optional.empty();
  }

  void add(Table table, CsvTable csv) {
    rows.computeIfAbsent(table, _ -> new ArrayList<>()).addAll(csv.rows());
  }

  private List<Row> of(Table table) {
    return rows.getOrDefault(table, List.of());
  }

  Scheduled scheduled() {
    var jobs = of(Table.JOB_DETAILS).stream().map(this::job).toList();
    var details = new TreeMap<String, Row>();
    for (var table : List.of(Table.CRON_TRIGGERS, Table.SIMPLE_TRIGGERS, Table.SIMPROP_TRIGGERS)) {
      of(table).forEach(row -> details.put(triggerKey(row).toString(), row));
    }
    var triggers =
        of(Table.TRIGGERS).stream()
            .map(
                row ->
                    trigger(row, Optional.ofNullable(details.remove(triggerKey(row).toString()))))
            .toList();
    details
        .values()
        .forEach(
            row ->
                strays.add(
                    new Stray(
                        row.place(),
                        "timing of trigger '" + triggerKey(row).text() + "'",
                        "QRTZ_TRIGGERS has no such trigger: left out",
                        true)));
    for (var row : of(Table.CALENDARS)) {
      strays.add(
          new Stray(
              row.place(),
              "calendar '" + row.text("CALENDAR_NAME") + "'",
              "it is a serialised Java object, which is not read: write its days into"
                  + " calendars/%s.yaml of the namespace".formatted(row.text("CALENDAR_NAME")),
              true));
    }
    return new Scheduled(jobs, triggers, strays);
  }

  private static Name key(Row row, String kind) {
    return new Name(row.text("SCHED_NAME"), row.text(kind + "_GROUP"), row.text(kind + "_NAME"));
  }

  private static Name triggerKey(Row row) {
    return key(row, "TRIGGER");
  }

  private Job job(Row row) {
    boolean known = row.values().containsKey("IS_NONCONCURRENT");
    return new Job(
        row.place(),
        key(row, "JOB"),
        row.text("DESCRIPTION"),
        row.text("JOB_CLASS_NAME"),
        data(row.text("JOB_DATA")),
        known ? Optional.of(!row.flag("IS_NONCONCURRENT")) : Optional.empty());
  }

  private Trigger trigger(Row row, Optional<Row> details) {
    var key = triggerKey(row);
    var timing = timing(row.text("TRIGGER_TYPE"), details);
    var misfire =
        Misfire.numbered(row.number("MISFIRE_INSTR").orElse(0L), timing instanceof Timing.Simple);
    if (misfire.isEmpty()) {
      strays.add(
          new Stray(
              row.place(),
              "misfire instruction of trigger '" + key.text() + "'",
              row.text("MISFIRE_INSTR") + " is not known: taken as the smart policy",
              true));
    }
    return new Trigger(
        row.place(),
        key,
        key(row, "JOB"),
        row.text("DESCRIPTION"),
        timing,
        misfire.orElse(Misfire.SMART),
        moment(row, "START_TIME"),
        moment(row, "END_TIME"),
        Optional.of(row.text("CALENDAR_NAME")).filter(name -> !name.isEmpty()),
        row.number("PRIORITY").orElse((long) Trigger.PRIORITY_DEFAULT).intValue(),
        data(row.text("JOB_DATA")),
        row.text("TRIGGER_STATE"),
        row.number("PREV_FIRE_TIME").filter(time -> time > 0).isPresent());
  }

  private static Optional<Moment> moment(Row row, String column) {
    return row.number(column)
        .filter(millis -> millis > 0)
        .map(millis -> new Moment(Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC), true));
  }

  private static Timing timing(String type, Optional<Row> details) {
    if (details.isEmpty()) {
      return new Timing.Unknown(
          type,
          type.equals("BLOB")
              ? "it is a serialised Java object, which is not read"
              : "the table of its timing was not given, or does not know it");
    }
    var row = details.get();
    try {
      return switch (type.toUpperCase(Locale.ROOT)) {
        case "CRON" ->
            new Timing.OfCron(
                String.join(" ", row.text("CRON_EXPRESSION").strip().split("\\s+")),
                zone(row.text("TIME_ZONE_ID")));
        case "SIMPLE" ->
            new Timing.Simple(
                row.number("REPEAT_INTERVAL").orElse(0L), row.number("REPEAT_COUNT").orElse(0L));
        case "CAL_INT" ->
            new Timing.Calendar(
                row.number("INT_PROP_1").orElse(0L),
                Unit.valueOf(row.text("STR_PROP_1")),
                zone(row.text("STR_PROP_2")));
        case "DAILY_I" -> daily(row);
        default -> new Timing.Unknown(type, "this type of trigger is not known");
      };
    } catch (DateTimeException | IllegalArgumentException wrong) {
      return new Timing.Unknown(type, String.valueOf(wrong.getMessage()));
    }
  }

  /// STR_PROP_3 is `h,m,s,h,m,s`: the first and the last time of a day.
  private static Timing daily(Row row) {
    var times = row.text("STR_PROP_3").split(",", -1);
    if (times.length != 6) {
      throw new IllegalArgumentException("'" + row.text("STR_PROP_3") + "' are no times of a day");
    }
    return new Timing.Daily(
        row.number("INT_PROP_1").orElse(1L),
        Unit.valueOf(row.text("STR_PROP_1")),
        QuartzXml.days(row.text("STR_PROP_2")),
        QuartzXml.timeOfDay(times[0] + ":" + times[1] + ":" + times[2]),
        QuartzXml.timeOfDay(times[3] + ":" + times[4] + ":" + times[5]),
        row.number("LONG_PROP_1").orElse(Timing.Simple.FOREVER));
  }

  private static Optional<ZoneId> zone(String id) {
    return id.isBlank() ? Optional.empty() : Optional.of(ZoneId.of(id.strip(), ZoneId.SHORT_IDS));
  }

  /// A job data map: the text of Java properties (`useProperties`), plain or in hexadecimal digits;
  /// anything else is a serialised object.
  static Data data(String cell) {
    var text = cell.strip();
    if (text.isEmpty()) return Data.NONE;
    var bytes = text.replaceFirst("^(\\\\x|0x|X')", "").replaceFirst("'$", "");
    if (bytes.matches("([0-9a-fA-F]{2})+")) {
      text = new String(HexFormat.of().parseHex(bytes), StandardCharsets.ISO_8859_1);
    }
    if (!text.startsWith("#")) return new Data(Map.of(), true);
    var properties = new Properties();
    try {
      properties.load(new StringReader(text));
    } catch (IOException | IllegalArgumentException _) {
      return new Data(Map.of(), true);
    }
    var values = new LinkedHashMap<String, String>();
    properties.stringPropertyNames().stream()
        .sorted()
        .forEach(name -> values.put(name, properties.getProperty(name)));
    return new Data(values, false);
  }
}
