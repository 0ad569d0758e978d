package io.orrery.conformance.cases;

import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Moments;
import io.orrery.conformance.subject.ExecutionView;
import io.orrery.conformance.subject.Refusal;
import io.orrery.conformance.subject.Unsupported;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// Plays the steps of a case, each by its name.
final class Steps {

  private final Stage stage;
  private final ExecutionSteps executions;
  private final HttpSteps http;

  Steps(Stage stage) {
    this.stage = stage;
    this.executions = new ExecutionSteps(stage);
    this.http = new HttpSteps(stage);
  }

  void play(Step step) {
    stage.beginStep();
    switch (step.name()) {
      case "run" -> executions.run(step);
      case "awaitState" -> executions.awaitState(step);
      case "awaitChild" -> executions.awaitChild(step);
      case "restart" -> executions.restart(step);
      case "replay" -> executions.replay(step);
      case "markAs" -> executions.markAs(step);
      case "resume" -> executions.resume(step);
      case "kill" -> executions.kill(step);
      case "deleteExecution" -> executions.delete(step);
      case "http" -> http.call(step);
      case "sleep" -> sleep(step);
      case "assert" -> assertion(step);
      case "awaitIndexed" -> step.knowing(); // reads see what is committed: there is no index
      case "deploy" -> step.knowing(); // the case's flows were deployed before its first step
      case "updateFlow" -> updateFlow(step);
      case "deleteCache" -> deleteCache(step);
      case "setTrigger" -> setTrigger(step);
      case "validateFlow" -> validateFlow(step);
      case "resolveInputs" -> resolveInputs(step);
      case "validateInputs" -> validateInputs(step);
      case "graph" -> graph(step);
      case "cli" -> command(step);
      default -> throw new Unsupported("step " + step.name());
    }
  }

  private void sleep(Step step) {
    step.knowing("ms", "for");
    stage
        .subject()
        .pass(
            step.get("ms") instanceof Number ms
                ? Duration.ofMillis(ms.longValue())
                : Moments.offset(step.needed("for")));
  }

  private void assertion(Step step) {
    step.knowing("executionsOf");
    step.object("executionsOf")
        .forEach(
            (flowId, count) -> {
              var found = stage.subject().executions(Optional.of(flowId), Optional.empty());
              stage.miss(
                  stage
                      .matchers(Optional.empty())
                      .compare("executionsOf." + flowId, count, found.size()));
            });
    executions.expect(step, stage.main());
  }

  private String source() {
    return stage.source().orElseThrow(() -> new Unsupported("a case without a flow"));
  }

  private void updateFlow(Step step) {
    step.knowing("patch", "source", "flow");
    var updated =
        step.text("source")
            .or(() -> step.text("flow").map(stage.corpus()::text))
            .orElseGet(() -> FlowHeads.patched(source(), step.needed("patch")));
    stage.subject().deploy(updated);
  }

  private void deleteCache(Step step) {
    step.knowing("task");
    stage.subject().deleteCache(stage.flow(), step.needed("task"));
  }

  private void setTrigger(Step step) {
    step.knowing("trigger", "disabled");
    stage.subject().setTriggerDisabled(stage.flow(), step.needed("trigger"), step.flag("disabled"));
  }

  private void validateFlow(Step step) {
    step.knowing();
    stage.validated(stage.subject().validate(source()));
    endOf(step);
  }

  private void resolveInputs(Step step) {
    step.knowing();
    try {
      stage.resolved(stage.subject().resolveInputs(stage.flow(), stage.inputs()));
    } catch (Refusal refusal) {
      stage.refused(refusal);
    }
    endOf(step);
  }

  private void validateInputs(Step step) {
    step.knowing();
    try {
      stage.checked(stage.subject().validateInputs(stage.flow(), stage.inputs()));
    } catch (Refusal refusal) {
      stage.refused(refusal);
    }
    endOf(step);
  }

  private void graph(Step step) {
    step.knowing("ofExecution", "expand");
    var execution =
        step.flag("ofExecution")
            ? Optional.of(stage.executionId(step.execution()))
            : Optional.<String>empty();
    var expand = Json.items(step.get("expand")).stream().map(String::valueOf).toList();
    stage.drew(stage.subject().graph(stage.flow(), execution, expand));
    endOf(step);
  }

  /// Expectations of a language step mean what they mean at the end.
  private void endOf(Step step) {
    if (!step.expect().isEmpty()) {
      var scene = Scene.of(stage, stage.main(), step.expect());
      stage.miss(Expectations.check(step.expect(), scene, Expectations.Place.END));
    }
  }

  private void command(Step step) {
    step.knowing("args");
    var flow = stage.entry().text("flow").map(stage.corpus()::path);
    var more = new LinkedHashMap<String, String>();
    flow.ifPresent(path -> more.put("flow", path.toString()));
    var placeholders = new Placeholders(stage, more);
    var arguments = new ArrayList<String>();
    Json.items(step.get("args"))
        .forEach(argument -> arguments.add(placeholders.text(String.valueOf(argument))));
    var result = stage.subject().command(arguments, stage.corpus().root());
    step.expect()
        .forEach(
            (key, expected) ->
                stage.miss(
                    switch (key) {
                      case "exitCode" ->
                          stage
                              .matchers(Optional.<ExecutionView>empty())
                              .compare("exitCode", expected, result.exitCode());
                      case "stdoutContains" ->
                          LanguageChecks.mentions(key, expected, List.of(result.stdout()));
                      case "stderrContains" ->
                          LanguageChecks.mentions(key, expected, List.of(result.stderr()));
                      default -> throw new Unsupported("expectation of a command: " + key);
                    }));
  }
}
