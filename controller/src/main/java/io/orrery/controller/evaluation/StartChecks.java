package io.orrery.controller.evaluation;

import io.orrery.engine.execution.Surroundings;
import io.orrery.engine.execution.Variables;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.Templates;
import io.orrery.expression.Truth;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.StartCheck;
import io.orrery.model.kept.Keeper;
import io.orrery.model.kept.Keeping;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a flow checks of its inputs before an execution of it begins, whoever starts it.
///
/// A check that cannot be evaluated has failed: nobody knows that it holds. Secrets may be checked,
/// and are masked in what is said of it.
public final class StartChecks {

  private final Templates templates;
  private final ServicesFactory services;
  private final Surroundings around;
  private final Keeping keeping;

  public StartChecks(
      Templates templates, ServicesFactory services, Surroundings around, Keeping keeping) {
    this.templates = templates;
    this.services = services;
    this.around = around;
    this.keeping = keeping;
  }

  /// The checks that failed, in the order of the text.
  ///
  /// @param inputs resolved, nested by the dots of their ids
  public List<StartCheck.Failed> failed(Flow flow, int revision, Map<String, Object> inputs) {
    if (flow.checks().isEmpty()) {
      return List.of();
    }
    var variables = new LinkedHashMap<>(Variables.of(flow, revision, around));
    var keeper = keeping.keeper();
    variables.putAll(keeper.opened(Map.of("inputs", inputs), ""));
    var failed = new ArrayList<StartCheck.Failed>();
    for (var check : flow.checks()) {
      message(flow, check, variables, keeper)
          .ifPresent(
              message ->
                  failed.add(new StartCheck.Failed(message, check.style(), check.behavior())));
    }
    return failed;
  }

  /// What the one that starts it is told; empty when the check holds.
  private Optional<String> message(
      Flow flow, StartCheck check, Map<String, Object> variables, Keeper keeper) {
    var of = services.of(flow.key(), Optional.empty(), keeper);
    try {
      return Truth.of(templates.compile(check.when()).evaluate(variables, of))
          ? Optional.empty()
          : Optional.of(
              keeper.masker().mask(templates.compile(check.message()).render(variables, of)));
    } catch (ExpressionException e) {
      return Optional.of(check.message() + " (it cannot be evaluated: "
              + keeper.masker().mask(String.valueOf(e.getMessage()))
              + ")");
    }
  }

  /// Why there is to be no execution that runs; empty when it may.
  public Optional<StartCheck.Failed> refusal(Flow flow, int revision, Map<String, Object> inputs) {
    return refusal(failed(flow, revision, inputs));
  }

  private static Optional<StartCheck.Failed> refusal(List<StartCheck.Failed> failed) {
    var refusing =
        failed.stream()
            .filter(it -> it.behavior() != StartCheck.Behavior.CREATE_EXECUTION)
            .toList();
    return StartCheck.decisive(refusing)
        .map(
            decisive ->
                new StartCheck.Failed(
                    refusing.stream()
                        .map(StartCheck.Failed::message)
                        .collect(Collectors.joining("; ")),
                    decisive.style(),
                    decisive.behavior()));
  }
}
