package io.orrery.model.corpus;

import com.fasterxml.jackson.databind.JsonNode;
import io.orrery.model.corpus.Corpus.Case;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.Input;
import io.orrery.model.flow.Retry;
import io.orrery.model.problem.Code;
import io.orrery.model.problem.Parsed;
import io.orrery.model.problem.Problem;
import io.orrery.model.problem.Problem.Severity;
import io.orrery.model.yaml.FlowReader;
import io.orrery.model.yaml.Strictness;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Runs what the corpus says about validity through a [FlowReader].
public final class ValidationCases {
  private final FlowReader reader;

  public ValidationCases(FlowReader reader) {
    this.reader = reader;
  }

  /// What differs from the expectation, one sentence each; empty when the case passes.
  public List<String> run(Case one, Corpus corpus) {
    if (one.does("validateFlow")) return validateFlow(one, reader.read(corpus.source(one)));
    for (var action : one.body().path("action")) {
      if (action.path("do").asText().equals("http")) return overHttp(action, corpus);
    }
    return List.of("no step that the model can answer");
  }

  private static List<String> validateFlow(Case one, Parsed<Flow> parsed) {
    var expect = one.expect();
    boolean valid = expect.path("valid").asBoolean();
    var said = said(parsed.problems());
    var differences = new ArrayList<String>();
    if (valid != parsed instanceof Parsed.Ok<?>) {
      differences.add("should be " + (valid ? "valid" : "refused") + ": " + said);
      return differences;
    }
    for (var word : expect.path("mentions")) mentioned(said, word.asText(), differences);
    for (var word : expect.path("messageContains")) mentioned(said, word.asText(), differences);
    warnings(expect.path("warnings"), parsed.problems(), differences);
    deprecations(expect.path("deprecationPaths"), parsed.problems(), differences);
    if (parsed instanceof Parsed.Ok<Flow>(var flow, _)) content(expect, flow, differences);
    return differences;
  }

  private static void content(JsonNode expect, Flow flow, List<String> differences) {
    var inputs = flow.inputs();
    long required = inputs.stream().filter(Input::required).count();
    count(expect, "topLevelTasks", flow.tasks().size(), differences);
    count(expect, "idsCount", (long) flow.tasks().size() + flow.triggers().size(), differences);
    count(expect, "inputsCount", inputs.size(), differences);
    count(expect, "inputsRequired", required, differences);
    count(expect, "inputsOptional", inputs.size() - required, differences);
    count(
        expect,
        "inputsWithDefaults",
        inputs.stream().filter(input -> input.defaults() != null).count(),
        differences);
    count(
        expect,
        "inputsWithValidator",
        inputs.stream().filter(input -> input.limits().containsKey("validator")).count(),
        differences);
    for (var property : expect.path("parsed").properties()) {
      var actual = parsed(flow, property.getKey());
      var wanted = property.getValue();
      var seconds = wanted.path("$durationSeconds");
      var text = seconds.isMissingNode() ? wanted.asText() : seconds.asText();
      if (!text.equals(actual)) differences.add(property + " is " + actual);
    }
  }

  private static void count(JsonNode expect, String name, long actual, List<String> differences) {
    var wanted = expect.path(name);
    if (wanted.isNumber() && wanted.asLong() != actual) differences.add(name + " is " + actual);
  }

  /// The few places in a parsed flow that the corpus looks at.
  private static String parsed(Flow flow, String path) {
    return switch (path) {
      case "inputs[0].id" -> flow.inputs().getFirst().id();
      case "inputs[0].type" -> flow.inputs().getFirst().type().name();
      case "tasks[2].timeout" -> flow.tasks().get(2).common().timeout().orElse("");
      default -> retry(flow.tasks().get(2).common().retry().orElseThrow(), path);
    };
  }

  private static String retry(Retry retry, String path) {
    if (!(retry.delay() instanceof Retry.Constant(var interval))) return "not constant";
    return switch (path) {
      case "tasks[2].retry.type" -> "constant";
      case "tasks[2].retry.maxAttempt" -> String.valueOf(retry.maxAttempts().orElse(0));
      case "tasks[2].retry.interval" -> String.valueOf(interval.toSeconds());
      default -> "unknown path";
    };
  }

  private static void warnings(JsonNode expect, List<Problem> problems, List<String> differences) {
    if (expect.isMissingNode()) return;
    var warnings = problems.stream().filter(it -> it.severity() == Severity.WARNING).toList();
    if (warnings.size() != expect.path("count").asInt())
      differences.add("warnings: " + said(warnings));
    for (var word : expect.path("mentions")) mentioned(said(warnings), word.asText(), differences);
  }

  private static void deprecations(
      JsonNode expect, List<Problem> problems, List<String> differences) {
    if (expect.isMissingNode()) return;
    var wanted = new ArrayList<String>();
    expect.path("$sameItems").forEach(path -> wanted.add(path.asText()));
    var paths =
        problems.stream()
            .filter(it -> it.severity() == Severity.DEPRECATION)
            .map(Problem::path)
            .sorted()
            .toList();
    if (!wanted.stream().sorted().toList().equals(paths))
      differences.add("deprecations at " + paths);
  }

  private List<String> overHttp(JsonNode action, Corpus corpus) {
    var path = action.path("path").asText();
    var answers = new ArrayList<Parsed<?>>();
    if (path.endsWith("/validate/task")) {
      answers.add(reader.readTask(action.path("body").toString(), Strictness.STRICT));
    } else if (path.endsWith("/validate/trigger")) {
      answers.add(reader.readTrigger(action.path("body").toString(), Strictness.STRICT));
    } else if (path.endsWith("/flows/validate")) {
      reader
          .readAll(corpus.text(action.path("bodyFile").asText()), Strictness.STRICT)
          .forEach(document -> answers.add(document.flow()));
    } else {
      return List.of("no step that the model can answer");
    }
    var differences = new ArrayList<String>();
    var expected = action.path("expect").path("json");
    if (expected.size() != answers.size()) differences.add(answers.size() + " answers");
    for (int i = 0; i < Math.min(expected.size(), answers.size()); i++) {
      var constraints = expected.get(i).path("constraints");
      var said = said(answers.get(i).problems());
      if (constraints.path("$absent").asBoolean()) {
        if (answers.get(i) instanceof Parsed.Bad<?>) differences.add("refused: " + said);
      } else {
        mentioned(said, constraints.path("$contains").asText(), differences);
      }
    }
    return differences;
  }

  private static void mentioned(String said, String word, List<String> differences) {
    if (!said.contains(word)) differences.add("does not mention '" + word + "': " + said);
  }

  /// Whether a flow is refused for nothing but a type that this version does not have.
  public static boolean onlyMissesTypes(Parsed<?> parsed) {
    return parsed instanceof Parsed.Bad<?>
        && parsed.problems().stream()
            .filter(Problem::refuses)
            .allMatch(problem -> problem.code() == Code.NOT_SUPPORTED);
  }

  public static String said(List<Problem> problems) {
    return problems.stream()
        .map(problem -> problem.path() + ": " + problem.text("flow.yml"))
        .collect(Collectors.joining("\n"));
  }
}
