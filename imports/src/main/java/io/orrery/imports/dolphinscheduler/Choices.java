package io.orrery.imports.dolphinscheduler;

import io.orrery.imports.Literal;
import java.util.Optional;
import java.util.regex.Pattern;

/// The conditions of a SWITCH, which are JavaScript over parameters, as expressions. Comparisons
/// joined by `&&`, `||` and `!` are understood; anything else is not.
final class Choices {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:(&&|\\|\\||==+|!==?|<=|>=|<|>|!|\\(|\\))|(\\$\\{[^{}\\s]+})|(-?\\d+(?:\\.\\d+)?)|\"([^\"\\\\]*)\"|'([^'\\\\]*)'|(true|false)\\b)");

  private final String text;
  private final Placeholders parameters;
  private int at;
  private boolean known = true;

  private Choices(String text, Placeholders parameters) {
    this.text = text.strip();
    this.parameters = parameters;
  }

  /// Without braces; empty when it is not understood.
  static Optional<String> expression(String text, Placeholders parameters) {
    var choices = new Choices(text, parameters);
    var expression = choices.any();
    return choices.known && choices.at == choices.text.length()
        ? Optional.of(expression)
        : Optional.empty();
  }

  private String any() {
    var left = all();
    while (known && accept("||")) left = "(" + left + " or " + all() + ")";
    return left;
  }

  private String all() {
    var left = one();
    while (known && accept("&&")) left = "(" + left + " and " + one() + ")";
    return left;
  }

  private String one() {
    if (accept("!")) return "(not " + one() + ")";
    if (accept("(")) {
      var inner = any();
      known &= accept(")");
      return inner;
    }
    var left = operand();
    for (var operator : new String[] {"===", "==", "!==", "!=", "<=", ">=", "<", ">"}) {
      if (accept(operator)) return comparison(left, operator, operand());
    }
    // A value by itself counts as a truth value.
    return "(" + left.expression() + " == 'true')";
  }

  /// @param number whether it is a number; then it is compared as one, except for equality
  private record Operand(String expression, boolean number) {}

  private static String comparison(Operand left, String operator, Operand right) {
    boolean equality = operator.startsWith("=") || operator.startsWith("!");
    if (equality) {
      var sign = operator.startsWith("=") ? "==" : "!=";
      return "(%s %s %s)".formatted(asText(left), sign, asText(right));
    }
    return "(%s %s %s)".formatted(asNumber(left), operator, asNumber(right));
  }

  private static String asText(Operand operand) {
    return operand.number() ? Literal.quoted(operand.expression()) : operand.expression();
  }

  private static String asNumber(Operand operand) {
    return operand.number() ? operand.expression() : "(" + operand.expression() + " | number)";
  }

  private Operand operand() {
    var matcher = TOKEN.matcher(text).region(at, text.length());
    if (!known || !matcher.lookingAt() || matcher.group(1) != null) {
      known = false;
      return new Operand("''", false);
    }
    at = matcher.end();
    if (matcher.group(2) != null) {
      var name = matcher.group(2).substring(2, matcher.group(2).length() - 1);
      var value = Optional.ofNullable(parameters.values().get(name));
      known &= value.isPresent();
      return new Operand(value.map(Choices::bare).orElse("''"), false);
    }
    if (matcher.group(3) != null) return new Operand(matcher.group(3), true);
    for (int group = 4; group <= 6; group++) {
      if (matcher.group(group) != null) {
        return new Operand(Literal.quoted(matcher.group(group)), false);
      }
    }
    known = false;
    return new Operand("''", false);
  }

  /// A template within an expression: what stands between its braces, or its text.
  private static String bare(String template) {
    boolean expression =
        template.startsWith("{{ ") && template.endsWith(" }}") && template.indexOf("{{", 2) < 0;
    return expression
        ? "(" + template.substring(3, template.length() - 3) + ")"
        : Literal.quoted(template);
  }

  private boolean accept(String operator) {
    var matcher = TOKEN.matcher(text).region(at, text.length());
    if (known && matcher.lookingAt() && operator.equals(matcher.group(1))) {
      at = matcher.end();
      return true;
    }
    return false;
  }
}
