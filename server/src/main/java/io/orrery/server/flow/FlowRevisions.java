package io.orrery.server.flow;

import io.orrery.controller.Orchestrator;
import io.orrery.model.flow.Flow;
import io.orrery.model.id.FlowId;
import io.orrery.model.problem.Parsed;
import io.orrery.server.flow.FlowJson.Source;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import io.orrery.server.http.Stages;
import io.orrery.server.json.JsonMap;
import io.orrery.server.port.FlowParser;
import io.orrery.store.flow.FlowStore;
import io.orrery.store.vnode.SavedFlow;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What was saved before of a flow: reading it, comparing it, going back to it, forgetting it.
public final class FlowRevisions {
  private static final String BASE = "/api/v1/flows/{namespace}/{id}/revisions";

  private final Orchestrator orchestrator;
  private final FlowStore flows;
  private final FlowParser parser;

  public FlowRevisions(Orchestrator orchestrator, FlowStore flows, FlowParser parser) {
    this.orchestrator = orchestrator;
    this.flows = flows;
    this.parser = parser;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(BASE, this::all),
        Route.delete(BASE, this::forget),
        Route.get(BASE + "/diff", this::diff),
        Route.post(BASE + "/{revision}/restore", this::restore));
  }

  private Answer all(Call call) {
    var revisions = flows.revisions(id(call));
    if (revisions.isEmpty()) {
      throw FlowReads.notFound(id(call));
    }
    return Answer.json(
        revisions.stream()
            .filter(revision -> !revision.deleted() || call.query().flag("allowDelete", true))
            .map(revision -> FlowJson.of(revision, Source.SHOWN))
            .toList());
  }

  /// What changed from revision `from` to `to`, which is the newest when it is left out; `from` is
  /// then the one before.
  private Answer diff(Call call) {
    var id = id(call);
    var newest = flows.latest(id).orElseThrow(() -> FlowReads.notFound(id)).revision();
    int to = call.query().integer("to").orElse(newest);
    int from = call.query().integer("from").orElse(to - 1);
    var before = revision(id, from);
    var after = revision(id, to);
    return Answer.json(
        new JsonMap()
            .with("from", from)
            .with("to", to)
            .with("same", before.source().equals(after.source()))
            .with(
                "diff",
                LineDiff.of(before.source(), after.source(), "revision " + from, "revision " + to))
            .map());
  }

  /// Saves the text of an older revision as a new one.
  private Answer restore(Call call) throws InterruptedException {
    var id = id(call);
    var old = revision(id, number(call.param("revision")));
    return switch (parser.parse(old.source())) {
      case Parsed.Bad<Flow>(var problems) -> throw FlowProblems.refusal(problems);
      case Parsed.Ok<Flow>(var flow, _) -> {
        var _ = Stages.await(orchestrator.saveFlow(flow, old.source()));
        yield Answer.json(
            FlowJson.of(flows.latest(id).orElseThrow(() -> FlowReads.notFound(id)), Source.SHOWN));
      }
    };
  }

  /// Forgets the given revisions. The newest cannot be forgotten, nor one that an execution runs.
  private Answer forget(Call call) {
    var id = id(call);
    var newest = flows.latest(id).orElseThrow(() -> FlowReads.notFound(id)).revision();
    Set<Integer> wanted = new LinkedHashSet<>();
    call.query().list("revisions").forEach(text -> wanted.add(number(text)));
    if (wanted.isEmpty()) {
      throw Fault.argument("parameter 'revisions' is needed, as revisions=1,2");
    }
    if (wanted.contains(newest)) {
      throw Fault.argument("revision " + newest + " is the newest and cannot be deleted");
    }
    wanted.forEach(number -> revision(id, number));
    var kept = flows.forget(id, wanted);
    if (!kept.isEmpty()) {
      throw Fault.conflict("executions run the revisions " + kept + ", which were kept");
    }
    return Answer.empty(204);
  }

  private SavedFlow revision(FlowId id, int number) {
    return flows
        .revision(id, number)
        .orElseThrow(() -> Fault.notFound("flow '" + id + "' has no revision " + number));
  }

  private static int number(String text) {
    try {
      return Integer.parseInt(text.trim());
    } catch (NumberFormatException notOne) {
      throw Fault.argument("'" + text + "' is no number of a revision");
    }
  }

  private static FlowId id(Call call) {
    return new FlowId(call.param("namespace"), call.param("id"));
  }
}
