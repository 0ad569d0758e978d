package io.orrery.conformance.cases;

import io.orrery.conformance.cases.Scene.Check;
import io.orrery.conformance.match.Absent;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Mismatch;
import io.orrery.conformance.match.Paths;
import io.orrery.conformance.match.Values;
import io.orrery.conformance.subject.FlowSubject.InputCheck;
import io.orrery.conformance.subject.FlowSubject.Validation;
import io.orrery.conformance.subject.Refusal;
import io.orrery.conformance.subject.Unsupported;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Expectations about reading flows and inputs.
final class LanguageChecks {

  static final Map<String, Check> ALL = all();

  private LanguageChecks() {}

  private static Map<String, Check> all() {
    var checks = new LinkedHashMap<String, Check>();
    checks.put("valid", LanguageChecks::valid);
    checks.put("errorKind", (expected, scene) -> List.of()); // the corpus's own paraphrase
    checks.put(
        "mentions",
        (expected, scene) -> mentions("mentions", expected, validation(scene).problems()));
    checks.put(
        "messageContains",
        (expected, scene) -> mentions("messageContains", expected, validation(scene).problems()));
    checks.put(
        "violations",
        (expected, scene) -> {
          var validation = validation(scene);
          return scene.matchers().matches(expected, validation.violations())
              ? List.of()
              : Scene.miss(
                  "violations", expected, validation.violations() + ": " + validation.problems());
        });
    checks.put("warnings", LanguageChecks::warnings);
    checks.put(
        "deprecationPaths",
        (expected, scene) ->
            scene.compare("deprecationPaths", expected, validation(scene).deprecatedPaths()));
    checks.put(
        "flowId", (expected, scene) -> scene.compare("flowId", expected, flow(scene).get("id")));
    checks.put("parsed", (expected, scene) -> scene.compare("parsed", expected, flow(scene)));
    checks.put("json", (expected, scene) -> scene.compare("json", expected, flow(scene)));
    checks.put(
        "jsonContains",
        (expected, scene) -> mentions("jsonContains", expected, List.of(flowText(scene))));
    checks.put(
        "topLevelTasks",
        (expected, scene) ->
            scene.compare("topLevelTasks", expected, items(scene, "tasks").size()));
    checks.put(
        "idsCount",
        (expected, scene) -> scene.compare("idsCount", expected, FlowIds.of(flow(scene)).size()));
    checks.put("inputsCount", inputsWhere("inputsCount", input -> true));
    checks.put(
        "inputsRequired",
        inputsWhere("inputsRequired", input -> !Boolean.FALSE.equals(input.get("required"))));
    checks.put(
        "inputsOptional",
        inputsWhere("inputsOptional", input -> Boolean.FALSE.equals(input.get("required"))));
    checks.put(
        "inputsWithDefaults",
        inputsWhere("inputsWithDefaults", input -> input.get("defaults") != null));
    checks.put(
        "inputsWithValidator",
        inputsWhere("inputsWithValidator", input -> input.get("validator") != null));
    checks.put("inputs", LanguageChecks::inputs);
    checks.put("error", LanguageChecks::error);
    checks.put("inputsResolved", LanguageChecks::inputsResolved);
    checks.put("inputDefinitions", LanguageChecks::inputDefinitions);
    return checks;
  }

  private static Validation validation(Scene scene) {
    return scene
        .stage()
        .validation()
        .orElseThrow(() -> new Unsupported("a validation that no step made"));
  }

  private static String flowText(Scene scene) {
    return validation(scene)
        .json()
        .get()
        .orElseThrow(() -> new Unsupported("the parsed flow as JSON"));
  }

  private static Map<String, Object> flow(Scene scene) {
    return Json.object(flowText(scene));
  }

  private static List<?> items(Scene scene, String key) {
    return Json.items(flow(scene).get(key));
  }

  private static Check inputsWhere(String path, Predicate<Map<String, Object>> test) {
    return (expected, scene) ->
        scene.compare(
            path,
            expected,
            items(scene, "inputs").stream().map(Json::members).filter(test).count());
  }

  private static List<Mismatch> valid(@Nullable Object expected, Scene scene) {
    var validation = validation(scene);
    return Boolean.valueOf(validation.valid()).equals(expected)
        ? List.of()
        : Scene.miss("valid", expected, validation.valid() + " " + validation.problems());
  }

  /// Every word must be in one of the messages.
  static List<Mismatch> mentions(String path, @Nullable Object expected, List<String> messages) {
    var missing =
        Json.items(expected).stream()
            .map(String::valueOf)
            .filter(word -> messages.stream().noneMatch(message -> message.contains(word)))
            .toList();
    return missing.isEmpty() ? List.of() : Scene.miss(path, missing, messages);
  }

  private static List<Mismatch> warnings(@Nullable Object expected, Scene scene) {
    var warnings = validation(scene).warnings();
    var misses = new ArrayList<Mismatch>();
    Json.members(expected)
        .forEach(
            (key, value) ->
                misses.addAll(
                    switch (key) {
                      case "count" -> scene.compare("warnings.count", value, warnings.size());
                      case "mentions" -> mentions("warnings.mentions", value, warnings);
                      default -> throw new Unsupported("expectation warnings." + key);
                    }));
    return misses;
  }

  private static List<Mismatch> inputs(@Nullable Object expected, Scene scene) {
    var refused = scene.stage().refusal().map(Refusal::messages);
    if (refused.isPresent()) {
      return Scene.miss("inputs", expected, "refused: " + refused.get());
    }
    var inputs =
        scene
            .stage()
            .resolvedInputs()
            .or(() -> scene.execution().map(view -> view.inputs()))
            .orElseThrow(() -> new Unsupported("inputs that no step resolved"));
    return scene.compare("inputs", expected, inputs);
  }

  /// The refusal of a step: `mentions`, `messageContains`; `kind` is the corpus's own paraphrase.
  static List<Mismatch> error(@Nullable Object expected, Scene scene) {
    var messages = scene.stage().refusal().map(Refusal::messages);
    if (messages.isEmpty()) {
      return Scene.miss("error", expected, "no error");
    }
    var misses = new ArrayList<Mismatch>();
    Json.members(expected)
        .forEach(
            (key, value) ->
                misses.addAll(
                    switch (key) {
                      case "kind" -> List.<Mismatch>of();
                      case "mentions", "messageContains" ->
                          mentions("error." + key, value, messages.get());
                      default -> throw new Unsupported("expectation error." + key);
                    }));
    return misses;
  }

  private static List<InputCheck> inputChecks(Scene scene) {
    return scene
        .stage()
        .inputChecks()
        .orElseThrow(() -> new Unsupported("inputs that no step checked"));
  }

  private static Optional<Map<String, Object>> input(Scene scene, String id) {
    return inputChecks(scene).stream()
        .filter(check -> check.id().equals(id))
        .map(InputCheck::fields)
        .findFirst();
  }

  private static List<Mismatch> inputsResolved(@Nullable Object expected, Scene scene) {
    var misses = new ArrayList<Mismatch>();
    Json.members(expected)
        .forEach(
            (id, parts) -> {
              var fields = new LinkedHashMap<>(input(scene, id).orElseGet(Map::of));
              if (Json.members(parts).containsKey("storageExists")) {
                fields.put("storageExists", stored(fields.get("value"), scene));
              }
              misses.addAll(scene.compare("inputsResolved." + id, parts, fields));
            });
    return misses;
  }

  private static boolean stored(@Nullable Object address, Scene scene) {
    return address != null && scene.stage().subject().storage(Values.text(address)).isPresent();
  }

  private static List<Mismatch> inputDefinitions(@Nullable Object expected, Scene scene) {
    var misses = new ArrayList<Mismatch>();
    Json.members(expected)
        .forEach(
            (id, parts) -> {
              var definition =
                  input(scene, id).map(fields -> Paths.get(fields, "definition")).orElse(null);
              misses.addAll(
                  scene.compare(
                      "inputDefinitions." + id,
                      parts,
                      definition == null ? Absent.ABSENT : definition));
            });
    return misses;
  }
}
