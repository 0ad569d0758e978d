package io.orrery.expression.corpus;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.orrery.expression.value.JsonTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One line of `expressions.jsonl`.
///
/// @param template a text, or a map or list whose texts are templates
/// @param typed whether the value keeps its type
/// @param recursive whether variables are rendered too
/// @param expectation what must come out
public record ExpressionCase(
    String id,
    String area,
    Object template,
    Map<String, Object> variables,
    ZoneId zone,
    boolean typed,
    boolean recursive,
    Map<?, ?> setup,
    Expectation expectation) {

  /// What must come out.
  public sealed interface Expectation {
    /// Exactly this, or what a matcher says.
    record Value(@Nullable Object expected) implements Expectation {}

    /// An error whose message has these words.
    record Failure(List<String> mentions) implements Expectation {}
  }

  /// All cases of a file.
  public static List<ExpressionCase> read(Path file) throws IOException {
    var cases = new ArrayList<ExpressionCase>();
    for (var line : Files.readAllLines(file)) {
      if (!line.isBlank()) {
        cases.add(parse(line));
      }
    }
    return cases;
  }

  /// One case.
  public static ExpressionCase parse(String line) throws JsonProcessingException {
    var json = (Map<?, ?>) Objects.requireNonNull(JsonTree.parse(line));
    var zone = json.get("tz");
    return new ExpressionCase(
        String.valueOf(json.get("id")),
        String.valueOf(json.get("area")),
        Objects.requireNonNull(json.get("template")),
        TypedValues.map(map(json.get("vars"))),
        ZoneId.of(zone == null ? "UTC" : zone.toString()),
        "typed".equals(json.get("mode")),
        Boolean.TRUE.equals(map(json.get("engine")).get("kestra.variables.recursive-rendering")),
        map(json.get("setup")),
        expectation(json));
  }

  private static Expectation expectation(Map<?, ?> json) {
    if (Boolean.TRUE.equals(json.get("error"))) {
      var mentions = new ArrayList<String>();
      if (json.get("errorMentions") instanceof List<?> words) {
        words.forEach(word -> mentions.add(String.valueOf(word)));
      }
      return new Expectation.Failure(mentions);
    }
    return new Expectation.Value(
        json.containsKey("match") ? json.get("match") : Map.of("$equals", json.get("expect")));
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }
}
