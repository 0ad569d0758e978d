package io.orrery.model.corpus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.orrery.model.corpus.Corpus.Case;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.InputType;
import io.orrery.model.input.InputReader;
import io.orrery.model.input.Rendering;
import io.orrery.model.input.Resolved;
import io.orrery.model.problem.Parsed;
import io.orrery.model.problem.Problem;
import io.orrery.model.yaml.FlowReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Runs the corpus' steps `resolveInputs` and `validateInputs` through an [InputReader].
public final class InputCases {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final FlowReader flows;
  private final Rendering rendering;

  public InputCases(FlowReader flows, Rendering rendering) {
    this.flows = flows;
    this.rendering = rendering;
  }

  /// What differs from the expectation, one sentence each; empty when the case passes.
  public List<String> run(Case one, Corpus corpus) {
    if (!(flows.read(corpus.source(one)) instanceof Parsed.Ok<Flow>(var flow, _))) {
      return List.of("the flow is refused");
    }
    var resolved = reader(one).resolve(flow.inputs(), given(one, flow));
    var expect = one.expect();
    var differences = new ArrayList<String>();
    error(expect.path("error"), resolved, differences);
    if (expect.has("inputs") && !resolved.ok()) differences.add("refused: " + said(resolved));
    var values = JSON.<JsonNode>valueToTree(resolved.values());
    compare("inputs", expect.path("inputs"), values, differences);
    for (var property : expect.path("inputsResolved").properties()) {
      var value = find(resolved, property.getKey());
      compare(property.getKey(), property.getValue(), JSON.valueToTree(shown(value)), differences);
    }
    for (var property : expect.path("inputDefinitions").properties()) {
      var input = find(resolved, property.getKey()).input();
      var shown = JSON.<JsonNode>valueToTree(Map.of("values", input.values()));
      compare(property.getKey(), property.getValue(), shown, differences);
    }
    return differences;
  }

  private InputReader reader(Case one) {
    boolean keyless = one.body().at("/setup/config").has("kestra.encryption.secret-key");
    return new InputReader(
        rendering,
        secret -> {
          if (keyless) throw new IllegalStateException("no encryption key is configured");
          return "sealed:" + secret.hashCode();
        });
  }

  /// Uploads become URIs, as the server's multipart reader makes them.
  private static Map<String, Object> given(Case one, Flow flow) {
    var given = new LinkedHashMap<String, Object>();
    for (var property : one.body().path("inputs").properties()) {
      var id = property.getKey();
      var value = property.getValue();
      if (value.has("$file") || value.has("$fileContent")) {
        given.put(
            id,
            "kestra:///io/kestra/tests/inputs/executions/1/inputs/"
                + id
                + "/"
                + fileName(value, id, flow));
      } else {
        given.put(id, Objects.requireNonNull(JSON.convertValue(value, Object.class)));
      }
    }
    return given;
  }

  private static String fileName(JsonNode value, String id, Flow flow) {
    if (value.has("$file")) {
      var path = value.path("$file").asText();
      return path.substring(path.lastIndexOf('/') + 1);
    }
    return flow.inputs().stream()
        .filter(input -> input.id().equals(id) && input.type() == InputType.FILE)
        .map(input -> InputReader.uploadName(input, id))
        .findFirst()
        .orElse(id);
  }

  private static void error(JsonNode expect, Resolved resolved, List<String> differences) {
    if (expect.isMissingNode()) return;
    var said = said(resolved);
    if (resolved.ok()) differences.add("should be refused");
    for (var word : expect.path("mentions")) {
      if (!said.contains(word.asText())) differences.add("does not mention " + word + ": " + said);
    }
    if (!said.contains(expect.path("messageContains").asText())) {
      differences.add("should say " + expect.path("messageContains") + " but says " + said);
    }
  }

  private static String said(Resolved resolved) {
    return resolved.problems().stream()
        .map(it -> it.path() + ": " + it.what())
        .collect(Collectors.joining("\n"));
  }

  private static Resolved.Value find(Resolved resolved, String id) {
    return resolved.inputs().stream()
        .filter(it -> it.input().id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, @Nullable Object> shown(Resolved.Value value) {
    var shown = new LinkedHashMap<String, @Nullable Object>();
    shown.put("value", value.value());
    shown.put("enabled", value.enabled());
    shown.put("storageExists", false);
    value.problem().map(Problem::what).ifPresent(error -> shown.put("error", error));
    return shown;
  }

  /// The corpus' matchers, as far as these cases use them.
  private static void compare(
      String path, JsonNode expect, JsonNode actual, List<String> differences) {
    if (expect.isMissingNode()) return;
    boolean matches =
        switch (matcher(expect)) {
          case "" -> equal(expect, actual);
          case "$type" -> equal(expect.path("value"), actual);
          case "$regex" ->
              actual.asText().matches("(?s).*" + expect.path("$regex").asText() + ".*");
          case "$endsWith" -> actual.asText().endsWith(expect.path("$endsWith").asText());
          case "$presentNull" -> actual.isNull();
          case "$exists" -> !actual.isMissingNode() && !actual.isNull();
          case "$absent" -> actual.isMissingNode();
          case "$not" -> !equal(expect.path("$not"), actual);
          case "parts" -> {
            for (var part : expect.properties()) {
              compare(
                  path + "." + part.getKey(),
                  part.getValue(),
                  actual.path(part.getKey()),
                  differences);
            }
            yield true;
          }
          default -> false;
        };
    if (!matches) differences.add("%s: expected %s, got %s".formatted(path, expect, actual));
  }

  private static String matcher(JsonNode expect) {
    if (!expect.isObject() || expect.isEmpty()) return "";
    var first = expect.fieldNames().next();
    return first.startsWith("$") ? first : "parts";
  }

  private static boolean equal(JsonNode expect, JsonNode actual) {
    if (expect.isNumber() && actual.isNumber())
      return expect.decimalValue().compareTo(actual.decimalValue()) == 0;
    return expect.equals(actual);
  }

  /// Whether the model alone can answer the case.
  public static boolean answers(Case one) {
    return one.does("resolveInputs") || one.does("validateInputs");
  }
}
