package io.orrery.controller.evaluation;

import io.orrery.controller.turn.Outside;
import io.orrery.engine.condition.Asked;
import io.orrery.engine.condition.Judge;
import io.orrery.engine.condition.Watched;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Variables;
import io.orrery.engine.trigger.Triggers;
import io.orrery.engine.trigger.Verdict;
import io.orrery.engine.window.FlowTriggers;
import io.orrery.engine.window.Matching;
import io.orrery.engine.window.Sighting;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.Services;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.kept.Keeper;
import io.orrery.model.state.State;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Judges conditions whose texts must be rendered.
final class Judging {

  private static final Logger log = LoggerFactory.getLogger(Judging.class);

  private final Evaluations.Tools tools;
  private final Sources sources;

  Judging(Evaluations.Tools tools, Sources sources) {
    this.tools = tools;
    this.sources = sources;
  }

  /// Empty when the execution is gone, or means nothing to the trigger.
  Optional<Outside.Seen> look(Outside.OfLook of, Keeper keeper) {
    var look = of.look();
    var head = tools.executions().head(look.execution());
    if (head.isEmpty()) {
      return Optional.empty();
    }
    var sighting = Sighting.of(head.get(), look.state(), look.at());
    var trigger = FlowTriggers.variables(sighting.by(), sighting.by().outputs(), sighting.chain());
    var asked =
        new Rendered(
            Optional.of(sighting.by()),
            sources.variables(of.plan(), head.get(), trigger, keeper),
            tools.services().of(of.plan().id(), Optional.empty(), keeper),
            of.plan().id().namespace());
    return Matching.of(
            of.trigger(),
            asked,
            why ->
                log.warn(
                    "trigger {}: a condition that cannot be judged does not hold: {}",
                    look.trigger(),
                    keeper.masker().mask(why)))
        .map(matching -> new Outside.Seen(sighting, matching));
  }

  Map<Instant, Verdict> slots(Outside.OfSlots of, Keeper keeper) {
    var conditions = Triggers.judged(of.schedule());
    var flow = Variables.of(of.plan().flow(), of.plan().revision(), tools.around());
    var services = tools.services().of(of.plan().id(), Optional.empty(), keeper);
    var verdicts = new LinkedHashMap<Instant, Verdict>();
    var calendars = new NamedCalendars(of.plan().id().namespace(), services);
    of.by()
        .forEach(
            (slot, trigger) -> {
              var variables = new LinkedHashMap<>(flow);
              variables.put("trigger", trigger);
              variables.put("schedule", trigger);
              var asked = new Rendered(Optional.empty(), variables, services, calendars);
              verdicts.put(slot, verdict(() -> Judge.all(conditions, asked), keeper));
            });
    return verdicts;
  }

  /// What an execution was made of already means nothing any more.
  List<Verdict> findings(Outside.OfFindings of, Keeper keeper) {
    var conditions = of.trigger().conditions();
    var verdicts = new ArrayList<Verdict>();
    var names = new HashSet<ExecutionId>();
    for (var finding : of.found()) {
      boolean known =
          !names.add(finding.execution())
              || tools.executions().head(finding.execution()).isPresent();
      if (known) {
        verdicts.add(new Verdict.Fails());
      } else if (conditions.isEmpty()) {
        verdicts.add(new Verdict.Holds());
      } else {
        var variables =
            new LinkedHashMap<>(
                Variables.of(of.plan().flow(), of.plan().revision(), tools.around()));
        variables.putAll(keeper.opened(Map.of("trigger", finding.output()), ""));
        var services = tools.services().of(of.plan().id(), Optional.empty(), keeper);
        var asked = new Rendered(Optional.empty(), variables, services, of.plan().id().namespace());
        verdicts.add(verdict(() -> Judge.all(conditions, asked), keeper));
      }
    }
    return verdicts;
  }

  private interface Question {
    boolean ask();
  }

  private static Verdict verdict(Question question, Keeper keeper) {
    try {
      return question.ask() ? new Verdict.Holds() : new Verdict.Fails();
    } catch (ExpressionException e) {
      return new Verdict.Unable(
          "Unable to evaluate the conditions: "
              + keeper.masker().mask(String.valueOf(e.getMessage())));
    }
  }

  boolean listener(Outside.OfListener of) {
    var execution = of.execution();
    var head = execution.head();
    var variables = new LinkedHashMap<>(execution.variables());
    var trigger = new LinkedHashMap<String, Object>();
    head.fixed().trigger().map(Execution.TriggerInfo::variables).ifPresent(trigger::putAll);
    trigger.put("outputs", head.outputs());
    variables.putAll(execution.keeper().opened(Map.of("trigger", trigger), ""));
    var asked =
        new Rendered(
            Optional.of(Watched.of(head, head.state())),
            variables,
            tools.services().of(execution.plan().id(), Optional.of(head), execution.keeper()),
            execution.plan().id().namespace());
    return Judge.all(execution.plan().flow().listeners().get(of.listener()).conditions(), asked);
  }

  /// Renders, and looks up what records alone do not tell.
  private final class Rendered implements Asked {
    private final Optional<Watched> watched;
    private final Map<String, Object> variables;
    private final Services services;
    private final NamedCalendars calendars;

    Rendered(
        Optional<Watched> watched,
        Map<String, Object> variables,
        Services services,
        NamedCalendars calendars) {
      this.watched = watched;
      this.variables = variables;
      this.services = services;
      this.calendars = calendars;
    }

    Rendered(
        Optional<Watched> watched,
        Map<String, Object> variables,
        Services services,
        String namespace) {
      this(watched, variables, services, new NamedCalendars(namespace, services));
    }

    @Override
    public boolean excluded(String calendar, LocalDate day) {
      return calendars.excluded(calendar, day);
    }

    @Override
    public Optional<Watched> watched() {
      return watched;
    }

    @Override
    public @Nullable Object evaluate(String text) {
      return tools.flows().templates().compile(text).evaluate(variables, services);
    }

    @Override
    public boolean retried(List<State> in, List<State> notIn) {
      return watched.map(it -> retried(it.id(), in, notIn)).orElse(false);
    }

    private boolean retried(ExecutionId id, List<State> in, List<State> notIn) {
      return tools.executions().find(id).stream()
          .flatMap(whole -> whole.taskRuns().stream())
          .filter(run -> run.attempts().size() > 1)
          .flatMap(run -> run.attempts().stream())
          .map(attempt -> attempt.history().current())
          .anyMatch(state -> (in.isEmpty() || in.contains(state)) && !notIn.contains(state));
    }
  }
}
