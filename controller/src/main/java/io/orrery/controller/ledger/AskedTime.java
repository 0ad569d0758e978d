package io.orrery.controller.ledger;

import io.orrery.controller.Orchestrator.Refused;
import io.orrery.controller.Orchestrator.Refused.Reason;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/// Reads how people write a time.
public final class AskedTime {
  private AskedTime() {}

  /// @param text a time of day (`03:05`, the last one that has passed), a date, a local date-time
  ///   or an instant
  /// @param zone of what has none
  /// @throws Refused when it is none of these
  public static Instant read(String name, String text, ZoneId zone, Instant now) {
    // A plus sign in a query that nobody encoded is a space.
    var stripped = text.strip();
    try {
      if (stripped.matches("\\d{1,2}:\\d{2}(:\\d{2})?")) {
        return passed(
            LocalTime.parse(stripped.indexOf(':') == 1 ? "0" + stripped : stripped), zone, now);
      }
      if (stripped.matches("\\d{4}-\\d{2}-\\d{2}")) {
        return LocalDate.parse(stripped).atStartOfDay(zone).toInstant();
      }
      if (stripped.matches(".*[Tt ].* \\d{2}:?\\d{2}")) {
        stripped =
            stripped.substring(0, stripped.lastIndexOf(' '))
                + "+"
                + stripped.substring(stripped.lastIndexOf(' ') + 1);
      }
      var joined = stripped.replace(' ', 'T');
      if (joined.endsWith("]")) return ZonedDateTime.parse(joined).toInstant();
      if (joined.endsWith("Z")) return Instant.parse(joined);
      return joined.matches(".*T.*[+-]\\d{2}:?\\d{2}")
          ? OffsetDateTime.parse(joined).toInstant()
          : LocalDateTime.parse(joined).atZone(zone).toInstant();
    } catch (DateTimeException _) {
      throw new Refused(
          Reason.INVALID,
          "%s: '%s' is not a time; write 03:05, 2027-03-27, 2027-03-27T03:05 or 2027-03-27T03:05:00Z"
              .formatted(name, text.length() > 60 ? text.substring(0, 60) + "…" : text));
    }
  }

  private static Instant passed(LocalTime time, ZoneId zone, Instant now) {
    var today = now.atZone(zone).toLocalDate();
    var at = today.atTime(time).atZone(zone).toInstant();
    return at.isAfter(now) ? today.minusDays(1).atTime(time).atZone(zone).toInstant() : at;
  }
}
