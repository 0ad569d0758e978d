package io.orrery.expression.library;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.value.Numbers;
import io.orrery.expression.value.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Filters from and to numbers.
final class NumberFilters {

  private static final int DIGITS_MAX = 1000;

  private NumberFilters() {}

  static List<Filter> all() {
    return List.of(
        new Filter("abs", List.of(), Filter.Nulls.SEE, (input, _, _) -> absolute(input)),
        Filter.of(
            "number",
            List.of("type"),
            (input, arguments, _) -> number(input, arguments.text("type", ""))),
        Filter.of("numberFormat", List.of("format"), NumberFilters::format));
  }

  private static Number absolute(@Nullable Object input) {
    return switch (input) {
      case Integer i -> Math.abs(i);
      case Long l -> Math.abs(l);
      case Float f -> Math.abs(f);
      case BigDecimal decimal -> decimal.abs();
      case BigInteger whole -> whole.abs();
      case Number number when Numbers.isWhole(number) -> Math.abs(number.longValue());
      case Number number -> Math.abs(number.doubleValue());
      case null, default ->
          throw new ExpressionException("'abs' needs a number, not a " + Values.typeName(input), 0);
    };
  }

  private static Object format(Object input, Arguments arguments, Context context) {
    if (!(input instanceof Number)) {
      throw new ExpressionException(
          "'numberFormat' needs a number, not a " + Values.typeName(input), 0);
    }
    var pattern = arguments.textOrNull("format");
    var format =
        pattern == null
            ? NumberFormat.getInstance(context.locale())
            : new DecimalFormat(pattern, new DecimalFormatSymbols(context.locale()));
    return format.format(input);
  }

  /// The number that a text holds. Without a type the smallest that loses nothing: Integer, Long,
  /// BigInteger; Float, Double, BigDecimal. `0x` marks hexadecimal, a leading zero octal.
  private static Number number(Object input, String type) {
    if (!(input instanceof String text)) {
      throw new ExpressionException("'number' needs a text, not a " + Values.typeName(input), 0);
    }
    if (text.length() > DIGITS_MAX) {
      throw new ExpressionException("a number may have at most " + DIGITS_MAX + " digits", 0);
    }
    try {
      return switch (type) {
        case "INT" -> Integer.decode(text);
        case "LONG" -> Long.decode(text);
        case "FLOAT" -> Float.valueOf(text);
        case "DOUBLE" -> Double.valueOf(text);
        case "BIGDECIMAL" -> new BigDecimal(text);
        case "BIGINTEGER" -> new BigInteger(text);
        default -> smallest(text);
      };
    } catch (NumberFormatException _) {
      throw new ExpressionException("'" + text + "' is not a number", 0);
    }
  }

  private static Number smallest(String text) {
    var digits = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
    boolean hex = digits.toLowerCase(Locale.ROOT).startsWith("0x") || digits.startsWith("#");
    if (!hex && digits.chars().anyMatch(c -> c == '.' || c == 'e' || c == 'E')) {
      return decimal(text);
    }
    try {
      return Integer.decode(text);
    } catch (NumberFormatException _) {
      // larger, or none
    }
    try {
      return Long.decode(text);
    } catch (NumberFormatException _) {
      return new BigInteger(text);
    }
  }

  private static Number decimal(String text) {
    var exact = new BigDecimal(text);
    var single = Float.valueOf(text);
    var wide = Double.valueOf(text);
    if (!single.isInfinite() && single.toString().equals(wide.toString())) {
      return single;
    }
    if (!wide.isInfinite() && BigDecimal.valueOf(wide).compareTo(exact) == 0) {
      return wide;
    }
    return exact;
  }
}
