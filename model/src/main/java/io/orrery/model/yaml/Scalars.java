package io.orrery.model.yaml;

import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a plain scalar means: the YAML 1.2 core schema, without what JSON cannot carry (`.inf` and
/// `.nan` stay text).
///
/// So `yes`, `no`, `on`, `off`, dates and `12:30` are text, and `010` is ten. Where a boolean is
/// asked for, the words of YAML 1.1 count as well: see [#flag(String)].
final class Scalars {
  private Scalars() {}

  private static final int INTEGER_DIGITS_MAX = 100;
  private static final Pattern DECIMAL =
      Pattern.compile(
          "[-+]?(\\.[0-9]{1,400}|[0-9]{1,400}(\\.[0-9]{0,400})?)([eE][-+]?[0-9]{1,9})?");

  /// Null, Boolean, Integer, Long, BigInteger, Double, or the text itself.
  static @Nullable Object resolve(String text) {
    if (text.isEmpty()) return null;
    switch (text) {
      case "~", "null", "Null", "NULL" -> {
        return null;
      }
      case "true", "True", "TRUE" -> {
        return true;
      }
      case "false", "False", "FALSE" -> {
        return false;
      }
      default -> {}
    }
    char first = text.charAt(0);
    boolean numberLike =
        (first >= '0' && first <= '9') || first == '-' || first == '+' || first == '.';
    return numberLike ? number(text) : text;
  }

  /// `true` and `false` in any case, and YAML 1.1's `yes`, `no`, `on`, `off`; null for anything
  /// else.
  static @Nullable Boolean flag(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "yes", "on" -> true;
      case "false", "no", "off" -> false;
      default -> null;
    };
  }

  private static Object number(String text) {
    if (text.startsWith("0x") || text.startsWith("0o")) return based(text);
    if (isDigits(text)) return integer(text, 10, text);
    if (!DECIMAL.matcher(text).matches()) return text;
    double value = Double.parseDouble(text);
    return Double.isFinite(value) ? (Object) value : text;
  }

  private static Object based(String text) {
    int radix = text.charAt(1) == 'x' ? 16 : 8;
    var digits = text.substring(2);
    boolean valid =
        !digits.isEmpty()
            && digits.chars().allMatch(c -> c < 128 && Character.digit(c, radix) >= 0);
    return valid ? integer(digits, radix, text) : text;
  }

  private static Object integer(String digits, int radix, String text) {
    if (digits.length() > INTEGER_DIGITS_MAX) return text;
    var value = new BigInteger(digits.startsWith("+") ? digits.substring(1) : digits, radix);
    if (value.bitLength() < Integer.SIZE) return value.intValueExact();
    if (value.bitLength() < Long.SIZE) return value.longValueExact();
    return value;
  }

  private static boolean isDigits(String text) {
    int start = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
    if (start == text.length()) return false;
    for (int i = start; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') return false;
    }
    return true;
  }
}
