package io.orrery.plugin.core.kv;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.orrery.plugin.api.TaskFailure;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Texts as values of the key-value store. Dates and durations stay texts, in their ISO form.
final class Values {
  private Values() {}

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /// @param kind empty: guessed, in Kestra's order (JSON, number, boolean, else text)
  static @Nullable Object read(String text, Optional<Put.Kind> kind) {
    if (kind.isEmpty()) {
      return guess(text);
    }
    try {
      return switch (kind.get()) {
        case STRING -> text;
        case NUMBER -> number(text);
        case BOOLEAN -> bool(text);
        case DATETIME -> Instant.parse(text).toString();
        case DATE -> LocalDate.parse(text).toString();
        case DURATION -> Duration.parse(text).toString();
        case JSON -> JSON.readValue(text, Object.class);
      };
    } catch (DateTimeException | IllegalArgumentException | JsonProcessingException e) {
      throw new TaskFailure("the value is no " + kind.get(), e);
    }
  }

  private static @Nullable Object guess(String text) {
    try {
      return JSON.readValue(text, Object.class);
    } catch (JsonProcessingException _) {
      return text;
    }
  }

  private static Object number(String text) {
    var number = new BigDecimal(text.strip());
    return number.stripTrailingZeros().scale() <= 0 && number.precision() <= 18
        ? (Object) number.longValueExact()
        : number;
  }

  private static boolean bool(String text) {
    return switch (text.strip()) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("neither true nor false");
    };
  }
}
