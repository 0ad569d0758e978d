package io.orrery.model.yaml;

import io.orrery.model.flow.Condition;
import io.orrery.model.flow.Condition.Comparison;
import io.orrery.model.problem.Code;
import io.orrery.model.yaml.YamlNode.Mapping;
import io.orrery.model.yaml.YamlNode.Scalar;
import io.orrery.model.yaml.YamlNode.Sequence;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Reads conditions of triggers and listeners, under their names of every version.
final class ConditionReader {

  private static final List<String> KINDS =
      List.of(
          "DateTimeBetween",
          "DayWeek",
          "DayWeekInMonth",
          "PublicHoliday",
          "TimeBetween",
          "Weekend",
          "Expression",
          "Not",
          "Or",
          "ExecutionFlow",
          "ExecutionLabels",
          "ExecutionNamespace",
          "ExecutionOutputs",
          "ExecutionStatus",
          "HasRetryAttempt",
          "MultipleCondition");

  private static final List<String> DAYS =
      Arrays.stream(DayOfWeek.values()).map(Enum::name).toList();
  private static final List<String> PLACES = List.of("FIRST", "SECOND", "THIRD", "FOURTH", "LAST");

  private ConditionReader() {}

  /// The conditions of a property, and the expression of `when` as one more.
  static List<Condition> all(Fields fields, String name) {
    var conditions = new ArrayList<>(list(fields, name));
    fields.template("when").map(Condition.Expression::new).ifPresent(conditions::add);
    return conditions;
  }

  static List<Condition> list(Fields fields, String name) {
    var conditions = new ArrayList<Condition>();
    var items = fields.list(name);
    for (int i = 0; i < items.size(); i++) {
      one(fields.reading(), items.get(i), fields.pathOf(name) + "[" + i + "]")
          .ifPresent(conditions::add);
    }
    return conditions;
  }

  static Optional<Condition> one(Reading reading, YamlNode node, String path) {
    return Values.mapping(reading, node, path)
        .flatMap(
            mapping -> {
              var fields = new Fields(reading, mapping, path, "the condition " + path);
              var condition = read(fields, fields.requiredText("type").strip());
              if (condition.isPresent()) fields.close();
              return condition;
            });
  }

  /// Whether the trigger could look at the condition in this place.
  static boolean isMultiple(YamlNode node) {
    return node instanceof Mapping mapping
        && mapping.get("type") instanceof Scalar type
        && kind(type.text().strip()).equals("MultipleCondition");
  }

  private static String kind(String type) {
    var canonical = TypeNames.condition(type);
    return canonical.startsWith(TypeNames.CONDITION)
        ? canonical.substring(TypeNames.CONDITION.length())
        : canonical;
  }

  private static Optional<Condition> read(Fields fields, String type) {
    return switch (kind(type)) {
      case "DateTimeBetween" ->
          Optional.of(
              new Condition.DateTimeBetween(
                  date(fields), moment(fields, "after"), moment(fields, "before")));
      case "DayWeek" -> Optional.of(new Condition.DayWeek(date(fields), day(fields)));
      case "DayWeekInMonth" ->
          Optional.of(
              new Condition.DayWeekInMonth(
                  date(fields), day(fields), word(fields, "dayInMonth", PLACES)));
      case "PublicHoliday" ->
          Optional.of(
              new Condition.PublicHoliday(
                  date(fields), fields.template("country"), fields.template("subDivision")));
      case "TimeBetween" ->
          Optional.of(
              new Condition.TimeBetween(
                  date(fields), time(fields, "after"), time(fields, "before")));
      case "Weekend" -> Optional.of(new Condition.Weekend(date(fields)));
      case "Expression" -> Optional.of(new Condition.Expression(required(fields, "expression")));
      case "Not" -> Optional.of(new Condition.Not(some(fields)));
      case "Or" -> Optional.of(new Condition.Or(some(fields)));
      case "ExecutionFlow", "Flow" ->
          Optional.of(
              new Condition.ExecutionFlow(
                  required(fields, "namespace"), required(fields, "flowId")));
      case "ExecutionLabels" -> Optional.of(new Condition.ExecutionLabels(labels(fields)));
      case "ExecutionNamespace", "FlowNamespace" ->
          Optional.of(
              new Condition.ExecutionNamespace(required(fields, "namespace"), comparison(fields)));
      case "ExecutionOutputs" ->
          Optional.of(new Condition.ExecutionOutputs(required(fields, "expression")));
      case "ExecutionStatus" ->
          Optional.of(
              new Condition.ExecutionStatus(
                  States.read(fields, "in"), States.read(fields, "notIn")));
      case "HasRetryAttempt" ->
          Optional.of(
              new Condition.HasRetryAttempt(
                  States.read(fields, "in"), States.read(fields, "notIn")));
      case "MultipleCondition" ->
          Optional.of(new Condition.Multiple(GatheringReader.multiple(fields)));
      default -> unknown(fields, type);
    };
  }

  private static Optional<Condition> unknown(Fields fields, String type) {
    if (!type.isEmpty()) {
      fields.error(
          Code.UNKNOWN_TYPE,
          "type",
          "Invalid type: %s is no condition that this installation knows."
              .formatted(Values.abridged(type)),
          fields
              .reading()
              .suggestion(type, KINDS.stream().map(kind -> TypeNames.CONDITION + kind).toList()));
    }
    return Optional.empty();
  }

  private static String required(Fields fields, String name) {
    if (!fields.has(name)) {
      fields.missing(name);
      return "";
    }
    return fields.template(name).orElse("");
  }

  private static String date(Fields fields) {
    return fields.template("date").orElse(Condition.SLOT_DATE);
  }

  private static String day(Fields fields) {
    return word(fields, "dayOfWeek", DAYS);
  }

  private static String word(Fields fields, String name, List<String> allowed) {
    var text = required(fields, name);
    var word = text.strip().toUpperCase(Locale.ROOT);
    if (text.isEmpty() || Reading.isTemplate(text)) return text;
    if (!allowed.contains(word) && fields.node(name) instanceof Scalar scalar) {
      Values.badChoice(fields.reading(), scalar, fields.pathOf(name), allowed);
    }
    return word;
  }

  private interface Parsing {
    Object parse(String text);
  }

  private static Optional<String> moment(Fields fields, String name) {
    return checked(fields, name, ZonedDateTime::parse, "a date like 2030-01-31T08:00:00Z");
  }

  private static Optional<String> time(Fields fields, String name) {
    return checked(fields, name, OffsetTime::parse, "a time with an offset like 08:00:00Z");
  }

  private static Optional<String> checked(
      Fields fields, String name, Parsing parsing, String wanted) {
    var text = fields.template(name);
    if (text.isEmpty() || Reading.isTemplate(text.get())) return text;
    try {
      parsing.parse(text.get().strip());
    } catch (DateTimeException notOne) {
      fields.error(
          Code.BAD_VALUE,
          name,
          "%s: '%s' is not %s.".formatted(name, Values.abridged(text.get()), wanted),
          "");
    }
    return text;
  }

  private static List<Condition> some(Fields fields) {
    var conditions = list(fields, "conditions");
    if (fields.list("conditions").isEmpty()) fields.missingItems("conditions");
    return conditions;
  }

  private static Comparison comparison(Fields fields) {
    boolean prefix = fields.flag("prefix", false);
    return fields
        .choice("comparison", Comparison.class)
        .orElse(prefix ? Comparison.PREFIX : Comparison.EQUALS);
  }

  /// Also system labels, which a flow may not set, may be asked for.
  static Map<String, String> labels(Fields fields) {
    var labels = new LinkedHashMap<String, String>();
    switch (fields.node("labels")) {
      case null -> {}
      case Mapping mapping ->
          mapping
              .entries()
              .forEach((key, entry) -> put(fields.reading(), labels, key, entry.value()));
      case Sequence sequence -> {
        for (int i = 0; i < sequence.items().size(); i++) {
          var path = fields.pathOf("labels[" + i + "]");
          Values.mapping(fields.reading(), sequence.items().get(i), path)
              .ifPresent(
                  mapping -> {
                    var pair = new Fields(fields.reading(), mapping, path, "a label");
                    var key = pair.requiredText("key");
                    var value = pair.node("value");
                    if (value != null) put(fields.reading(), labels, key, value);
                  });
        }
      }
      case Scalar _ -> fields.map("labels");
    }
    return labels;
  }

  private static void put(Reading reading, Map<String, String> labels, String key, YamlNode value) {
    Values.text(reading, value, key).ifPresent(text -> labels.put(key, text));
  }
}
