package io.orrery.model.yaml;

import io.orrery.model.flow.Condition;
import io.orrery.model.flow.Condition.Filter;
import io.orrery.model.flow.Gathering;
import io.orrery.model.flow.Gathering.OnMiss;
import io.orrery.model.flow.Gathering.Outputs;
import io.orrery.model.flow.TimeWindow;
import io.orrery.model.problem.Code;
import io.orrery.model.yaml.YamlNode.Mapping;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads what a Flow trigger gathers: `preconditions`, a MultipleCondition, `dependsOn`.
final class GatheringReader {
  private GatheringReader() {}

  private static final String DEPENDS_ON = "dependsOn";
  private static final Set<String> FILTERS_WITH_VALUES = Set.of("IN", "NOT_IN");

  private enum Mode {
    ALL,
    ANY,
    AT_LEAST
  }

  private enum Operand {
    AND,
    OR
  }

  static Gathering preconditions(Fields fields) {
    var id = fields.requiredText("id");
    var parts = new LinkedHashMap<String, List<Condition>>();
    var flows = fields.list("flows");
    for (int i = 0; i < flows.size(); i++) {
      var path = fields.pathOf("flows[" + i + "]");
      var name = "flow_" + i;
      Values.mapping(fields.reading(), flows.get(i), path)
          .ifPresent(
              mapping -> parts.put(name, flow(new Fields(fields.reading(), mapping, path, path))));
    }
    var where = fields.list("where");
    for (int i = 0; i < where.size(); i++) {
      var path = fields.pathOf("where[" + i + "]");
      Values.mapping(fields.reading(), where.get(i), path)
          .ifPresent(mapping -> where(new Fields(fields.reading(), mapping, path, path), parts));
    }
    var window = fields.inner("timeWindow").map(TimeWindowReader::typed);
    var reset = fields.flag("resetOnSuccess", true);
    fields.close();
    return new Gathering(
        id,
        window.orElse(TimeWindow.DEFAULT),
        parts,
        parts.size(),
        reset,
        false,
        Outputs.MERGED,
        Optional.empty());
  }

  static Gathering multiple(Fields fields) {
    var id = fields.requiredText("id");
    var parts = new LinkedHashMap<String, List<Condition>>();
    fields
        .map("conditions")
        .ifPresent(
            map ->
                map.entries()
                    .forEach(
                        (name, entry) ->
                            ConditionReader.one(
                                    fields.reading(),
                                    entry.value(),
                                    fields.pathOf("conditions." + Values.abridged(name)))
                                .ifPresent(condition -> parts.put(name, List.of(condition)))));
    if (parts.isEmpty()) fields.missingItems("conditions");
    var window =
        fields
            .inner("timeWindow")
            .map(TimeWindowReader::typed)
            .orElseGet(() -> TimeWindowReader.every(fields, "window", "windowAdvance"));
    fields.accept("window", "windowAdvance");
    return new Gathering(
        id,
        window,
        parts,
        parts.size(),
        fields.flag("resetOnSuccess", true),
        false,
        Outputs.MERGED,
        Optional.empty());
  }

  /// The newer form, whose parts stand in the trigger itself.
  static Gathering dependsOn(Fields fields) {
    var parts = new LinkedHashMap<String, List<Condition>>();
    var flows = fields.list(DEPENDS_ON);
    for (int i = 0; i < flows.size(); i++) {
      var path = fields.pathOf(DEPENDS_ON + "[" + i + "]");
      var name = "flow_" + i;
      Values.mapping(fields.reading(), flows.get(i), path)
          .ifPresent(
              mapping -> parts.put(name, flow(new Fields(fields.reading(), mapping, path, path))));
    }
    var mode = fields.choice("mode", Mode.class).orElse(Mode.ALL);
    var least = fields.integer("minSatisfied", 1);
    if (mode == Mode.AT_LEAST && least.isEmpty()) fields.missing("minSatisfied");
    if (least.filter(it -> it > flows.size()).isPresent()) {
      fields.error(
          Code.BAD_VALUE,
          "minSatisfied",
          "minSatisfied: there are only %d flows in 'dependsOn'.".formatted(flows.size()),
          "");
    }
    int needed =
        switch (mode) {
          case ALL -> parts.size();
          case ANY -> 1;
          case AT_LEAST -> least.orElse(1);
        };
    var inner = fields.inner("window");
    var window = inner.map(TimeWindowReader::untyped).orElse(TimeWindow.DEFAULT);
    boolean inWindow = inner.map(it -> it.flag("fireOnce", false)).orElse(false);
    boolean once = fields.flag("fireOnce", false) || inWindow;
    var miss = inner.flatMap(GatheringReader::onMiss).or(() -> onMiss(fields));
    inner.ifPresent(Fields::close);
    return new Gathering(DEPENDS_ON, window, parts, needed, true, once, Outputs.BY_FLOW, miss);
  }

  private static Optional<OnMiss> onMiss(Fields fields) {
    return fields
        .inner("onMiss")
        .map(
            inner -> {
              inner.choice("behavior", Miss.class);
              var labels = Labels.read(inner, "labels");
              inner.close();
              return new OnMiss(labels);
            });
  }

  private enum Miss {
    FAIL
  }

  /// An upstream flow: all that is said of it must hold for one execution.
  private static List<Condition> flow(Fields fields) {
    var conditions = new ArrayList<Condition>();
    var namespace = fields.requiredText("namespace");
    conditions.add(
        fields
            .text("flowId")
            .<Condition>map(flowId -> new Condition.ExecutionFlow(namespace, flowId))
            .orElseGet(
                () -> new Condition.ExecutionNamespace(namespace, Condition.Comparison.EQUALS)));
    var states = States.read(fields, "states");
    if (!states.isEmpty()) conditions.add(new Condition.ExecutionStatus(states, List.of()));
    var labels = ConditionReader.labels(fields);
    if (!labels.isEmpty()) conditions.add(new Condition.ExecutionLabels(labels));
    fields.template("when").map(Condition.Expression::new).ifPresent(conditions::add);
    fields.close();
    return conditions;
  }

  private static void where(Fields fields, Map<String, List<Condition>> parts) {
    var id = fields.requiredText("id");
    var operand = fields.choice("operand", Operand.class).orElse(Operand.AND);
    var filters = fields.list("filters");
    if (filters.isEmpty()) fields.missingItems("filters");
    var read = new ArrayList<Condition>();
    for (int i = 0; i < filters.size(); i++) {
      var path = fields.pathOf("filters[" + i + "]");
      Values.mapping(fields.reading(), filters.get(i), path)
          .flatMap(mapping -> filter(mapping, fields.reading(), path))
          .ifPresent(read::add);
    }
    fields.close();
    parts.put(
        "where_" + id,
        List.of(
            switch (operand) {
              case AND -> new Condition.And(read);
              case OR -> new Condition.Or(read);
            }));
  }

  /// `values` for IN and NOT_IN, `value` for all others but those that ask about the field alone.
  private static Optional<Condition> filter(Mapping mapping, Reading reading, String path) {
    var fields = new Fields(reading, mapping, path, "filter");
    if (!fields.has("field")) fields.missing("field");
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
    var field = fields.choice("field", Filter.Field.class);
    var test = fields.choice("type", Filter.Test.class);
    var value = fields.template("value");
    var values = fields.texts("values");
    fields.close();
    return field.flatMap(of -> test.map(by -> new Filter(of, by, value, values)));
  }
}
