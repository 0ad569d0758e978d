package io.orrery.model.yaml;

import io.orrery.model.flow.Moments;
import io.orrery.model.problem.Code;
import io.orrery.model.yaml.YamlNode.Scalar;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.List;

/// Reads the `dates` of a ScheduleOnDates trigger: with an offset or a zone, or local ones. Slots
/// lie on whole seconds, so a fraction of one is dropped.
final class DateListReader {

  private static final DateTimeFormatter DATE =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .optionalStart()
          .appendLiteral('T')
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .optionalEnd()
          .optionalStart()
          .appendOffsetId()
          .optionalEnd()
          .optionalStart()
          .appendLiteral('[')
          .parseCaseSensitive()
          .appendZoneRegionId()
          .appendLiteral(']')
          .optionalEnd()
          .toFormatter();

  private final Fields fields;
  private final List<Instant> instants = new ArrayList<>();
  private final List<LocalDateTime> locals = new ArrayList<>();

  private DateListReader(Fields fields) {
    this.fields = fields;
  }

  static Moments.OnDates read(Fields fields) {
    var reader = new DateListReader(fields);
    // A template of the whole list stands there as text.
    var items = fields.node("dates") instanceof Scalar one ? List.of(one) : fields.list("dates");
    if (items.isEmpty()) fields.missingItems("dates");
    for (int i = 0; i < items.size(); i++) reader.date(items.get(i), "dates[" + i + "]");
    return new Moments.OnDates(reader.instants, reader.locals);
  }

  private void date(YamlNode node, String name) {
    if (node instanceof Scalar scalar && scalar.text().contains("{{")) {
      fields
          .reading()
          .warn(
              Code.NO_EFFECT,
              fields.pathOf(name),
              node.at(),
              "%s: a template; nothing is due on this date.".formatted(name),
              "Write the date itself.");
    } else if (!(node instanceof Scalar scalar) || !keep(scalar.text().strip())) {
      fields
          .reading()
          .error(
              Code.BAD_VALUE,
              fields.pathOf(name),
              node.at(),
              "%s: is no date.".formatted(name),
              "Write it as 2030-01-01T09:00:00Z or 2030-01-01T09:00:00+02:00, or without offset as "
                  + "a time of the trigger's 'timezone'.");
    }
  }

  /// @return whether it is a date
  private boolean keep(String text) {
    // As YAML writes it, with a space.
    var iso = text.matches("\\d{4}-\\d\\d-\\d\\d \\d.*") ? text.replaceFirst(" +", "T") : text;
    try {
      switch (DATE.parseBest(iso, ZonedDateTime::from, LocalDateTime::from, LocalDate::from)) {
        case ZonedDateTime zoned -> instants.add(zoned.toInstant().truncatedTo(ChronoUnit.SECONDS));
        case LocalDateTime local -> locals.add(local.truncatedTo(ChronoUnit.SECONDS));
        case LocalDate day -> locals.add(day.atStartOfDay());
        case TemporalAccessor other -> throw new IllegalStateException("not asked for: " + other);
      }
      return true;
    } catch (DateTimeException _) {
      return false;
    }
  }
}
