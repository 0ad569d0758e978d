package io.orrery.model.yaml;

import io.orrery.model.flow.BusinessCalendar;
import io.orrery.model.flow.BusinessCalendar.Days;
import io.orrery.model.flow.BusinessCalendar.OnExcluded;
import io.orrery.model.problem.Code;
import io.orrery.model.yaml.YamlNode.Mapping;
import io.orrery.model.yaml.YamlNode.Scalar;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.MonthDay;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads `calendar` of a schedule, and files that are calendars.
final class CalendarReader {
  private CalendarReader() {}

  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]{0,99}");
  private static final Pattern YEARLY = Pattern.compile("\\d{2}-\\d{2}");
  private static final String WEEKEND = "WEEKEND";
  private static final String HOW =
      "Write a date (2027-12-24), a range (2027-12-24/2028-01-02), a day of each year (12-25), a"
          + " day of the week (SATURDAY, WEEKEND), {holidays: COUNTRY} or {name: CALENDAR}.";

  /// A name alone, or what the calendar says. Empty when there is none, or it cannot be read.
  static Optional<BusinessCalendar> property(Fields owner) {
    return switch (owner.node("calendar")) {
      case null -> Optional.empty();
      case Scalar name ->
          named(owner.reading(), name, owner.pathOf("calendar"))
              .map(days -> new BusinessCalendar(List.of(days), List.of(), OnExcluded.SKIP));
      case Mapping mapping -> {
        var path = owner.pathOf("calendar");
        var fields = new Fields(owner.reading(), mapping, path, "calendar");
        var calendar = whole(fields);
        var move = fields.choice("onExcluded", OnExcluded.class).orElse(OnExcluded.SKIP);
        fields.close();
        if (move != OnExcluded.SKIP && !calendar.isWhole()) {
          fields.error(
              Code.BAD_VALUE,
              "onExcluded",
              "onExcluded: only SKIP goes with a calendar of a file, whose days are not known"
                  + " before a time is due.",
              "Write the days here, or leave 'onExcluded' out.");
        }
        yield Optional.of(new BusinessCalendar(calendar.exclude(), calendar.include(), move));
      }
      case YamlNode.Sequence _ -> {
        owner.map("calendar");
        yield Optional.empty();
      }
    };
  }

  /// A file: `exclude` and `include`, without names of other files.
  static Optional<BusinessCalendar> file(Reading reading, YamlNode root) {
    return Values.mapping(reading, root, "")
        .map(
            mapping -> {
              var fields = new Fields(reading, mapping, "", "the calendar");
              fields.accept("description");
              var calendar = whole(fields);
              fields.close();
              if (!calendar.isWhole()) {
                reading.error(
                    Code.BAD_VALUE,
                    "",
                    root.at(),
                    "A calendar of a file cannot name another one.",
                    "Name both in the schedule.");
              }
              return calendar;
            });
  }

  private static BusinessCalendar whole(Fields fields) {
    var exclude = list(fields, "exclude");
    var include = list(fields, "include");
    if (!fields.has("exclude")) fields.missing("exclude");
    return new BusinessCalendar(exclude, include, OnExcluded.SKIP);
  }

  private static List<Days> list(Fields fields, String name) {
    var all = new ArrayList<Days>();
    var items = fields.list(name);
    for (int i = 0; i < items.size(); i++) {
      days(fields.reading(), items.get(i), fields.pathOf(name + "[" + i + "]")).ifPresent(all::add);
    }
    return all;
  }

  private static Optional<Days> days(Reading reading, YamlNode node, String path) {
    if (node instanceof Scalar scalar) return text(reading, scalar, path);
    if (!(node instanceof Mapping mapping)) {
      reading.error(Code.WRONG_TYPE, path, node.at(), path + ": is " + node.kind() + ".", HOW);
      return Optional.empty();
    }
    var fields = new Fields(reading, mapping, path, path);
    boolean holidays = fields.has("holidays");
    Optional<Days> found =
        holidays
            ? country(fields)
            : fields.node("name") instanceof Scalar name
                ? named(reading, name, fields.pathOf("name"))
                : Optional.empty();
    if (!holidays && !fields.has("name")) {
      reading.error(Code.BAD_VALUE, path, node.at(), path + ": names no days.", HOW);
    }
    fields.close();
    return found;
  }

  private static Optional<Days> country(Fields fields) {
    var country = fields.requiredText("holidays").strip();
    var known =
        fields.reading().checks().holidayCountries().stream()
            .anyMatch(code -> code.equalsIgnoreCase(country));
    if (!known) {
      fields.error(
          Code.BAD_VALUE,
          "holidays",
          "holidays: there is no calendar of public holidays for '%s'."
              .formatted(Values.abridged(country)),
          "Use the two letters of a country, as FR.");
      fields.accept("subDivision");
      return Optional.empty();
    }
    return Optional.of(new Days.Holidays(country, fields.text("subDivision")));
  }

  private static Optional<Days> named(Reading reading, Scalar scalar, String path) {
    var name = scalar.text().strip();
    if (NAME.matcher(name).matches()) return Optional.of(new Days.Named(name));
    reading.error(
        Code.BAD_VALUE,
        path,
        scalar.at(),
        "%s: '%s' is no name of a calendar.".formatted(path, Values.abridged(name)),
        "Use that of a file of the namespace: 'bank' for calendars/bank.yaml or"
            + " calendars/bank.ics.");
    return Optional.empty();
  }

  private static Optional<Days> text(Reading reading, Scalar scalar, String path) {
    var text = scalar.text().strip();
    try {
      var days = read(text);
      if (days.isPresent()) return days;
    } catch (DateTimeException _) {
      // Told below.
    }
    reading.error(
        Code.BAD_VALUE,
        path,
        scalar.at(),
        "%s: '%s' is no day.".formatted(path, Values.abridged(text)),
        HOW);
    return Optional.empty();
  }

  private static Optional<Days> read(String text) {
    var word = text.toUpperCase(Locale.ROOT);
    if (word.equals(WEEKEND)) {
      return Optional.of(new Days.Weekly(EnumSet.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY)));
    }
    for (var day : DayOfWeek.values()) {
      if (day.name().equals(word)) return Optional.of(new Days.Weekly(EnumSet.of(day)));
    }
    if (YEARLY.matcher(text).matches()) {
      return Optional.of(new Days.Yearly(MonthDay.parse("--" + text)));
    }
    int slash = text.indexOf('/');
    if (slash < 0) {
      return text.length() == 10
          ? Optional.of(new Days.On(LocalDate.parse(text)))
          : Optional.empty();
    }
    var first = LocalDate.parse(text.substring(0, slash).strip());
    var last = LocalDate.parse(text.substring(slash + 1).strip());
    return last.isBefore(first) ? Optional.empty() : Optional.of(new Days.Between(first, last));
  }
}
