package io.orrery.model.input;

import io.orrery.model.flow.Input;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// The limits that an input declares, held against its typed value. The sentences are Kestra's:
/// people and tools search for them.
final class InputChecks {
  private InputChecks() {}

  /// Why the value is refused; continues "Invalid input for `x`, …". Empty when it is not.
  static Optional<String> check(Input input, Object value) {
    return switch (input.type()) {
      case STRING, SECRET -> pattern(input, value.toString());
      case INT, FLOAT -> range(input, (Number) value);
      case DURATION -> duration(input, (Duration) value);
      case DATE -> between(input, (LocalDate) value, LocalDate::parse);
      case DATETIME -> between(input, (Instant) value, Instant::parse);
      case TIME -> between(input, (LocalTime) value, LocalTime::parse);
      case SELECT, ENUM -> chosen(input, List.of(value.toString()));
      case MULTISELECT -> chosen(input, ((List<?>) value).stream().map(String::valueOf).toList());
      case FILE -> extension(input, value.toString());
      case JSON -> schema(input, value);
      case BOOL, BOOLEAN, YAML, URI, EMAIL, ARRAY, FORM -> Optional.empty();
    };
  }

  private static Optional<String> pattern(Input input, String value) {
    if (!(input.limits().get("validator") instanceof String validator)) return Optional.empty();
    return matches(validator, value)
        ? Optional.empty()
        : Optional.of("it must match the pattern `" + validator + "`");
  }

  /// Patterns are the author's, values anybody's: matching may not run away.
  private static boolean matches(String validator, String value) {
    try {
      return Pattern.compile(validator).matcher(new BoundedText(value)).matches();
    } catch (PatternSyntaxException | BoundedText.TooLong | StackOverflowError tooHard) {
      // StackOverflowError: java.util.regex recurses once per repetition of a group.
      return false;
    }
  }

  private static Optional<String> range(Input input, Number value) {
    var number = TypedValues.comparable(value);
    if (input.limits().get("min") instanceof Number min
        && number.compareTo(TypedValues.comparable(min)) < 0) {
      return Optional.of("it must be more than `" + min + "`");
    }
    if (input.limits().get("max") instanceof Number max
        && number.compareTo(TypedValues.comparable(max)) > 0) {
      return Optional.of("it must be less than `" + max + "`");
    }
    return Optional.empty();
  }

  private static Optional<String> duration(Input input, Duration value) {
    var min = limit(input, "min", Duration::parse);
    if (min != null && value.compareTo(min) < 0) {
      return Optional.of("It must be more than `" + min + "`");
    }
    var max = limit(input, "max", Duration::parse);
    if (max != null && value.compareTo(max) > 0) {
      return Optional.of("It must be less than `" + max + "`");
    }
    return Optional.empty();
  }

  private static <T extends Comparable<? super T>> Optional<String> between(
      Input input, T value, Function<String, T> parse) {
    var after = limit(input, "after", parse);
    if (after != null && value.compareTo(after) < 0) {
      return Optional.of("it must be after `" + after + "`");
    }
    var before = limit(input, "before", parse);
    if (before != null && value.compareTo(before) > 0) {
      return Optional.of("it must be before `" + before + "`");
    }
    return Optional.empty();
  }

  private static <T> @Nullable T limit(Input input, String name, Function<String, T> parse) {
    if (!(input.limits().get(name) instanceof String text)) return null;
    try {
      return parse.apply(text);
    } catch (DateTimeException refusedOnSave) {
      return null;
    }
  }

  private static Optional<String> chosen(Input input, List<String> values) {
    if (input.allowCustomValue()) return Optional.empty();
    boolean known = values.stream().allMatch(input.values()::contains);
    return known
        ? Optional.empty()
        : Optional.of("it must match the values `" + input.values() + "`");
  }

  private static Optional<String> schema(Input input, Object value) {
    var schema = input.limits().get("jsonSchema");
    if (schema == null) return Optional.empty();
    return JsonSchemas.check(schema, value).map(why -> "it must fit its JSON schema (" + why + ")");
  }

  private static Optional<String> extension(Input input, String uri) {
    if (!(input.limits().get("allowedFileExtensions") instanceof List<?> allowed)) {
      return Optional.empty();
    }
    var name = uri.toLowerCase(Locale.ROOT);
    boolean fits =
        allowed.isEmpty()
            || allowed.stream()
                .anyMatch(it -> name.endsWith(it.toString().toLowerCase(Locale.ROOT)));
    return fits
        ? Optional.empty()
        : Optional.of("it must be a file with one of the extensions `" + allowed + "`");
  }
}
