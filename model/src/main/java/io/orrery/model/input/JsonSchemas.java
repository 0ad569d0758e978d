package io.orrery.model.input;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.harrel.jsonschema.Dialects;
import dev.harrel.jsonschema.Error;
import dev.harrel.jsonschema.JsonSchemaException;
import dev.harrel.jsonschema.SchemaResolver;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.JacksonNode;
import java.net.URI;
import java.util.Optional;
import java.util.stream.Collectors;

/// JSON Schema, as a JSON input may declare one: draft 7 unless the schema says otherwise. Nothing
/// is ever fetched: a reference leads into the schema itself, or it is a mistake.
public final class JsonSchemas {
  private JsonSchemas() {}

  private static final int REASONS_MAX = 3;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// What keeps `schema` from being one; empty when nothing does.
  ///
  /// @param schema a plain tree, or JSON text
  public static Optional<String> wrong(Object schema) {
    try {
      var tree = tree(schema);
      if (!tree.isObject() && !tree.isBoolean()) return Optional.of("it must be a map");
      var _ = validator().registerSchema(tree);
      return Optional.empty();
    } catch (JsonSchemaException | IllegalArgumentException mistake) {
      return Optional.of(message(mistake));
    }
  }

  /// Why `value` does not fit; empty when it does.
  ///
  /// @param schema one that [#wrong] has nothing to say about
  /// @param value a plain tree
  public static Optional<String> check(Object schema, Object value) {
    try {
      return compile(schema).check(value);
    } catch (JsonSchemaException | IllegalArgumentException | StackOverflowError mistake) {
      // StackOverflowError: a schema may refer to itself without end.
      return Optional.of("the schema cannot be used: " + message(mistake));
    }
  }

  /// A schema made ready for many values.
  ///
  /// @throws IllegalArgumentException when it is none
  public static Compiled compile(Object schema) {
    var validator = validator();
    return new Compiled(validator, validator.registerSchema(tree(schema)));
  }

  /// A schema that is ready.
  public static final class Compiled {
    private final Validator validator;
    private final URI schema;

    private Compiled(Validator validator, URI schema) {
      this.validator = validator;
      this.schema = schema;
    }

    /// Why `value` does not fit; empty when it does.
    public Optional<String> check(Object value) {
      var result = validator.validate(schema, JSON.<JsonNode>valueToTree(Plain.of(value)));
      if (result.isValid()) return Optional.empty();
      return Optional.of(
          result.getErrors().stream()
              .map(JsonSchemas::sentence)
              .distinct()
              .limit(REASONS_MAX)
              .collect(Collectors.joining("; ")));
    }
  }

  private static Validator validator() {
    return new ValidatorFactory()
        .withDefaultDialect(new Dialects.Draft7Dialect())
        .withJsonNodeFactory(new JacksonNode.Factory(JSON))
        .withSchemaResolver(_ -> SchemaResolver.Result.empty())
        .createValidator();
  }

  /// A schema written as JSON text is taken as well.
  private static JsonNode tree(Object schema) {
    try {
      return schema instanceof String text
          ? JSON.readTree(text)
          : JSON.<JsonNode>valueToTree(Plain.of(schema));
    } catch (JsonProcessingException notJson) {
      throw new IllegalArgumentException("it is neither a map nor JSON", notJson);
    }
  }

  private static String sentence(Error error) {
    var at = error.getInstanceLocation();
    return (at.isEmpty() ? "" : at + ": ") + error.getError();
  }

  private static String message(Throwable mistake) {
    var text = mistake.getMessage();
    return text == null ? mistake.getClass().getSimpleName() : text.lines().findFirst().orElse("");
  }
}
