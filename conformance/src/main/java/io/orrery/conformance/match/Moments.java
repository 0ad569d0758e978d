package io.orrery.conformance.match;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.Date;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads moments and durations from text and from the types of java.time.
public final class Moments {

  private Moments() {}

  /// @param zone of a text that names none
  public static Optional<Instant> read(@Nullable Object value, ZoneId zone) {
    return switch (value) {
      case Instant instant -> Optional.of(instant);
      case ZonedDateTime moment -> Optional.of(moment.toInstant());
      case OffsetDateTime moment -> Optional.of(moment.toInstant());
      case LocalDateTime local -> Optional.of(local.atZone(zone).toInstant());
      case LocalDate date -> Optional.of(date.atStartOfDay(zone).toInstant());
      case Date date -> Optional.of(date.toInstant());
      case String text -> parse(text, zone);
      case null, default -> Optional.empty();
    };
  }

  private static Optional<Instant> parse(String text, ZoneId zone) {
    try {
      return read(parseAny(text), zone);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /// Lenient in nothing but the kind of date: with an offset, a zone, neither, or only the day.
  private static TemporalAccessor parseAny(String text) {
    try {
      return DateTimeFormatter.ISO_DATE_TIME.parseBest(
          text, ZonedDateTime::from, LocalDateTime::from);
    } catch (DateTimeException notIso) {
      return LocalDate.parse(text);
    }
  }

  /// `+PT1S` and `-PT5M` as well as `PT5M`.
  ///
  /// @throws UnknownMatcher when it is no duration
  public static Duration offset(String text) {
    try {
      return Duration.parse(text.startsWith("+") ? text.substring(1) : text);
    } catch (DateTimeException e) {
      throw new UnknownMatcher("duration " + text);
    }
  }

  /// A duration as a duration, as ISO text, or as seconds.
  public static Optional<Duration> duration(@Nullable Object value) {
    return switch (value) {
      case Duration duration -> Optional.of(duration);
      case Number seconds ->
          Optional.of(Duration.ofNanos(Values.number(seconds).movePointRight(9).longValue()));
      case String text -> parseDuration(text);
      case null, default -> Optional.empty();
    };
  }

  private static Optional<Duration> parseDuration(String text) {
    try {
      return Optional.of(Duration.parse(text));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
