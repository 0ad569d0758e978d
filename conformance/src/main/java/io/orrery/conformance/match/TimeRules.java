package io.orrery.conformance.match;

import io.orrery.conformance.match.Matchers.Operand;
import io.orrery.conformance.match.Matchers.Rule;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/// Matchers on moments, durations and typed values.
final class TimeRules {

  static final Map<String, Rule> ALL = all();

  /// How far `$now` may be off: the expected moment was computed from the same reference, so only
  /// the precision of a printed date can differ.
  private static final Duration NOW_TOLERANCE = Duration.ofMillis(999);

  /// How long ago a text that shows "now" may have been made.
  private static final Duration NOW_AGE_MAX = Duration.ofSeconds(60);

  private TimeRules() {}

  private static Map<String, Rule> all() {
    var rules = new LinkedHashMap<String, Rule>();
    rules.put("$sameInstant", comparing(Instant::equals));
    rules.put("$isAfter", comparing(Instant::isAfter));
    rules.put("$atOrAfter", comparing((moment, bound) -> !moment.isBefore(bound)));
    rules.put("$atOrBefore", comparing((moment, bound) -> !moment.isAfter(bound)));
    rules.put("$sameInstantAsOneOf", TimeRules::sameInstantAsOneOf);
    rules.put("$now", TimeRules::now);
    rules.put("$nowBetween", TimeRules::nowBetween);
    rules.put("$isoDateTimeWithin", TimeRules::isoDateTimeWithin);
    rules.put("$isNow", showsNow(String::equals));
    rules.put("$containsNow", showsNow(String::contains));
    rules.put("$durationSeconds", TimeRules::durationSeconds);
    rules.put("$type", TimeRules::typed);
    return rules;
  }

  private static Rule comparing(BiPredicate<Instant, Instant> test) {
    return (operand, actual, matchers) ->
        Moments.read(actual, matchers.context().zone())
            .map(moment -> test.test(moment, moment(operand.value(), matchers)))
            .orElse(false);
  }

  private static Instant moment(@Nullable Object text, Matchers matchers) {
    return Moments.read(text, matchers.context().zone())
        .orElseThrow(() -> new UnknownMatcher("moment " + Values.shown(text)));
  }

  private static boolean sameInstantAsOneOf(
      Operand operand, @Nullable Object actual, Matchers matchers) {
    return Moments.read(actual, matchers.context().zone())
        .map(at -> operand.items().stream().anyMatch(item -> moment(item, matchers).equals(at)))
        .orElse(false);
  }

  private static boolean now(Operand operand, @Nullable Object actual, Matchers matchers) {
    var expected = matchers.context().reference().plus(Moments.offset(operand.text()));
    return Moments.read(actual, matchers.context().zone())
        .map(at -> Duration.between(expected, at).abs().compareTo(NOW_TOLERANCE) <= 0)
        .orElse(false);
  }

  private static boolean nowBetween(Operand operand, @Nullable Object actual, Matchers matchers) {
    var bounds = operand.items();
    if (bounds.size() != 2) {
      throw new UnknownMatcher("$nowBetween needs two offsets");
    }
    var now = matchers.context().clock().instant();
    var from = now.plus(Moments.offset(Values.text(bounds.get(0))));
    var to = now.plus(Moments.offset(Values.text(bounds.get(1))));
    return Moments.read(actual, matchers.context().zone())
        .map(at -> !at.isBefore(from) && !at.isAfter(to))
        .orElse(false);
  }

  /// An ISO date-time no further from now than the given duration.
  private static boolean isoDateTimeWithin(
      Operand operand, @Nullable Object actual, Matchers matchers) {
    var tolerance = Moments.offset(operand.text());
    var now = matchers.context().clock().instant();
    return Moments.read(actual, matchers.context().zone())
        .map(at -> Duration.between(now, at).abs().compareTo(tolerance) <= 0)
        .orElse(false);
  }

  /// The text shows a moment of the last minute in the given format.
  private static Rule showsNow(BiPredicate<String, String> test) {
    return (operand, actual, matchers) -> {
      if (!(Json.members(operand.value()).get("format") instanceof String pattern)) {
        throw new UnknownMatcher(operand.name() + " needs a format");
      }
      var format = DateTimeFormatter.ofPattern(pattern).withZone(matchers.context().zone());
      var now = matchers.context().clock().instant();
      var text = Values.text(actual);
      for (var age = Duration.ZERO; age.compareTo(NOW_AGE_MAX) <= 0; age = age.plusSeconds(1)) {
        if (test.test(text, format.format(now.minus(age)))) {
          return true;
        }
      }
      return false;
    };
  }

  private static boolean durationSeconds(
      Operand operand, @Nullable Object actual, Matchers matchers) {
    var expected =
        Moments.duration(operand.value())
            .orElseThrow(() -> new UnknownMatcher("$durationSeconds needs a number"));
    return Moments.duration(actual).map(expected::equals).orElse(false);
  }

  /// A value that has this type in expressions; where it came over the wire, its text.
  private static boolean typed(Operand operand, @Nullable Object actual, Matchers matchers) {
    var expected = operand.beside().get("value");
    var zone = matchers.context().zone();
    return switch (operand.text()) {
      case "DATETIME" ->
          Moments.read(actual, zone).map(moment(expected, matchers)::equals).orElse(false);
      case "TIME" -> sameTime(Values.text(expected), Values.text(actual));
      case "DURATION" ->
          Moments.duration(actual).isPresent()
              && Moments.duration(actual).equals(Moments.duration(expected));
      case "DATE", "STRING", "URI" ->
          actual != null && Values.text(expected).equals(Values.text(actual));
      case "FLOAT", "NUMBER", "INT" -> actual instanceof Number && Values.equal(expected, actual);
      case "BOOLEAN", "BOOL" -> actual instanceof Boolean && Values.equal(expected, actual);
      case "JSON" ->
          (actual instanceof Map || Values.list(actual).isPresent())
              && matchers.matches(expected, actual);
      default -> throw new UnknownMatcher("$type " + operand.text());
    };
  }

  private static boolean sameTime(String expected, String actual) {
    try {
      return LocalTime.parse(expected).equals(LocalTime.parse(actual));
    } catch (DateTimeException e) {
      return false;
    }
  }
}
