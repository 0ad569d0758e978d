package io.orrery.model.yaml;

import io.orrery.model.problem.Code;
import io.orrery.model.yaml.YamlNode.Mapping;
import io.orrery.model.yaml.YamlNode.Scalar;
import io.orrery.model.yaml.YamlNode.Sequence;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Single values out of nodes: each method gives the value, or reports what is wrong and gives
/// nothing.
final class Values {
  private Values() {}

  private static final BigDecimal DURATION_SECONDS_MAX = BigDecimal.valueOf(Long.MAX_VALUE / 1000);

  /// Text as written; numbers and booleans are taken as the text that they are.
  static Optional<String> text(Reading reading, YamlNode node, String path) {
    if (node instanceof Scalar scalar) return Optional.of(scalar.text());
    return wrong(reading, node, path, "text");
  }

  static Optional<Boolean> flag(Reading reading, YamlNode node, String path) {
    if (node instanceof Scalar scalar) {
      if (scalar.value() instanceof Boolean value) return Optional.of(value);
      var word = Scalars.flag(scalar.text());
      if (word != null) return Optional.of(word);
    }
    return wrong(reading, node, path, "true or false");
  }

  static Optional<Integer> integer(Reading reading, YamlNode node, String path, int min) {
    if (!(node instanceof Scalar scalar)
        || !(Scalars.resolve(scalar.text()) instanceof Integer value)) {
      return wrong(reading, node, path, "an integer");
    }
    if (value >= min) return Optional.of(value);
    reading.error(
        Code.BAD_VALUE,
        path,
        node.at(),
        "%s: must be at least %d, but is %d.".formatted(last(path), min, value),
        "");
    return Optional.empty();
  }

  /// An ISO 8601 duration, or a number of seconds.
  static Optional<Duration> duration(Reading reading, YamlNode node, String path) {
    if (!(node instanceof Scalar scalar)) return wrong(reading, node, path, "a duration");
    var duration = duration(scalar);
    if (duration.isEmpty()) {
      reading.error(
          Code.BAD_VALUE,
          path,
          node.at(),
          "%s: '%s' is not an ISO 8601 duration.".formatted(last(path), abridged(scalar.text())),
          "Write it like PT30S, PT5M or P1D.");
    }
    return duration;
  }

  static Optional<Duration> duration(Scalar scalar) {
    return switch (scalar.value()) {
      case Number number -> seconds(number);
      case String text -> duration(text);
      case null, default -> Optional.empty();
    };
  }

  static Optional<Duration> duration(String text) {
    if (text.length() > SHOWN_CHARACTERS_MAX) return Optional.empty();
    try {
      return Optional.of(Duration.parse(text.strip()));
    } catch (DateTimeException notOne) {
      return Optional.empty();
    }
  }

  private static Optional<Duration> seconds(Number number) {
    var seconds = new BigDecimal(number.toString());
    if (seconds.abs().compareTo(DURATION_SECONDS_MAX) > 0) return Optional.empty();
    return Optional.of(Duration.ofMillis(seconds.movePointRight(3).longValue()));
  }

  /// A constant of an enum, in any case.
  static <E extends Enum<E>> Optional<E> choice(
      Reading reading, YamlNode node, String path, Class<E> type) {
    if (!(node instanceof Scalar scalar)) return wrong(reading, node, path, "one of its values");
    var written = scalar.text().strip().toUpperCase(Locale.ROOT);
    for (var constant : type.getEnumConstants()) {
      if (constant.name().equals(written)) return Optional.of(constant);
    }
    var allowed = Arrays.stream(type.getEnumConstants()).map(Enum::name).toList();
    badChoice(reading, scalar, path, allowed);
    return Optional.empty();
  }

  static void badChoice(Reading reading, Scalar scalar, String path, List<String> allowed) {
    reading.error(
        Code.BAD_VALUE,
        path,
        scalar.at(),
        "%s: '%s' is not one of %s.".formatted(last(path), abridged(scalar.text()), allowed),
        reading.suggestion(scalar.text(), allowed));
  }

  static List<YamlNode> items(Reading reading, YamlNode node, String path) {
    if (node instanceof Sequence sequence) return sequence.items();
    wrong(reading, node, path, "a list");
    return List.of();
  }

  static Optional<Mapping> mapping(Reading reading, YamlNode node, String path) {
    if (node instanceof Mapping mapping) return Optional.of(mapping);
    return wrong(reading, node, path, "a map");
  }

  /// A plain map without its null values.
  static Map<String, Object> tree(Mapping mapping) {
    var tree = new LinkedHashMap<String, Object>();
    mapping
        .entries()
        .forEach(
            (key, entry) -> {
              var value = entry.value().plain();
              if (value != null) tree.put(key, value);
            });
    return tree;
  }

  /// Text of each item; one text stands for a list of one.
  static List<String> texts(Reading reading, YamlNode node, String path) {
    if (node instanceof Scalar scalar) return List.of(scalar.text());
    var texts = new ArrayList<String>();
    var items = items(reading, node, path);
    for (int i = 0; i < items.size(); i++) {
      text(reading, items.get(i), path + "[" + i + "]").ifPresent(texts::add);
    }
    return texts;
  }

  private static <T> Optional<T> wrong(Reading reading, YamlNode node, String path, String wanted) {
    reading.error(
        Code.WRONG_TYPE,
        path,
        node.at(),
        "%s: must be %s, but is %s%s.".formatted(last(path), wanted, node.kind(), shown(node)),
        "");
    return Optional.empty();
  }

  private static String shown(YamlNode node) {
    return node instanceof Scalar scalar && !scalar.text().isEmpty()
        ? " ('" + abridged(scalar.text()) + "')"
        : "";
  }

  private static final int SHOWN_CHARACTERS_MAX = 80;

  static String abridged(String text) {
    if (text.length() > SHOWN_CHARACTERS_MAX) {
      return abridged(text.substring(0, SHOWN_CHARACTERS_MAX)) + "…";
    }
    return text.lines().findFirst().orElse("");
  }

  /// `message` of `tasks[0].message`.
  static String last(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }
}
