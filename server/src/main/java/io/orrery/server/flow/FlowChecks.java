package io.orrery.server.flow;

import io.orrery.model.flow.Flow;
import io.orrery.model.id.FlowId;
import io.orrery.model.problem.Parsed;
import io.orrery.model.problem.Problem;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Route;
import io.orrery.server.json.JsonMap;
import io.orrery.server.port.FlowParser;
import io.orrery.store.flow.FlowStore;
import io.orrery.store.vnode.SavedFlow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Checks texts without saving them. A bad flow is an entry of the answer, not an error of the
/// call.
public final class FlowChecks {
  private final FlowStore flows;
  private final FlowParser parser;

  public FlowChecks(FlowStore flows, FlowParser parser) {
    this.flows = flows;
    this.parser = parser;
  }

  public List<Route> routes() {
    return List.of(Route.post("/api/v1/flows/validate", this::validate));
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
        .with("infos", List.of())
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
