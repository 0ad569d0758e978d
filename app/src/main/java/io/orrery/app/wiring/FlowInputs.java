package io.orrery.app.wiring;

import io.orrery.controller.evaluation.InputRules;
import io.orrery.controller.evaluation.ServicesFactory;
import io.orrery.controller.evaluation.StartChecks;
import io.orrery.engine.execution.Surroundings;
import io.orrery.engine.execution.Variables;
import io.orrery.expression.Templates;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.FlowOutput;
import io.orrery.model.flow.Input;
import io.orrery.model.flow.StartCheck;
import io.orrery.model.input.InputReader;
import io.orrery.model.input.OutputReader;
import io.orrery.model.kept.Keeper;
import io.orrery.model.kept.Keeping;
import io.orrery.model.kept.Kept;
import io.orrery.model.problem.Problem;
import io.orrery.server.port.InputResolving;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The model's rules for inputs and outputs, with the templates and the key of this instance.
final class FlowInputs implements InputRules, InputResolving {

  private final Templates templates;
  private final ServicesFactory services;
  private final Keeping keeping;
  private final Surroundings around;
  private final StartChecks checks;

  FlowInputs(
      Templates templates,
      ServicesFactory services,
      Keeping keeping,
      Surroundings around,
      StartChecks checks) {
    this.templates = templates;
    this.services = services;
    this.keeping = keeping;
    this.around = around;
    this.checks = checks;
  }

  /// For a caller that wants everything that there is to say of each input.
  private io.orrery.model.input.Resolved read(
      Flow flow, int revision, List<Input> inputs, Map<String, Object> given, Keeper keeper) {
    var reader =
        new InputReader(
            (template, seen) -> {
              var variables = new LinkedHashMap<>(Variables.of(flow, revision, around));
              variables.put("inputs", seen);
              return templates
                  .compile(template)
                  .evaluate(
                      keeper.opened(variables, ""),
                      services.of(flow.key(), Optional.empty(), keeper));
            },
            this::sealed);
    return reader.resolve(inputs, given);
  }

  private String sealed(String secret) {
    return new Kept.Sealed(keeping.key().seal(secret), Kept.MASK).text();
  }

  @Override
  public Result resolve(Flow flow, int revision, Map<String, Object> given) {
    return resume(flow, revision, flow.inputs(), given);
  }

  @Override
  public Result resume(Flow flow, int revision, List<Input> asked, Map<String, Object> given) {
    var keeper = keeping.keeper();
    var read = read(flow, revision, asked, given, keeper);
    return new Result(
        keeper.members(read.values()),
        read.problems().stream().map(problem -> masked(problem, keeper)).toList());
  }

  private static Problem masked(Problem problem, Keeper keeper) {
    return problem.saying(keeper.masker()::mask);
  }

  @Override
  public @Nullable Object output(FlowOutput output, @Nullable Object rendered) {
    return switch (new OutputReader(this::sealed).read(output, rendered)) {
      case OutputReader.Read(var value) -> value;
      case OutputReader.Refusal(var why) -> throw new IllegalArgumentException(why);
    };
  }

  @Override
  public List<StartCheck.Failed> failedChecks(Flow flow, Map<String, Object> values) {
    return checks.failed(flow, 0, values);
  }

  @Override
  public InputResolving.Resolved resolve(Flow flow, List<Input> inputs, Map<String, Object> given) {
    var keeper = keeping.keeper();
    var read = read(flow, 0, inputs, given, keeper);
    return new InputResolving.Resolved(
        read.inputs().stream()
            .map(
                one ->
                    new InputResolving.One(
                        one.input(),
                        Kept.shown(keeper.kept(one.value())),
                        one.enabled(),
                        one.isDefault(),
                        one.problem().map(problem -> masked(problem, keeper).what())))
            .toList(),
        keeper.members(read.values()));
  }
}
