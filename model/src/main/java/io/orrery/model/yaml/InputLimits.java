package io.orrery.model.yaml;

import io.orrery.model.flow.InputType;
import io.orrery.model.input.JsonSchemas;
import io.orrery.model.problem.Code;
import io.orrery.model.yaml.YamlNode.Scalar;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// The further checks that an input of each type may declare.
final class InputLimits {
  private InputLimits() {}

  /// Types whose default is text as it was written, whatever it looks like.
  static boolean isText(InputType type) {
    return switch (type) {
      case STRING, DATE, DATETIME, TIME, DURATION, URI, EMAIL, SELECT, ENUM, FILE, SECRET -> true;
      case INT, FLOAT, BOOL, BOOLEAN, JSON, YAML, MULTISELECT, ARRAY, FORM -> false;
    };
  }

  /// The limits by name, as the input reader wants them: text, or numbers for INT and FLOAT.
  static Map<String, Object> read(Fields fields, InputType type) {
    var names =
        switch (type) {
          case STRING, SECRET -> List.of("validator");
          case INT, FLOAT, DURATION -> List.of("min", "max");
          case DATE, DATETIME, TIME -> List.of("after", "before");
          case FILE -> List.of("extension", "allowedFileExtensions");
          case JSON -> List.of("jsonSchema");
          case BOOL, BOOLEAN, YAML, URI, EMAIL, SELECT, ENUM, MULTISELECT, ARRAY, FORM ->
              List.<String>of();
        };
    var limits = new LinkedHashMap<String, Object>();
    for (var name : names) {
      var node = fields.node(name);
      if (node == null) continue;
      var limit = limit(fields, name, type, node);
      if (limit != null) limits.put(name, limit);
    }
    return limits;
  }

  private static @Nullable Object limit(Fields fields, String name, InputType type, YamlNode node) {
    if (name.equals("jsonSchema")) return schema(fields, name, node);
    if (name.equals("allowedFileExtensions")) return fields.texts(name);
    if (!(node instanceof Scalar scalar)) {
      fields.text(name);
      return null;
    }
    var wrong = wrong(name, type, scalar);
    if (wrong == null) {
      return type == InputType.INT || type == InputType.FLOAT
          ? Scalars.resolve(scalar.text())
          : scalar.text();
    }
    fields.error(
        Code.BAD_VALUE,
        name,
        "%s: '%s' %s.".formatted(name, Values.abridged(scalar.text()), wrong),
        "");
    return null;
  }

  private static @Nullable Object schema(Fields fields, String name, YamlNode node) {
    var schema = node.plain();
    if (schema == null) return null;
    var wrong = JsonSchemas.wrong(schema);
    if (wrong.isEmpty()) return schema;
    fields.error(Code.BAD_VALUE, name, name + ": is no JSON schema: " + wrong.get() + ".", "");
    return null;
  }

  private static @Nullable String wrong(String name, InputType type, Scalar scalar) {
    var text = scalar.text();
    return switch (type) {
      case STRING, SECRET -> wrongPattern(text);
      case INT ->
          Scalars.resolve(text) instanceof Number number && !(number instanceof Double)
              ? null
              : "is not an integer";
      case FLOAT -> Scalars.resolve(text) instanceof Number ? null : "is not a number";
      case DURATION -> Values.duration(scalar).isPresent() ? null : "is not an ISO 8601 duration";
      case DATE -> parses(() -> LocalDate.parse(text)) ? null : "is not a date like 2024-12-31";
      case DATETIME ->
          parses(() -> Instant.parse(text)) ? null : "is not a moment like 2024-12-31T23:59:59Z";
      case TIME -> parses(() -> LocalTime.parse(text)) ? null : "is not a time like 23:59:59";
      case FILE ->
          name.equals("extension") && !text.startsWith(".") ? "must start with a dot" : null;
      case BOOL, BOOLEAN, JSON, YAML, URI, EMAIL, SELECT, ENUM, MULTISELECT, ARRAY, FORM -> null;
    };
  }

  private static final int PATTERN_LENGTH_MAX = 2000;

  private static @Nullable String wrongPattern(String text) {
    if (text.length() > PATTERN_LENGTH_MAX)
      return "has more than " + PATTERN_LENGTH_MAX + " characters";
    try {
      Pattern.compile(text);
      return null;
    } catch (PatternSyntaxException syntax) {
      return "is not a regular expression: " + syntax.getDescription();
    }
  }

  private interface Parse {
    Object parse();
  }

  private static boolean parses(Parse parse) {
    try {
      return parse.parse() != null;
    } catch (DateTimeException notOne) {
      return false;
    }
  }
}
