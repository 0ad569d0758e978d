package io.orrery.server.space;

import io.orrery.controller.Orchestrator;
import io.orrery.model.flow.Flow;
import io.orrery.model.problem.Parsed;
import io.orrery.server.flow.FlowProblems;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Stages;
import io.orrery.server.port.FlowParser;
import io.orrery.store.flow.FlowStore;
import io.orrery.store.vnode.SavedFlow;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Flows among the files of a namespace: what is uploaded to `/_flows/` becomes a flow of the
/// namespace, and an export has them there. As files they never exist.
public record FlowsInZip(Orchestrator orchestrator, FlowStore flows, FlowParser parser) {

  static final String FOLDER = "/_flows";
  private static final Pattern NAMESPACE = Pattern.compile("(?m)^namespace:.*$");

  static boolean reserved(String path) {
    return path.equals(FOLDER) || path.startsWith(FOLDER + "/");
  }

  /// The source is one of this namespace whatever it says itself (Kestra's rule: it may come from
  /// the export of another).
  void save(String namespace, String path, String source) throws InterruptedException {
    if (path.split("/", -1).length != 3) {
      throw Fault.argument("Invalid flow file path: " + path);
    }
    var here =
        NAMESPACE.matcher(source).replaceFirst(Matcher.quoteReplacement("namespace: " + namespace));
    switch (parser.parse(here)) {
      case Parsed.Ok<Flow>(var flow, _) -> Stages.await(orchestrator.saveFlow(flow, here));
      case Parsed.Bad<Flow>(var problems) ->
          throw Fault.invalid(path, FlowProblems.constraints(problems));
    }
  }

  List<SavedFlow> of(String namespace) {
    return flows.allLatest().stream()
        .filter(flow -> flow.id().namespace().equals(namespace))
        .toList();
  }
}
