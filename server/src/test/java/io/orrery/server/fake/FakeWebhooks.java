package io.orrery.server.fake;

import io.orrery.controller.Webhooks;
import io.orrery.engine.execution.Execution;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.flow.TriggerDef.Webhook;
import io.orrery.model.id.FlowId;
import io.orrery.model.problem.Position;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One webhook for each flow that there is, with the key `open`. A call with the parameter `no` is
/// not met, one with `bad` has wrong inputs.
public final class FakeWebhooks implements Webhooks {

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
    if (!key.equals("open")) {
      return new NoHook();
    }
    var parsed = new PlainFlows().parse(saved.get().source());
    return parsed instanceof io.orrery.model.problem.Parsed.Ok(var known, var _)
        ? new Hook(known, saved.get().revision(), hook())
        : new NoFlow();
  }

  private static Webhook hook() {
    return new Webhook(
        new TriggerDef.Common(
            "hook",
            "io.kestra.plugin.core.trigger.Webhook",
            Optional.empty(),
            false,
            Map.of(),
            Position.NONE),
        "open",
        List.of(),
        Map.of(),
        new Webhook.Response(false, false, "application/json", Optional.empty(), false));
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
    return Optional.empty();
  }
}
