package io.orrery.model.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.orrery.model.flow.InputType;
import io.orrery.model.input.Conversion.Refused;
import io.orrery.model.input.Conversion.Typed;
import io.orrery.model.yaml.YamlValues;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/// Reads a value as a type. Text is parsed, values that have the type already pass.
final class TypedValues {
  private TypedValues() {}

  static final int JSON_DEPTH_MAX = 100;
  private static final int NUMBER_LENGTH_MAX = 100;

  private static final Pattern URI = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]{0,30}://\\S+");
  private static final Pattern EMAIL =
      Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,100}@[A-Za-z0-9.-]{1,200}");
  private static final List<String> FILE_SCHEMES = List.of("kestra:/", "nsfile:/", "file:/");

  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(JSON_DEPTH_MAX).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /// @param itemType of the elements of an ARRAY or MULTISELECT; absent: as they are
  static Conversion read(InputType type, Optional<InputType> itemType, Object value) {
    return switch (type) {
      case STRING, SECRET, SELECT, ENUM -> new Typed(text(value));
      case INT -> integer(value);
      case FLOAT -> decimal(value);
      case BOOL, BOOLEAN -> flag(value);
      case DATETIME -> moment(value);
      case DATE -> time(value, LocalDate.class, LocalDate::parse, "a date like 2024-12-31");
      case TIME -> time(value, LocalTime.class, LocalTime::parse, "a time like 23:59:59");
      case DURATION ->
          time(value, Duration.class, Duration::parse, "an ISO 8601 duration like PT5M");
      case JSON -> value instanceof String text ? json(text) : new Typed(value);
      case YAML -> value instanceof String text ? yaml(text) : new Typed(value);
      case URI -> matching(URI, value, "it must be a URI like https://example.com");
      case EMAIL -> matching(EMAIL, value, "it must be an email address");
      case FILE -> file(value);
      case FORM -> new Refused("a FORM has no value of its own: give its inputs values");
      case ARRAY, MULTISELECT -> list(itemType, value);
    };
  }

  /// A value as text: structures as JSON, everything else as it prints.
  static String text(Object value) {
    if (!(value instanceof Map<?, ?>) && !(value instanceof List<?>)) return value.toString();
    try {
      return JSON.writeValueAsString(Plain.of(value));
    } catch (JsonProcessingException unwritable) {
      return value.toString();
    }
  }

  private static Conversion integer(Object value) {
    var number = number(value);
    if (number.isEmpty()) return new Refused("it must be an integer");
    try {
      var exact = number.get().toBigIntegerExact();
      if (exact.bitLength() < Integer.SIZE) return new Typed(exact.intValueExact());
      if (exact.bitLength() < Long.SIZE) return new Typed(exact.longValueExact());
      return new Refused("it must be an integer of at most 64 bits");
    } catch (ArithmeticException fraction) {
      return new Refused("it must be an integer");
    }
  }

  private static Conversion decimal(Object value) {
    return number(value)
        .<Conversion>map(number -> new Typed(number.doubleValue()))
        .orElseGet(() -> new Refused("it must be a number"));
  }

  private static Optional<BigDecimal> number(Object value) {
    var text = value.toString().strip();
    boolean readable = value instanceof Number || value instanceof String;
    if (!readable || text.isEmpty() || text.length() > NUMBER_LENGTH_MAX) return Optional.empty();
    try {
      var number = new BigDecimal(text);
      // 1e999999999 is short to write and endless to print.
      boolean sane = Math.abs((long) number.precision() - number.scale()) <= 400;
      return sane ? Optional.of(number) : Optional.empty();
    } catch (NumberFormatException none) {
      return Optional.empty();
    }
  }

  private static Conversion flag(Object value) {
    if (value instanceof Boolean) return new Typed(value);
    return switch (value.toString().strip().toLowerCase(Locale.ROOT)) {
      case "true" -> new Typed(true);
      case "false", "" -> new Typed(false);
      default -> new Refused("it must be true or false");
    };
  }

  private static Conversion moment(Object value) {
    return switch (value) {
      case Instant instant -> new Typed(instant);
      case OffsetDateTime moment -> new Typed(moment.toInstant());
      case java.time.ZonedDateTime moment -> new Typed(moment.toInstant());
      default -> time(value, Instant.class, Instant::parse, "a moment like 2024-12-31T23:59:59Z");
    };
  }

  private static <T> Conversion time(
      Object value, Class<T> type, Function<String, T> parse, String wanted) {
    if (type.isInstance(value)) return new Typed(value);
    try {
      if (value instanceof String text) return new Typed(parse.apply(text.strip()));
    } catch (DateTimeException none) {
      return new Refused("it must be " + wanted);
    }
    return new Refused("it must be " + wanted);
  }

  private static Conversion json(String text) {
    try {
      var value = JSON.readValue(text, Object.class);
      return value == null ? new Refused("it must be a JSON value") : new Typed(value);
    } catch (JsonProcessingException invalid) {
      return new Refused("it must be valid JSON (" + invalid.getOriginalMessage() + ")");
    }
  }

  private static Conversion yaml(String text) {
    var read = YamlValues.read(text);
    if (!read.problems().isEmpty()) {
      return new Refused("it must be valid YAML (" + read.problems().getFirst().what() + ")");
    }
    return read.value()
        .<Conversion>map(Typed::new)
        .orElseGet(() -> new Refused("it must be a YAML value"));
  }

  private static Conversion matching(Pattern pattern, Object value, String otherwise) {
    var text = value.toString().strip();
    return pattern.matcher(text).matches() ? new Typed(text) : new Refused(otherwise);
  }

  private static Conversion file(Object value) {
    var text = value.toString().strip();
    return FILE_SCHEMES.stream().anyMatch(text::startsWith)
        ? new Typed(text)
        : new Refused("it must be a file, or the URI of a stored one");
  }

  private static Conversion list(Optional<InputType> itemType, Object value) {
    var elements =
        switch (value) {
          case List<?> list -> list;
          case String text when json(text) instanceof Typed(List<?> list) -> list;
          default -> null;
        };
    if (elements == null) return new Refused("it must be a list, or the JSON text of one");
    var items = new ArrayList<Object>(elements.size());
    for (var element : elements) {
      if (itemType.isEmpty()) {
        items.add(element);
        continue;
      }
      var type = itemType.get();
      if (element == null || !(read(type, Optional.empty(), element) instanceof Typed(var item))) {
        return new Refused(
            "Unable to parse array element as `%s` on `%s`".formatted(type, element));
      }
      items.add(item);
    }
    return new Typed(items);
  }

  /// A whole number, when a limit is compared.
  static BigDecimal comparable(Number number) {
    return number instanceof BigInteger whole
        ? new BigDecimal(whole)
        : new BigDecimal(number.toString());
  }
}
