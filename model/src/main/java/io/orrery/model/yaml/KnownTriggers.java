package io.orrery.model.yaml;

import io.orrery.model.flow.Condition;
import io.orrery.model.flow.Gathering;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.flow.TriggerDef.FlowTrigger;
import io.orrery.model.flow.TriggerDef.Webhook;
import io.orrery.model.problem.Code;
import io.orrery.model.yaml.YamlNode.Scalar;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads the triggers that are part of the language, schedules aside: flow triggers and webhooks;
/// checks those that are kept as they are written.
final class KnownTriggers {
  private KnownTriggers() {}

  private static final int WEBHOOK_KEY_LENGTH_MAX = 256;
  private static final Duration RATE_PERIOD_DEFAULT = Duration.ofMinutes(1);
  private static final List<String> CONTENT_TYPES = List.of("application/json", "text/plain");

  static void check(Fields fields, String canonicalType) {
    switch (canonicalType.substring(TypeNames.TRIGGER.length())) {
      case "McpToolTrigger" -> {
        fields.requiredText("toolName");
        fields.accept("title", "toolDescription", "mcpServer", "annotations");
      }
      default ->
          throw new IllegalStateException(
              "TypeNames has a trigger without check: " + canonicalType);
    }
  }

  static Webhook webhook(Fields fields, TriggerDef.Common common) {
    var key = fields.requiredText("key");
    if (fields.has("key") && key.isBlank())
      fields.error(Code.BAD_VALUE, "key", "key: must not be empty.", "");
    if (key.length() > WEBHOOK_KEY_LENGTH_MAX) {
      fields.error(
          Code.BAD_VALUE,
          "key",
          "key: must have at most " + WEBHOOK_KEY_LENGTH_MAX + " characters.",
          "");
    }
    fields.template("key");
    for (var condition : fields.list("conditions")) {
      if (ConditionReader.isMultiple(condition)) {
        fields.error(
            Code.BAD_VALUE,
            "conditions",
            fields.owner() + " cannot have a MultipleCondition.",
            "Use a Flow trigger for conditions over several executions.");
      }
    }
    return new Webhook(
        common,
        key,
        ConditionReader.all(fields, "conditions"),
        fields.templates("inputs"),
        response(fields),
        rateLimit(fields));
  }

  private static Optional<Webhook.RateLimit> rateLimit(Fields fields) {
    return fields
        .inner("rateLimit")
        .map(
            inner -> {
              if (!inner.has("limit")) inner.missing("limit");
              int limit = inner.integer("limit", 1).orElse(1);
              var per = inner.duration("per").orElse(RATE_PERIOD_DEFAULT);
              if (!per.isPositive()) {
                inner.error(Code.BAD_VALUE, "per", "per: must be longer than nothing.", "");
              }
              inner.close();
              return new Webhook.RateLimit(limit, per);
            });
  }

  private static Webhook.Response response(Fields fields) {
    var type = fields.text("responseContentType").map(String::strip);
    if (type.filter(it -> !CONTENT_TYPES.contains(it)).isPresent()
        && fields.node("responseContentType") instanceof Scalar scalar) {
      Values.badChoice(
          fields.reading(), scalar, fields.pathOf("responseContentType"), CONTENT_TYPES);
    }
    return new Webhook.Response(
        fields.flag("wait", false),
        fields.flag("returnOutputs", false),
        type.orElse(CONTENT_TYPES.getFirst()),
        fields.template("responseCode"),
        fields.text("fetchType").filter("STORE"::equalsIgnoreCase).isPresent());
  }

  static FlowTrigger flow(Fields fields, TriggerDef.Common common) {
    var gatherings = new ArrayList<Gathering>();
    var conditions = new ArrayList<Condition>();
    for (var condition : ConditionReader.all(fields, "conditions")) {
      if (condition instanceof Condition.Multiple(var gathering)) {
        gatherings.add(gathering);
      } else {
        conditions.add(condition);
      }
    }
    var preconditions = fields.inner("preconditions");
    preconditions.map(GatheringReader::preconditions).ifPresent(gatherings::add);
    if (fields.has("dependsOn")) {
      gatherings.add(GatheringReader.dependsOn(fields));
    }
    fields.accept("mode", "minSatisfied", "window", "fireOnce", "onMiss");
    if (gatherings.isEmpty() && conditions.isEmpty()) {
      fields
          .reading()
          .warn(
              Code.BAD_VALUE,
              fields.path(),
              fields.at(),
              fields.owner() + " fires for every execution of every flow.",
              "Add 'preconditions' or 'conditions'.");
    }
    var states = States.read(fields, "states");
    return new FlowTrigger(
        common,
        states.isEmpty() ? FlowTrigger.STATES_DEFAULT : Set.copyOf(EnumSet.copyOf(states)),
        conditions,
        gatherings,
        fields.templates("inputs"));
  }
}
