package io.orrery.server.fake;

import io.orrery.controller.Webhooks;
import io.orrery.engine.execution.Execution;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.flow.TriggerDef.Webhook;
import io.orrery.model.flow.TriggerDef.Webhook.RateLimit;
import io.orrery.model.flow.TriggerDef.Webhook.Response;
import io.orrery.model.id.FlowId;
import io.orrery.model.problem.Position;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Webhooks for each flow that there is: with the key `open` one that answers at once, with `waits`
/// one that waits, with `outputs` and `text` those that answer with outputs, with `teapot` one that
/// waits and has a status of its own, with `stores` one that keeps files. A call with the parameter
/// `no` is not met, one with `bad` has wrong inputs.
public final class FakeWebhooks implements Webhooks {
  private static final String JSON = "application/json";

  private final MemoryFlows flows;

  public FakeWebhooks(MemoryFlows flows) {
    this.flows = flows;
  }

  @Override
  public Found find(FlowId flow, String key) {
    var saved = flows.latest(flow);
    if (saved.isEmpty()) {
      return new NoFlow();
    }
    var response = response(key);
    if (response.isEmpty()) {
      return new NoHook();
    }
    var parsed = new PlainFlows().parse(saved.get().source());
    return parsed instanceof io.orrery.model.problem.Parsed.Ok(var known, var _)
        ? new Hook(known, saved.get().revision(), hook(key, response.get()))
        : new NoFlow();
  }

  private static Optional<Response> response(String key) {
    return Optional.ofNullable(
        switch (key) {
          case "open", "rare" -> new Response(false, false, JSON, Optional.empty(), false);
          case "waits" -> new Response(true, false, JSON, Optional.empty(), false);
          case "outputs" -> new Response(true, true, JSON, Optional.empty(), false);
          case "text" -> new Response(true, true, "text/plain", Optional.empty(), false);
          case "teapot" -> new Response(true, false, JSON, Optional.of("418"), false);
          case "stores" -> new Response(false, false, JSON, Optional.empty(), true);
          default -> null;
        });
  }

  private static Webhook hook(String key, Response response) {
    return new Webhook(
        new TriggerDef.Common(
            "hook",
            "io.kestra.plugin.core.trigger.Webhook",
            Optional.empty(),
            false,
            Map.of(),
            Position.NONE),
        key,
        List.of(),
        Map.of(),
        response,
        key.equals("rare") ? Optional.of(new RateLimit(1, Duration.ofDays(1))) : Optional.empty());
  }

  @Override
  public Decision decide(Hook hook, Map<String, Object> call) {
    if (!(call.get("parameters") instanceof Map<?, ?> parameters)) {
      throw new IllegalArgumentException("a call has parameters");
    }
    if (parameters.containsKey("no")) {
      return new NotMet();
    }
    return parameters.containsKey("bad")
        ? new Wrong("n: not a number")
        : new Start(Map.of(), Map.of("from", "webhook"));
  }

  @Override
  public Optional<Integer> status(Hook hook, Map<String, Object> call, Execution execution) {
    return hook.trigger().response().code().map(Integer::valueOf);
  }
}
