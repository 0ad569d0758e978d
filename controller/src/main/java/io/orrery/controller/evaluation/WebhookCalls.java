package io.orrery.controller.evaluation;

import io.orrery.controller.Webhooks;
import io.orrery.controller.flow.Flows;
import io.orrery.engine.condition.Asked;
import io.orrery.engine.condition.Judge;
import io.orrery.engine.condition.Watched;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Preparing;
import io.orrery.engine.execution.Variables;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.Services;
import io.orrery.expression.TemplateTree;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.id.FlowId;
import io.orrery.model.kept.Keeper;
import io.orrery.model.problem.Code;
import io.orrery.model.state.State;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Webhooks of the flows of this node.
public final class WebhookCalls implements Webhooks {

  private static final Logger log = LoggerFactory.getLogger(WebhookCalls.class);
  private static final int STATUS_MIN = 100;
  private static final int STATUS_MAX = 599;

  private final Evaluations.Tools tools;

  public WebhookCalls(Evaluations.Tools tools) {
    this.tools = tools;
  }

  @Override
  public Found find(FlowId id, String key) {
    var known = tools.flows().current(id).flatMap(Flows.Known::plan);
    if (known.isEmpty()) {
      return new NoFlow();
    }
    var flow = known.get().flow();
    Found found = new NoHook();
    for (var trigger : flow.triggers()) {
      // All keys are compared, so that the time tells nothing of which one was near.
      if (trigger instanceof TriggerDef.Webhook webhook
          && !webhook.common().disabled()
          && opens(flow, known.get().revision(), webhook, key)) {
        found = new Hook(flow, known.get().revision(), webhook);
      }
    }
    return found instanceof Hook && flow.disabled() ? new FlowDisabled() : found;
  }

  /// A key that cannot be rendered opens nothing.
  private boolean opens(Flow flow, int revision, TriggerDef.Webhook webhook, String given) {
    try {
      var key =
          tools
              .flows()
              .templates()
              .compile(webhook.key())
              .render(variables(flow, revision), services(flow, tools.keeping().keeper()))
              .strip();
      return !key.isEmpty() && MessageDigest.isEqual(hash(key), hash(given.strip()));
    } catch (ExpressionException e) {
      log.warn("the key of webhook {} of flow {} does not render", webhook.id(), flow.key(), e);
      return false;
    }
  }

  /// Of one length, so that the time taken does not tell the key's.
  private static byte[] hash(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  @Override
  public Decision decide(Hook hook, Map<String, Object> call) {
    var variables = variables(hook.flow(), hook.revision());
    variables.put("trigger", call);
    var keeper = tools.keeping().keeper();
    var kept = new KeptEvents(keeper, "");
    var services = services(hook.flow(), keeper);
    if (!holds(hook, variables, services)) {
      return new NotMet();
    }
    try {
      var given = given(hook, variables, services);
      var result = tools.inputs().resolve(hook.flow(), hook.revision(), given);
      boolean onlyMissing =
          result.problems().stream().allMatch(problem -> problem.code() == Code.INPUT_MISSING);
      if (!result.ok() && !onlyMissing) {
        return new Wrong(kept.masked(result.text()));
      }
      Depth.check("an input", result.values());
      return new Start(
          keeper.members(result.values()),
          kept.labels(
              TriggerLabels.render(
                  tools.flows().templates(), hook.trigger().common(), variables, services)));
    } catch (ExpressionException | IllegalArgumentException e) {
      return new Wrong(kept.masked(String.valueOf(e.getMessage())));
    }
  }

  private Map<String, Object> given(Hook hook, Map<String, Object> variables, Services services) {
    var given = new LinkedHashMap<String, Object>();
    if (TemplateTree.compile(tools.flows().templates(), hook.trigger().inputs())
            .evaluate(variables, services)
        instanceof Map<?, ?> map) {
      map.forEach(
          (name, value) -> {
            if (value != null) {
              given.put(String.valueOf(name), value);
            }
          });
    }
    return given;
  }

  /// A condition that cannot be judged does not hold.
  private boolean holds(Hook hook, Map<String, Object> variables, Services services) {
    try {
      return Judge.all(hook.trigger().conditions(), new Call(variables, services));
    } catch (ExpressionException e) {
      log.warn(
          "webhook {} of flow {}: a condition that cannot be judged does not hold: {}",
          hook.trigger().id(),
          hook.flow().key(),
          e.getMessage());
      return false;
    }
  }

  @Override
  public Optional<Integer> status(Hook hook, Map<String, Object> call, Execution execution) {
    var code = hook.trigger().response().code();
    if (code.isEmpty()) {
      return Optional.empty();
    }
    var variables = variables(hook.flow(), hook.revision());
    variables.put("trigger", call);
    var keeper = tools.keeping().keeper();
    variables.putAll(keeper.opened(Map.of("outputs", execution.outputs()), ""));
    variables.put(
        "execution", Map.of("id", execution.id().value(), "state", execution.state().name()));
    try {
      var rendered =
          tools
              .flows()
              .templates()
              .compile(code.get())
              .evaluate(variables, services(hook.flow(), keeper));
      int status = Integer.parseInt(Preparing.text(rendered).strip());
      return Optional.of(status).filter(it -> it >= STATUS_MIN && it <= STATUS_MAX);
    } catch (ExpressionException | NumberFormatException e) {
      log.warn(
          "webhook {} of flow {}: responseCode is no status: {}",
          hook.trigger().id(),
          hook.flow().key(),
          e.getMessage());
      return Optional.empty();
    }
  }

  private Map<String, Object> variables(Flow flow, int revision) {
    return Variables.of(flow, revision, tools.around());
  }

  private Services services(Flow flow, Keeper keeper) {
    return tools.services().of(flow.key(), Optional.empty(), keeper);
  }

  /// A call as conditions see it.
  private final class Call implements Asked {
    private final Map<String, Object> variables;
    private final Services services;

    Call(Map<String, Object> variables, Services services) {
      this.variables = variables;
      this.services = services;
    }

    @Override
    public Optional<Watched> watched() {
      return Optional.empty();
    }

    @Override
    public @Nullable Object evaluate(String text) {
      return tools.flows().templates().compile(text).evaluate(variables, services);
    }

    @Override
    public boolean excluded(String calendar, LocalDate day) {
      throw new ExpressionException("a call has no calendar", 0);
    }

    @Override
    public boolean retried(List<State> in, List<State> notIn) {
      return false;
    }
  }
}
