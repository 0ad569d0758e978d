package io.orrery.controller.evaluation;

import io.orrery.engine.condition.OpenDays;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.Services;
import io.orrery.expression.value.Holidays;
import io.orrery.model.flow.BusinessCalendar;
import io.orrery.model.id.Lineage;
import io.orrery.model.problem.Parsed;
import io.orrery.model.yaml.CalendarFiles;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The calendars that are files: `calendars/NAME.yaml` or `calendars/NAME.ics` of a namespace, or
/// of the nearest of its parents that has one. Each is read once for a rendering; so all that is
/// judged together sees the same days.
final class NamedCalendars {

  private static final String[] ENDINGS = {".yaml", ".yml", ".ics"};

  private final String namespace;
  private final Services services;
  private final Map<String, Closed> read = new LinkedHashMap<>();

  NamedCalendars(String namespace, Services services) {
    this.namespace = namespace;
    this.services = services;
  }

  private interface Closed {
    boolean on(LocalDate day);
  }

  /// @throws ExpressionException when there is no such calendar, or it cannot be read
  boolean excluded(String name, LocalDate day) {
    var known = Optional.ofNullable(read.get(name));
    var calendar = known.orElseGet(() -> find(name));
    read.put(name, calendar);
    return calendar.on(day);
  }

  private Closed find(String name) {
    for (var one : Lineage.of(namespace)) {
      for (var ending : ENDINGS) {
        var path = "calendars/" + name + ending;
        if (services.fileSize(path, Optional.of(one)) >= 0) {
          var bytes = services.read(path, Optional.of(one), Optional.empty());
          var text = new String(bytes, StandardCharsets.UTF_8);
          return ending.equals(".ics") ? ical(path, text) : yaml(path, text);
        }
      }
    }
    throw new ExpressionException(
        "there is no calendar '%s': neither calendars/%s.yaml nor calendars/%s.ics is a file of namespace '%s' or of its parents"
            .formatted(name, name, name, namespace),
        0);
  }

  private static Closed ical(String path, String text) {
    try {
      return IcalDays.read(text)::has;
    } catch (ExpressionException e) {
      throw new ExpressionException(path + ": " + e.getMessage(), 0, e);
    }
  }

  private static Closed yaml(String path, String text) {
    return switch (CalendarFiles.read(text, Holidays.countries())) {
      case Parsed.Ok<BusinessCalendar>(var calendar, _) -> day -> !OpenDays.isOpen(calendar, day);
      case Parsed.Bad<BusinessCalendar>(var problems) ->
          throw new ExpressionException(problems.getFirst().text(path), 0);
    };
  }
}
