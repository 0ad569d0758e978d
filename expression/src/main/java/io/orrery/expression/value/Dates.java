package io.orrery.expression.value;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.FormatStyle;
import java.util.Date;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Moments in and out of the forms that the date filters know.
public final class Dates {

  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX", Locale.ROOT);
  private static final DateTimeFormatter ISO_SECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssXXX", Locale.ROOT);
  private static final DateTimeFormatter SQL =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);
  private static final DateTimeFormatter SQL_SECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

  private Dates() {}

  /// The moment in a format: a preset's name, a style's name or a Java pattern.
  ///
  /// @throws java.time.DateTimeException when the format cannot show it
  /// @throws IllegalArgumentException when the pattern is none
  public static String format(ZonedDateTime moment, String format, ZoneId zone, Locale locale) {
    return formatter(format, locale).withZone(zone).format(moment);
  }

  /// The moment that a value stands for. Texts without an offset, and local times, are in `zone`; a
  /// whole number counts seconds since 1970; a date as a value means noon, as a text its start.
  ///
  /// @param format that a text is written in; null for ISO
  /// @throws DateTimeParseException when a text is no moment
  /// @throws IllegalArgumentException when the value cannot be a moment
  public static ZonedDateTime moment(
      Object value, ZoneId zone, @Nullable String format, Locale locale) {
    return switch (value) {
      case ZonedDateTime moment -> moment;
      case OffsetDateTime moment -> moment.toZonedDateTime();
      case Instant instant -> instant.atZone(zone);
      case Date date -> date.toInstant().atZone(zone);
      case LocalDateTime local -> local.atZone(zone);
      case LocalDate date -> date.atTime(LocalTime.NOON).atZone(zone);
      case Long seconds -> Instant.ofEpochSecond(seconds).atZone(zone);
      case Integer seconds -> Instant.ofEpochSecond(seconds).atZone(zone);
      case String text -> parse(text, zone, format, locale);
      default ->
          throw new IllegalArgumentException("a " + Values.typeName(value) + " is not a date");
    };
  }

  /// The date in an ISO text or a moment, as written: no zone is applied.
  public static LocalDate date(Object value) {
    return switch (value) {
      case ZonedDateTime moment -> moment.toLocalDate();
      case OffsetDateTime moment -> moment.toLocalDate();
      case LocalDateTime local -> local.toLocalDate();
      case LocalDate date -> date;
      case Instant instant -> instant.atOffset(java.time.ZoneOffset.UTC).toLocalDate();
      default ->
          LocalDate.parse(
              value
                  .toString()
                  .strip()
                  .substring(0, Math.min(10, value.toString().strip().length())));
    };
  }

  private static ZonedDateTime parse(
      String text, ZoneId zone, @Nullable String format, Locale locale) {
    var zoned = format == null ? DateTimeFormatter.ISO_ZONED_DATE_TIME : formatter(format, locale);
    var local = format == null ? DateTimeFormatter.ISO_LOCAL_DATE_TIME : formatter(format, locale);
    var date = format == null ? DateTimeFormatter.ISO_LOCAL_DATE : formatter(format, locale);
    try {
      return ZonedDateTime.parse(text, zoned);
    } catch (DateTimeParseException _) {
      // not with an offset
    }
    try {
      return LocalDateTime.parse(text, local).atZone(zone);
    } catch (DateTimeParseException _) {
      return LocalDate.parse(text, date).atStartOfDay(zone);
    }
  }

  private static DateTimeFormatter formatter(String format, Locale locale) {
    var formatter =
        switch (format) {
          case "iso" -> ISO;
          case "iso_sec" -> ISO_SECONDS;
          case "sql" -> SQL;
          case "sql_seq", "sql_sec" -> SQL_SECONDS;
          case "iso_date_time" -> DateTimeFormatter.ISO_DATE_TIME;
          case "iso_date" -> DateTimeFormatter.ISO_DATE;
          case "iso_time" -> DateTimeFormatter.ISO_TIME;
          case "iso_local_date" -> DateTimeFormatter.ISO_LOCAL_DATE;
          case "iso_instant" -> DateTimeFormatter.ISO_INSTANT;
          case "iso_local_date_time" -> DateTimeFormatter.ISO_LOCAL_DATE_TIME;
          case "iso_local_time" -> DateTimeFormatter.ISO_LOCAL_TIME;
          case "iso_offset_time" -> DateTimeFormatter.ISO_OFFSET_TIME;
          case "iso_ordinal_date" -> DateTimeFormatter.ISO_ORDINAL_DATE;
          case "iso_week_date" -> DateTimeFormatter.ISO_WEEK_DATE;
          case "iso_zoned_date_time" -> DateTimeFormatter.ISO_ZONED_DATE_TIME;
          case "rfc_1123_date_time" -> DateTimeFormatter.RFC_1123_DATE_TIME;
          case "full" -> DateTimeFormatter.ofLocalizedDateTime(FormatStyle.FULL);
          case "long" -> DateTimeFormatter.ofLocalizedDateTime(FormatStyle.LONG);
          case "medium" -> DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM);
          case "short" -> DateTimeFormatter.ofLocalizedDateTime(FormatStyle.SHORT);
          default -> DateTimeFormatter.ofPattern(format, locale);
        };
    return formatter.withLocale(locale);
  }
}
