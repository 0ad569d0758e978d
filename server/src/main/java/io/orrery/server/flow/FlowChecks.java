package io.orrery.server.flow;

import io.orrery.model.flow.Flow;
import io.orrery.model.id.FlowId;
import io.orrery.model.problem.Parsed;
import io.orrery.model.problem.Position;
import io.orrery.model.problem.Problem;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import io.orrery.server.json.JsonMap;
import io.orrery.server.port.Descriptions;
import io.orrery.server.port.FlowParser;
import io.orrery.store.flow.FlowStore;
import io.orrery.store.vnode.SavedFlow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Checks texts without saving them. A bad flow is an entry of the answer, not an error of the
/// call.
public final class FlowChecks {
  private static final String LOG = "io.kestra.plugin.core.log.Log";

  private final FlowStore flows;
  private final FlowParser parser;
  private final Relocations relocations;

  public FlowChecks(FlowStore flows, FlowParser parser, Descriptions descriptions) {
    this.flows = flows;
    this.parser = parser;
    this.relocations = new Relocations(descriptions);
  }

  public List<Route> routes() {
    return List.of(
        Route.post("/api/v1/flows/validate", this::validate),
        Route.post("/api/v1/flows/validate/task", this::validateTask),
        Route.post(
            "/api/v1/flows/validate/trigger",
            call -> Answer.json(List.of(checked(call, "triggers")))));
  }

  /// One task or, with `section=TRIGGERS`, one trigger.
  private Answer validateTask(Call call) throws IOException {
    var section = call.query().text("section").orElse("TASKS");
    var list =
        switch (section.toUpperCase(Locale.ROOT)) {
          case "TASKS" -> "tasks";
          case "TRIGGERS" -> "triggers";
          default -> throw Fault.argument("section is TASKS or TRIGGERS, not '" + section + "'");
        };
    return Answer.json(List.of(checked(call, list)));
  }

  /// Checks the body as the only member of `list` in a flow that has nothing else to say. Mistakes
  /// are told with paths within the body.
  private Map<String, Object> checked(Call call, String list) throws IOException {
    var sources = FlowWrites.sources(call.body());
    var tree =
        sources.size() == 1
            ? FlowText.tree(sources.getFirst())
            : Optional.<Map<String, Object>>empty();
    if (tree.isEmpty()) {
      return new JsonMap().with("index", 0).with("constraints", "one YAML map is needed").map();
    }
    var flow = new LinkedHashMap<String, Object>();
    flow.put("id", "check");
    flow.put("namespace", "check");
    flow.put("tasks", List.of(Map.of("id", "check_log", "type", LOG, "message", "check")));
    flow.put(list, List.of(tree.get()));
    var parsed = parser.parse(FlowText.write(flow));
    var problems = parsed.problems().stream().map(problem -> within(problem, list)).toList();
    var constraints = FlowProblems.constraints(problems);
    return new JsonMap()
        .with("index", 0)
        .with("constraints", constraints.isEmpty() ? null : constraints)
        .with("outdated", false)
        .with("deprecationPaths", paths(problems, Problem.Severity.DEPRECATION))
        .with("warnings", lines(problems, Problem.Severity.WARNING))
        .with("infos", relocations.in(tree.get()))
        .map();
  }

  private static Problem within(Problem problem, String list) {
    var path = problem.path();
    var prefix = list + "[0]";
    var rest = path.startsWith(prefix) ? path.substring(prefix.length()) : path;
    return new Problem(
        problem.code(),
        problem.severity(),
        rest.startsWith(".") ? rest.substring(1) : rest,
        Position.NONE,
        problem.what(),
        problem.mend());
  }

  private Answer validate(Call call) throws IOException {
    var entries = new ArrayList<Map<String, Object>>();
    for (var source : FlowWrites.sources(call.body())) {
      entries.add(entry(entries.size(), source));
    }
    return Answer.json(entries);
  }

  private Map<String, Object> entry(int index, String source) {
    var tree = FlowText.tree(source);
    var namespace = tree.map(map -> map.get("namespace")).filter(String.class::isInstance);
    var id = tree.map(map -> map.get("id")).filter(String.class::isInstance);
    var parsed = parser.parse(source);
    var problems = parsed.problems();
    return new JsonMap()
        .with("index", index)
        .with("namespace", namespace)
        .with("flow", id)
        .with("constraints", constraints(parsed))
        .with("outdated", outdated(tree, namespace, id))
        .with("deprecationPaths", paths(problems, Problem.Severity.DEPRECATION))
        .with("warnings", lines(problems, Problem.Severity.WARNING))
        .with("infos", tree.map(relocations::in).orElse(List.of()))
        .map();
  }

  private static Optional<String> constraints(Parsed<Flow> parsed) {
    return switch (parsed) {
      case Parsed.Ok<Flow> _ -> Optional.empty();
      case Parsed.Bad<Flow>(var problems) -> Optional.of(FlowProblems.constraints(problems));
    };
  }

  /// Whether the text carries the number of a revision older than the saved one.
  private boolean outdated(
      Optional<Map<String, Object>> tree, Optional<Object> namespace, Optional<Object> id) {
    if (tree.isEmpty() || namespace.isEmpty() || id.isEmpty()) {
      return false;
    }
    if (!(tree.get().get("revision") instanceof Integer revision)) {
      return false;
    }
    return flows
        .latest(new FlowId((String) namespace.get(), (String) id.get()))
        .map(SavedFlow::revision)
        .filter(latest -> latest > revision)
        .isPresent();
  }

  private static List<String> paths(List<Problem> problems, Problem.Severity severity) {
    return problems.stream()
        .filter(problem -> problem.severity() == severity)
        .map(Problem::path)
        .toList();
  }

  private static List<String> lines(List<Problem> problems, Problem.Severity severity) {
    return problems.stream()
        .filter(problem -> problem.severity() == severity)
        .map(FlowProblems::line)
        .toList();
  }
}
