package io.orrery.imports.quartz;

import io.orrery.imports.quartz.Scheduled.Data;
import io.orrery.imports.quartz.Scheduled.Job;
import io.orrery.imports.quartz.Scheduled.Moment;
import io.orrery.imports.quartz.Scheduled.Name;
import io.orrery.imports.quartz.Scheduled.Stray;
import io.orrery.imports.quartz.Scheduled.Timing;
import io.orrery.imports.quartz.Scheduled.Trigger;
import io.orrery.imports.quartz.Scheduled.Unit;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Reads `job-scheduling-data`, as the XML plugin of Quartz 1.8 and 2 does.
final class QuartzXml {
  private final List<Stray> strays = new ArrayList<>();

  private static final Set<String> TRIGGERS =
      Set.of("cron", "simple", "calendar-interval", "daily-time-interval");

  private QuartzXml() {}

  static Scheduled read(XmlNode root) {
    return new QuartzXml().scheduled(root);
  }

  private Scheduled scheduled(XmlNode root) {
    var jobs = new ArrayList<Job>();
    var triggers = new ArrayList<Trigger>();
    for (var part : root.children()) {
      switch (part.name()) {
        case "schedule" -> {
          for (var child : part.children()) {
            switch (child.name()) {
              case "job" -> jobs.add(job(child));
              case "trigger" ->
                  child.children().stream()
                      .filter(node -> !TRIGGERS.contains(node.name()))
                      .forEach(this::unknown);
              default -> unknown(child);
            }
          }
          for (var trigger : part.all("trigger")) {
            trigger.children().stream()
                .filter(node -> TRIGGERS.contains(node.name()))
                .map(this::trigger)
                .forEach(triggers::add);
          }
        }
        case "pre-processing-commands" -> {
          for (var command : part.children()) {
            strays.add(
                new Stray(
                    command.place(),
                    command.name(),
                    "Quartz deletes these when it starts; flows are deleted by people.",
                    false));
          }
        }
        case "processing-directives" -> {
          // How the plugin treats jobs that are there already: nothing that runs.
        }
        default -> unknown(part);
      }
    }
    return new Scheduled(jobs, triggers, strays);
  }

  private void unknown(XmlNode node) {
    strays.add(
        new Stray(
            node.place(), "element '" + node.name() + "'", "it is not known here: left out", true));
  }

  private Job job(XmlNode node) {
    node.all("job-listener-ref").forEach(this::unknown);
    return new Job(
        node.place(),
        key(node, "name", "group"),
        node.textOf("description").orElse(""),
        node.textOf("job-class").orElse(""),
        data(node),
        Optional.empty());
  }

  private static Name key(XmlNode node, String name, String group) {
    return new Name(
        "", node.textOf(group).orElse(Name.DEFAULT_GROUP), node.textOf(name).orElse(""));
  }

  private static Data data(XmlNode node) {
    var values = new LinkedHashMap<String, String>();
    for (var map : node.all("job-data-map")) {
      for (var entry : map.all("entry")) {
        entry.textOf("key").ifPresent(key -> values.put(key, entry.textOf("value").orElse("")));
      }
    }
    return new Data(values, false);
  }

  private Trigger trigger(XmlNode node) {
    var key = key(node, "name", "group");
    var misfire = node.textOf("misfire-instruction");
    var named = misfire.map(Misfire::named).orElse(Optional.of(Misfire.SMART));
    if (named.isEmpty()) {
      strays.add(
          new Stray(
              node.place(),
              "misfire instruction of trigger '" + key.text() + "'",
              "'%s' is not known: taken as the smart policy".formatted(misfire.orElse("")),
              true));
    }
    return new Trigger(
        node.place(),
        key,
        key(node, "job-name", "job-group"),
        node.textOf("description").orElse(""),
        timing(node),
        named.orElse(Misfire.SMART),
        moment(node, "start-time"),
        moment(node, "end-time"),
        node.textOf("calendar-name"),
        node.textOf("priority")
            .filter(text -> text.matches("\\d{1,9}"))
            .map(Integer::valueOf)
            .orElse(Trigger.PRIORITY_DEFAULT),
        data(node),
        "",
        false);
  }

  private Timing timing(XmlNode node) {
    try {
      return switch (node.name()) {
        case "cron" ->
            new Timing.OfCron(
                String.join(" ", node.textOf("cron-expression").orElse("").split("\\s+")),
                zone(node));
        case "simple" ->
            new Timing.Simple(
                number(node, "repeat-interval").orElse(0L),
                number(node, "repeat-count").orElse(0L));
        case "calendar-interval" ->
            new Timing.Calendar(
                number(node, "repeat-interval").orElse(0L), unit(node, Unit.DAY), zone(node));
        default ->
            new Timing.Daily(
                number(node, "repeat-interval").orElse(1L),
                unit(node, Unit.MINUTE),
                days(node.textOf("days-of-week").orElse("")),
                timeOfDay(node.textOf("start-time-of-day").orElse("00:00:00")),
                timeOfDay(node.textOf("end-time-of-day").orElse("23:59:59")),
                number(node, "repeat-count").orElse(Timing.Simple.FOREVER));
      };
    } catch (DateTimeException | IllegalArgumentException wrong) {
      return new Timing.Unknown(node.name(), String.valueOf(wrong.getMessage()));
    }
  }

  private static Unit unit(XmlNode node, Unit otherwise) {
    return node.textOf("repeat-interval-unit")
        .map(text -> Unit.valueOf(text.toUpperCase(Locale.ROOT)))
        .orElse(otherwise);
  }

  private static Optional<Long> number(XmlNode node, String child) {
    return node.textOf(child)
        .map(
            text ->
                text.equals("REPEAT_INDEFINITELY") ? Timing.Simple.FOREVER : Long.parseLong(text));
  }

  private static Optional<ZoneId> zone(XmlNode node) {
    // Quartz takes java.util.TimeZone's ids, the three-letter ones among them.
    return node.textOf("time-zone").map(id -> ZoneId.of(id, ZoneId.SHORT_IDS));
  }

  private Optional<Moment> moment(XmlNode node, String child) {
    var text = node.textOf(child);
    if (text.isEmpty()) return Optional.empty();
    try {
      return Optional.of(moment(text.get()));
    } catch (DateTimeException _) {
      strays.add(
          new Stray(
              node.place(),
              child + " of trigger '" + key(node, "name", "group").text() + "'",
              "'%s' is no time: left out".formatted(text.get()),
              true));
      return Optional.empty();
    }
  }

  private static Moment moment(String text) {
    boolean zoned = text.matches(".*(Z|[+-]\\d\\d:?\\d\\d)");
    return zoned
        ? new Moment(OffsetDateTime.parse(text).toZonedDateTime(), true)
        : new Moment(LocalDateTime.parse(text.replace(' ', 'T')).atZone(ZoneOffset.UTC), false);
  }

  static int timeOfDay(String text) {
    var parts = text.split(":", -1);
    if (parts.length < 2 || parts.length > 3) {
      throw new IllegalArgumentException("'" + text + "' is no time of the day");
    }
    int seconds = parts.length == 3 ? Integer.parseInt(parts[2]) : 0;
    return Integer.parseInt(parts[0]) * 3600 + Integer.parseInt(parts[1]) * 60 + seconds;
  }

  /// Numbers (1 is Sunday) or names, between commas; none means all.
  static SortedSet<Integer> days(String text) {
    if (text.isBlank()) {
      return IntStream.rangeClosed(1, 7).boxed().collect(Collectors.toCollection(TreeSet::new));
    }
    var names = List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");
    return Arrays.stream(text.split("[,\\s]+"))
        .filter(day -> !day.isEmpty())
        .map(
            day -> {
              if (day.matches("[1-7]")) return Integer.valueOf(day);
              int found =
                  names.indexOf(
                      day.substring(0, Math.min(3, day.length())).toUpperCase(Locale.ROOT));
              if (found < 0) throw new IllegalArgumentException("'" + day + "' is no day");
              return found + 1;
            })
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
