package io.orrery.model.yaml;

import io.orrery.model.flow.TimeWindow;
import io.orrery.model.flow.TimeWindow.TimeOfDay;
import io.orrery.model.problem.Code;
import io.orrery.model.yaml.YamlNode.Scalar;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Reads windows of time: Kestra 1's `timeWindow` and Kestra 2's `window`.
final class TimeWindowReader {
  private TimeWindowReader() {}

  private static final Duration DAY = Duration.ofDays(1);
  private static final TimeOfDay MIDNIGHT = new TimeOfDay(LocalTime.MIDNIGHT, Optional.empty());

  /// Which fields each kind of window takes; those in the first list are required.
  private record Shape(List<String> required, List<String> optional) {}

  private static final Map<String, Shape> SHAPES =
      Map.of(
          "DAILY_TIME_DEADLINE", new Shape(List.of("deadline"), List.of()),
          "DAILY_TIME_WINDOW", new Shape(List.of("startTime", "endTime"), List.of()),
          "DURATION_WINDOW", new Shape(List.of(), List.of("window", "windowAdvance")),
          "SLIDING_WINDOW", new Shape(List.of("window"), List.of()));

  private static final List<String> FIELDS =
      List.of("deadline", "startTime", "endTime", "window", "windowAdvance");

  /// `timeWindow` of a precondition.
  static TimeWindow typed(Fields fields) {
    var type = fields.text("type").orElse("DURATION_WINDOW").toUpperCase(Locale.ROOT);
    var shape = SHAPES.get(type);
    if (shape == null) {
      Values.badChoice(
          fields.reading(),
          (Scalar) Objects.requireNonNull(fields.node("type")),
          fields.pathOf("type"),
          SHAPES.keySet().stream().sorted().toList());
      return TimeWindow.DEFAULT;
    }
    for (var name : FIELDS) {
      if (shape.required().contains(name)) {
        if (!fields.has(name)) fields.missing(name);
      } else if (fields.has(name) && !shape.optional().contains(name)) {
        fields.error(
            Code.BAD_VALUE,
            name,
            "%s: a time window of type %s cannot have it.".formatted(name, type),
            "Remove it.");
      }
    }
    var window =
        switch (type) {
          case "DAILY_TIME_DEADLINE" -> new TimeWindow.Deadline(time(fields, "deadline"));
          case "DAILY_TIME_WINDOW" ->
              new TimeWindow.Daily(time(fields, "startTime"), time(fields, "endTime"));
          case "SLIDING_WINDOW" -> new TimeWindow.FromFirst(length(fields, "window"));
          default -> every(fields, "window", "windowAdvance");
        };
    fields.close();
    return window;
  }

  static TimeWindow every(Fields fields, String length, String advance) {
    return new TimeWindow.Every(
        length(fields, length), fields.duration(advance).orElse(Duration.ZERO));
  }

  /// `window` of a `dependsOn`: one of `{deadline}`, `{from, to}`, `{every, offset}`, `{lookback}`.
  static TimeWindow untyped(Fields fields) {
    if (fields.has("deadline")) return new TimeWindow.Deadline(time(fields, "deadline"));
    if (fields.has("from") || fields.has("to")) {
      for (var name : List.of("from", "to")) {
        if (!fields.has(name)) fields.missing(name);
      }
      return new TimeWindow.Daily(time(fields, "from"), time(fields, "to"));
    }
    if (fields.has("every")) return every(fields, "every", "offset");
    if (fields.has("lookback")) return new TimeWindow.Lookback(length(fields, "lookback"));
    return TimeWindow.DEFAULT;
  }

  private static Duration length(Fields fields, String name) {
    var length = fields.duration(name);
    if (length.filter(it -> it.isZero() || it.isNegative()).isPresent()) {
      fields.error(Code.BAD_VALUE, name, name + ": must be longer than nothing.", "");
      return DAY;
    }
    return length.orElse(DAY);
  }

  private static TimeOfDay time(Fields fields, String name) {
    var text = fields.text(name).map(String::strip).orElse("");
    if (text.isEmpty()) return MIDNIGHT;
    try {
      return new TimeOfDay(LocalTime.parse(text), Optional.empty());
    } catch (DateTimeException local) {
      try {
        var time = OffsetTime.parse(text);
        return new TimeOfDay(time.toLocalTime(), Optional.of(time.getOffset()));
      } catch (DateTimeException none) {
        fields.error(
            Code.BAD_VALUE,
            name,
            "%s: '%s' is not a time of day.".formatted(name, Values.abridged(text)),
            "Write it like 09:00:00 or 09:00:00+01:00.");
        return MIDNIGHT;
      }
    }
  }
}
