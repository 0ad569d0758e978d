package io.orrery.controller.evaluation;

import io.orrery.controller.flow.Flows;
import io.orrery.controller.turn.Outside;
import io.orrery.engine.execution.Preparation;
import io.orrery.engine.execution.Preparing;
import io.orrery.engine.execution.Variables;
import io.orrery.engine.plan.Node;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.TemplateTree;
import io.orrery.model.flow.Task;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Executions that tasks of other executions start.
final class ChildCalls {

  private final Evaluations.Tools tools;
  private final StartChecks checks;

  ChildCalls(Evaluations.Tools tools, StartChecks checks) {
    this.tools = tools;
    this.checks = checks;
  }

  /// The execution that a task starts, by the rules of its flow.
  ///
  /// @param parts of the task, rendered: `namespace`, `flowId`, `inputs` …
  Preparation child(Outside.OfTask task, Task.Subflow subflow, Node node, Map<?, ?> parts) {
    var id =
        new FlowId(Preparing.text(parts.get("namespace")), Preparing.text(parts.get("flowId")));
    var found =
        subflow
            .revision()
            .map(revision -> tools.flows().revision(id, revision))
            .orElseGet(() -> tools.flows().current(id));
    if (found.isEmpty() || tools.flows().current(id).isEmpty()) {
      return new Preparation.Unable(
          "Unable to find flow '" + id + "' that task '" + node.id() + "' starts");
    }
    var plan = found.get().plan();
    if (plan.isEmpty()) {
      return new Preparation.Unable(
          "Flow '" + id + "' is invalid: " + found.get().problem().orElse("it does not parse"));
    }
    var flow = plan.get().flow();
    if (flow.disabled()) {
      return new Preparation.Unable("Flow '" + id + "' is disabled");
    }
    var given = Evaluations.map(parts.get("inputs"));
    var resolved = tools.inputs().resolve(flow, plan.get().revision(), given);
    if (!resolved.ok()) {
      return new Preparation.Unable(
          "The inputs of flow '" + id + "' are not valid: " + resolved.text());
    }
    Depth.check("an input", resolved.values());
    var refusal = checks.refusal(flow, plan.get().revision(), resolved.values());
    if (refusal.isPresent()) {
      return new Preparation.Unable(
          "The checks of flow '" + id + "' do not let it start: " + refusal.get().message());
    }
    return new Preparation.Child(
        id,
        plan.get().revision(),
        resolved.values(),
        childLabels(task, subflow, flow.labels(), Preparing.labels(parts.get("labels"))),
        scheduleDate(parts.get("scheduleDate")));
  }

  /// The child's own labels, then its parent's (all of them when it inherits, else only the
  /// system's), then the task's.
  private static Map<String, String> childLabels(
      Outside.OfTask task,
      Task.Subflow subflow,
      Map<String, String> own,
      Map<String, String> given) {
    var labels = new LinkedHashMap<>(own);
    task.head()
        .labels()
        .forEach(
            (key, value) -> {
              if (subflow.inheritLabels() || key.startsWith("system.")) {
                labels.put(key, value);
              }
            });
    labels.putAll(given);
    return labels;
  }

  private static Optional<Instant> scheduleDate(@Nullable Object rendered) {
    if (rendered == null || Preparing.text(rendered).isBlank()) {
      return Optional.empty();
    }
    var text = Preparing.text(rendered);
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeParseException e) {
      throw new ExpressionException(
          "scheduleDate must be an ISO-8601 date with an offset, not '" + text + "'", 0, e);
    }
  }

  /// What the task reads of the execution that it started (its deprecated `outputs`).
  ///
  /// @throws ExpressionException when that is not there any more, or a template fails
  Map<String, Object> collected(Outside.OfTask task, ExecutionId childId) {
    var child =
        tools
            .executions()
            .head(childId)
            .orElseThrow(() -> new ExpressionException("execution " + childId + " was deleted", 0));
    var plan =
        tools
            .flows()
            .revision(child.fixed().flow(), child.fixed().revision())
            .flatMap(Flows.Known::plan)
            .orElseThrow(() -> new ExpressionException("its flow is not there any more", 0));
    if (!(task.plan().node(task.run().node()).task() instanceof Task.Subflow subflow)) {
      throw new IllegalStateException("only a Subflow collects outputs");
    }
    var outputs = new LinkedHashMap<String, Object>();
    for (var taskId : tools.outputs().tasks(childId)) {
      var of = tools.outputs().all(childId, taskId);
      if (of != null) {
        outputs.put(taskId, of);
      }
    }
    var variables = task.keeper().opened(Variables.of(plan, child, outputs, tools.around()), "");
    var tree = TemplateTree.compile(tools.flows().templates(), subflow.outputs());
    var collected =
        Evaluations.map(
            tree.evaluate(
                variables,
                tools.services().of(child.fixed().flow(), Optional.of(child), task.keeper())));
    Depth.check("an output", collected);
    return collected;
  }
}
