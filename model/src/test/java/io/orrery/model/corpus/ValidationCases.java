package io.orrery.model.corpus;

import com.fasterxml.jackson.databind.JsonNode;
import io.orrery.model.corpus.Corpus.Case;
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

  private static List<String> validateFlow(Case one, Parsed<?> parsed) {
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
    return differences;
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
