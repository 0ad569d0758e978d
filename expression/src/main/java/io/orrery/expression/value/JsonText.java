package io.orrery.expression.value;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.orrery.expression.bound.Budget;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Date;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes a value as JSON, on one line.
///
/// Null members of maps are left out, null items of lists stay; moments are ISO texts, zoned ones
/// in the given zone; durations are decimal seconds. Source of these rules: what Kestra prints.
public final class JsonText {

  private final StringBuilder out;
  private final Budget budget;
  private final ZoneId zone;

  private JsonText(StringBuilder out, Budget budget, ZoneId zone) {
    this.out = out;
    this.budget = budget;
    this.zone = zone;
  }

  public static String of(@Nullable Object value, Budget budget, ZoneId zone) {
    var out = new StringBuilder();
    new JsonText(out, budget, zone).write(value, 0);
    return out.toString();
  }

  private void write(@Nullable Object value, int depth) {
    budget.step();
    budget.chars(out.length());
    switch (value) {
      case null -> out.append("null");
      case String text -> quote(text);
      case Boolean truth -> out.append(truth.booleanValue());
      case Number number -> number(number);
      case Map<?, ?> map -> object(map, depth + 1);
      case byte[] bytes -> quote(Base64.getEncoder().encodeToString(bytes));
      case Duration duration -> out.append(seconds(duration));
      default -> {
        if (Values.isList(value)) {
          array(value, depth + 1);
        } else {
          quote(moment(value, zone));
        }
      }
    }
  }

  private void object(Map<?, ?> map, int depth) {
    budget.nesting(depth);
    out.append('{');
    boolean first = true;
    for (var entry : map.entrySet()) {
      if (entry.getValue() == null) {
        continue;
      }
      if (!first) {
        out.append(',');
      }
      first = false;
      quote(String.valueOf(entry.getKey()));
      out.append(':');
      write(entry.getValue(), depth);
    }
    out.append('}');
  }

  private void array(Object list, int depth) {
    budget.nesting(depth);
    out.append('[');
    boolean first = true;
    for (var item : java.util.Objects.requireNonNull(Values.list(list))) {
      if (!first) {
        out.append(',');
      }
      first = false;
      write(item, depth);
    }
    out.append(']');
  }

  private void number(Number number) {
    boolean finite =
        !(number instanceof Double || number instanceof Float)
            || Double.isFinite(number.doubleValue());
    if (finite) {
      out.append(number);
    } else {
      quote(number.toString());
    }
  }

  private void quote(String text) {
    budget.chars(out.length() + (long) text.length());
    out.append('"');
    JsonStringEncoder.getInstance().quoteAsString(text, out);
    out.append('"');
  }

  private static String seconds(Duration duration) {
    return BigDecimal.valueOf(duration.getSeconds())
        .add(BigDecimal.valueOf(duration.getNano(), 9))
        .toPlainString();
  }

  /// A value of `java.time` or any other single value, as the text that stands for it in JSON.
  static String moment(Object value, ZoneId zone) {
    return switch (value) {
      case ZonedDateTime moment ->
          DateTimeFormatter.ISO_OFFSET_DATE_TIME.withZone(zone).format(moment);
      case OffsetDateTime moment ->
          DateTimeFormatter.ISO_OFFSET_DATE_TIME.withZone(zone).format(moment);
      case Instant instant -> DateTimeFormatter.ISO_INSTANT.format(instant);
      case Date date -> DateTimeFormatter.ISO_INSTANT.format(date.toInstant());
      case LocalDateTime moment -> DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(moment);
      default -> value.toString();
    };
  }
}
