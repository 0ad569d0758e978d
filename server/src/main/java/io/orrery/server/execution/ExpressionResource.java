package io.orrery.server.execution;

import io.orrery.controller.Orchestrator;
import io.orrery.controller.Orchestrator.Evaluated;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import io.orrery.server.http.Stages;
import io.orrery.server.json.JsonMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Renders expressions for somebody who writes a flow: as an execution sees them, or as far as they
/// mean something to a flow that does not run. Secrets are masked.
public final class ExpressionResource {
  private static final int EXPRESSIONS_MAX = 100;

  private final Orchestrator orchestrator;

  public ExpressionResource(Orchestrator orchestrator) {
    this.orchestrator = orchestrator;
  }

  public List<Route> routes() {
    return List.of(Route.post("/api/v1/expressions/render", this::render));
  }

  /// `{expressions[], executionId}` or `{expressions[], namespace, flowId}`; answered with
  /// `{results[{expression, result | error, stackTrace}]}`, in the same order.
  private Answer render(Call call) throws IOException, InterruptedException {
    var body = call.body().jsonObject();
    var texts = texts(body.get("expressions"));
    var evaluating = evaluating(body);
    var stages = texts.stream().map(evaluating).toList();
    var results = new ArrayList<Map<String, Object>>();
    for (int i = 0; i < stages.size(); i++) {
      results.add(shape(texts.get(i), Stages.await(stages.get(i))));
    }
    return Answer.json(new JsonMap().with("results", results).map());
  }

  private static List<String> texts(@Nullable Object given) {
    if (!(given instanceof List<?> list) || list.size() > EXPRESSIONS_MAX) {
      throw Fault.invalid("expressions", "must be a list of at most " + EXPRESSIONS_MAX + " texts");
    }
    return list.stream().map(String::valueOf).toList();
  }

  private Function<String, CompletionStage<Evaluated>> evaluating(Map<?, ?> body) {
    if (body.get("executionId") instanceof String id) {
      return text -> orchestrator.evaluate(new ExecutionId(id), Optional.empty(), text);
    }
    if (body.get("namespace") instanceof String namespace
        && body.get("flowId") instanceof String id) {
      return text -> orchestrator.evaluate(new FlowId(namespace, id), text);
    }
    throw Fault.invalid("executionId", "is needed, or namespace and flowId");
  }

  private static Map<String, Object> shape(String text, Evaluated evaluated) {
    var shape = new JsonMap().with("expression", text);
    return switch (evaluated) {
      case Evaluated.Result(var result) -> shape.with("result", result).map();
      case Evaluated.Failed(var message, var trace) ->
          shape.with("error", message).with("stackTrace", trace).map();
    };
  }
}
