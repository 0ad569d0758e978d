package io.orrery.expression.library;

import com.amazon.ion.IonException;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.value.IonText;
import io.orrery.expression.value.JsonTree;
import io.orrery.expression.value.Values;
import io.orrery.expression.value.YamlTree;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Functions that read a text as JSON, Ion or YAML. Null stays null.
final class ParsingFunctions {

  private ParsingFunctions() {}

  static List<Function> all() {
    var json = Function.of("fromJson", List.of("json"), (arguments, _) -> json(arguments));
    var ion = Function.of("fromIon", List.of("ion", "allRows"), ParsingFunctions::ion);
    var yaml = Function.of("yaml", List.of("yaml"), ParsingFunctions::yaml);
    return List.of(
        json,
        json.as("json"),
        json.as("jsonDecode"),
        ion,
        ion.as("ionDecode"),
        yaml,
        yaml.as("fromYaml"));
  }

  private static @Nullable Object json(Arguments arguments) {
    var text = source(arguments, "json");
    try {
      return text == null ? null : JsonTree.parse(text);
    } catch (JsonProcessingException e) {
      throw new ExpressionException("invalid JSON: " + e.getOriginalMessage(), 0, e);
    }
  }

  private static @Nullable Object ion(Arguments arguments, Context context) {
    var text = source(arguments, "ion");
    if (text == null) {
      return null;
    }
    boolean all = arguments.flag("allRows", false);
    try {
      var values =
          IonText.parse(text, all ? context.budget().bounds().itemsMax() : 1, context.budget());
      if (all) {
        return values;
      }
      return values.isEmpty() ? null : values.getFirst();
    } catch (IonException e) {
      throw new ExpressionException("invalid Ion: " + e.getMessage(), 0, e);
    }
  }

  private static @Nullable Object yaml(Arguments arguments, Context context) {
    var text = source(arguments, "yaml");
    try {
      return text == null ? null : YamlTree.parse(text, context.budget());
    } catch (YamlEngineException e) {
      throw new ExpressionException("invalid YAML: " + e.getMessage(), 0, e);
    }
  }

  private static @Nullable String source(Arguments arguments, String name) {
    return switch (arguments.required(name)) {
      case null -> null;
      case String text -> text;
      case byte[] bytes -> new String(bytes, StandardCharsets.UTF_8);
      case Object other ->
          throw new ExpressionException(
              "a text is needed to read " + name + " from, not a " + Values.typeName(other), 0);
    };
  }
}
