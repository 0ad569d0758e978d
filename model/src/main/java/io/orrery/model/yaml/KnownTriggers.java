package io.orrery.model.yaml;

import io.orrery.model.problem.Code;
import io.orrery.model.yaml.YamlNode.Mapping;
import io.orrery.model.yaml.YamlNode.Scalar;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Checks the triggers that are part of the language and are kept as they are written: flow
/// triggers, webhooks, schedules on dates.
final class KnownTriggers {
  private KnownTriggers() {}

  private static final int WEBHOOK_KEY_LENGTH_MAX = 256;

  /// Which fields each kind of window takes; those in the first list are required.
  private record Window(List<String> required, List<String> optional) {}

  private static final Map<String, Window> WINDOWS =
      Map.of(
          "DAILY_TIME_DEADLINE", new Window(List.of("deadline"), List.of()),
          "DAILY_TIME_WINDOW", new Window(List.of("startTime", "endTime"), List.of()),
          "DURATION_WINDOW", new Window(List.of(), List.of("window", "windowAdvance")),
          "SLIDING_WINDOW", new Window(List.of("window"), List.of()));

  private static final List<String> WINDOW_FIELDS =
      List.of("deadline", "startTime", "endTime", "window", "windowAdvance");

  private static final Set<String> FILTERS_WITH_VALUES = Set.of("IN", "NOT_IN");

  static void check(Fields fields, String canonicalType) {
    switch (canonicalType.substring(TypeNames.TRIGGER.length())) {
      case "Flow" -> flow(fields);
      case "Webhook" -> webhook(fields);
      case "ScheduleOnDates" -> {
        if (fields.list("dates").isEmpty() && !(fields.node("dates") instanceof Scalar))
          fields.missingItems("dates");
        fields.accept("timezone", "recoverMissedSchedules");
      }
      case "McpToolTrigger" -> {
        fields.requiredText("toolName");
        fields.accept("title", "toolDescription", "mcpServer", "annotations");
      }
      default ->
          throw new IllegalStateException(
              "TypeNames has a trigger without check: " + canonicalType);
    }
  }

  private static void webhook(Fields fields) {
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
    fields.accept("wait", "returnOutputs", "responseContentType", "responseCode", "fetchType");
    for (var condition : fields.list("conditions")) {
      if (typeOf(condition).equals(TypeNames.CONDITION + "MultipleCondition")) {
        fields.error(
            Code.BAD_VALUE,
            "conditions",
            fields.owner() + " cannot have a MultipleCondition.",
            "Use a Flow trigger for conditions over several executions.");
      }
    }
  }

  private static String typeOf(YamlNode condition) {
    return condition instanceof Mapping mapping && mapping.get("type") instanceof Scalar type
        ? TypeNames.condition(type.text())
        : "";
  }

  private static void flow(Fields fields) {
    fields.accept("states", "mode", "minSatisfied", "window", "onMiss");
    var preconditions = fields.inner("preconditions");
    preconditions.ifPresent(KnownTriggers::preconditions);
    boolean unconditional =
        preconditions.isEmpty()
            && fields.list("conditions").isEmpty()
            && fields.list("dependsOn").isEmpty()
            && !fields.has("when");
    if (unconditional) {
      fields
          .reading()
          .warn(
              Code.BAD_VALUE,
              fields.path(),
              fields.at(),
              fields.owner() + " fires for every execution of every flow.",
              "Add 'preconditions' or 'conditions'.");
    }
  }

  private static void preconditions(Fields fields) {
    fields.requiredText("id");
    fields.accept("resetOnSuccess", "flows");
    fields.inner("timeWindow").ifPresent(KnownTriggers::window);
    var where = fields.list("where");
    for (int i = 0; i < where.size(); i++) {
      var path = fields.pathOf("where[" + i + "]");
      Values.mapping(fields.reading(), where.get(i), path)
          .ifPresent(mapping -> where(new Fields(fields.reading(), mapping, path, path)));
    }
    fields.close();
  }

  private static void window(Fields fields) {
    var type = fields.text("type").orElse("DURATION_WINDOW").toUpperCase(Locale.ROOT);
    var window = WINDOWS.get(type);
    if (window == null) {
      Values.badChoice(
          fields.reading(),
          (Scalar) java.util.Objects.requireNonNull(fields.node("type")),
          fields.pathOf("type"),
          WINDOWS.keySet().stream().sorted().toList());
      return;
    }
    for (var name : WINDOW_FIELDS) {
      if (window.required().contains(name)) {
        if (!fields.has(name)) fields.missing(name);
      } else if (fields.has(name) && !window.optional().contains(name)) {
        fields.error(
            Code.BAD_VALUE,
            name,
            "%s: a time window of type %s cannot have it.".formatted(name, type),
            "Remove it.");
      }
    }
    fields.close();
  }

  private static void where(Fields fields) {
    fields.requiredText("id");
    fields.accept("operand");
    var filters = fields.list("filters");
    if (filters.isEmpty()) fields.missingItems("filters");
    for (int i = 0; i < filters.size(); i++) {
      var path = fields.pathOf("filters[" + i + "]");
      Values.mapping(fields.reading(), filters.get(i), path)
          .ifPresent(mapping -> filter(new Fields(fields.reading(), mapping, path, "filter")));
    }
    fields.close();
  }

  /// `values` for IN and NOT_IN, `value` for all others.
  private static void filter(Fields fields) {
    fields.requiredText("field");
    var type = fields.requiredText("type").toUpperCase(Locale.ROOT);
    boolean many = FILTERS_WITH_VALUES.contains(type);
    boolean valueless = type.startsWith("IS_");
    var wanted = many ? "values" : "value";
    var other = many ? "value" : "values";
    if (fields.has(other)) {
      fields.error(
          Code.BAD_VALUE,
          other,
          "%s: a filter of type %s cannot have it.".formatted(other, type),
          "Use '" + wanted + "'.");
    }
    if (!fields.has(wanted) && !valueless) {
      fields.error(
          Code.MISSING_PROPERTY,
          wanted,
          "%s: a filter of type %s needs it.".formatted(wanted, type),
          "");
    }
    fields.close();
  }
}
