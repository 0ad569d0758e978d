package io.orrery.expression.library;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.value.Dates;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/// Filters over moments, and `now()`.
final class DateFilters {

  private static final List<String> FORMAT =
      List.of("format", "timeZone", "existingFormat", "locale");

  private DateFilters() {}

  static List<Filter> all() {
    return List.of(
        Filter.of(
            "date",
            FORMAT,
            (input, arguments, context) ->
                format(moment(input, arguments, context), arguments, context)),
        Filter.of(
            "dateAdd",
            List.of("amount", "unit", "format", "timeZone", "existingFormat", "locale"),
            DateFilters::add),
        timestamp("timestamp", ZonedDateTime::toEpochSecond),
        timestamp("timestampMilli", moment -> moment.toInstant().toEpochMilli()),
        timestamp("timestampMicro", DateFilters::micros),
        timestamp(
            "timestampNano", moment -> Math.addExact(nanosOfSeconds(moment), moment.getNano())));
  }

  static List<Function> functions() {
    return List.of(
        Function.of(
            "now",
            FORMAT,
            (arguments, context) ->
                format(now(context, zone(arguments, context)), arguments, context)));
  }

  private static ZonedDateTime now(Context context, ZoneId zone) {
    Instant now = context.services().now();
    return now.atZone(zone);
  }

  private static Filter timestamp(String name, ToLongFunction<ZonedDateTime> count) {
    return Filter.of(
        name,
        List.of("timeZone", "existingFormat"),
        (input, arguments, context) ->
            count.applyAsLong(
                Dates.moment(
                    input,
                    zone(arguments, context),
                    arguments.textOrNull("existingFormat"),
                    context.locale())));
  }

  /// Kestra's figure, kept as it is: the seconds in nanoseconds plus the micros of the second.
  private static long micros(ZonedDateTime moment) {
    return Math.addExact(nanosOfSeconds(moment), TimeUnit.NANOSECONDS.toMicros(moment.getNano()));
  }

  private static long nanosOfSeconds(ZonedDateTime moment) {
    return Math.multiplyExact(moment.toEpochSecond(), 1_000_000_000L);
  }

  private static Object add(Object input, Arguments arguments, Context context) {
    long amount = arguments.whole("amount");
    var unit = unit(arguments.text("unit"));
    return format(moment(input, arguments, context).plus(amount, unit), arguments, context);
  }

  private static ChronoUnit unit(String name) {
    try {
      return ChronoUnit.valueOf(name);
    } catch (IllegalArgumentException _) {
      throw new ExpressionException(
          "'" + name + "' is not a unit of time; it is one of DAYS, HOURS, MINUTES, SECONDS …", 0);
    }
  }

  private static ZonedDateTime moment(Object input, Arguments arguments, Context context) {
    return Dates.moment(
        input,
        zone(arguments, context),
        arguments.textOrNull("existingFormat"),
        locale(arguments, context));
  }

  private static String format(ZonedDateTime moment, Arguments arguments, Context context) {
    return Dates.format(
        moment,
        arguments.text("format", "iso"),
        zone(arguments, context),
        locale(arguments, context));
  }

  private static ZoneId zone(Arguments arguments, Context context) {
    var zone = arguments.textOrNull("timeZone");
    return zone == null ? context.zone() : ZoneId.of(zone);
  }

  private static Locale locale(Arguments arguments, Context context) {
    var locale = arguments.textOrNull("locale");
    return locale == null ? context.locale() : Locale.forLanguageTag(locale.replace('_', '-'));
  }
}
