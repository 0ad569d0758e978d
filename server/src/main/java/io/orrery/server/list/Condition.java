package io.orrery.server.list;

import io.orrery.server.http.Fault;
import io.orrery.server.http.Query;
import io.orrery.store.query.TextMatch;
import io.orrery.store.query.TextMatch.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// One condition of a list, whichever way it was spelled.
///
/// @param field its new name, as `namespace`
/// @param key for labels; empty otherwise
record Condition(String field, Op op, String key, String value) {

  private static final Pattern SPELLING =
      Pattern.compile("filters\\[([^]]+)]\\[([^]]+)](?:\\[(.+)])?");

  /// Old parameters by name, and the condition that each stands for.
  private static final Map<String, Old> OLD =
      Map.ofEntries(
          Map.entry("q", new Old("q", Op.EQUALS)),
          Map.entry("namespace", new Old("namespace", Op.PREFIX)),
          Map.entry("flowId", new Old("flowId", Op.EQUALS)),
          Map.entry("state", new Old("state", Op.IN)),
          Map.entry("labels", new Old("labels", Op.EQUALS)),
          Map.entry("startDate", new Old("startDate", Op.GREATER_THAN_OR_EQUAL_TO)),
          Map.entry("endDate", new Old("endDate", Op.LESS_THAN_OR_EQUAL_TO)),
          Map.entry("timeRange", new Old("timeRange", Op.EQUALS)),
          Map.entry("scope", new Old("scope", Op.IN)),
          Map.entry("triggerExecutionId", new Old("triggerExecutionId", Op.EQUALS)),
          Map.entry("childFilter", new Old("childFilter", Op.EQUALS)),
          Map.entry("level", new Old("level", Op.GREATER_THAN_OR_EQUAL_TO)),
          Map.entry("minLevel", new Old("level", Op.GREATER_THAN_OR_EQUAL_TO)),
          Map.entry("triggerId", new Old("triggerId", Op.EQUALS)),
          Map.entry("executionId", new Old("executionId", Op.EQUALS)),
          Map.entry("taskId", new Old("taskId", Op.EQUALS)),
          Map.entry("taskRunId", new Old("taskRunId", Op.EQUALS)),
          Map.entry("attempt", new Old("attemptNumber", Op.EQUALS)));

  private record Old(String field, Op op) {}

  enum Op {
    EQUALS,
    NOT_EQUALS,
    GREATER_THAN,
    LESS_THAN,
    GREATER_THAN_OR_EQUAL_TO,
    LESS_THAN_OR_EQUAL_TO,
    IN,
    NOT_IN,
    STARTS_WITH,
    ENDS_WITH,
    CONTAINS,
    REGEX,
    PREFIX
  }

  /// All conditions of a query, in its order; parameters that are no conditions are passed over.
  static List<Condition> of(Query query) {
    var conditions = new ArrayList<Condition>();
    for (var name : query.names()) {
      for (var value : query.all(name)) {
        if (!value.isBlank()) {
          add(conditions, name, value);
        }
      }
    }
    return conditions;
  }

  /// The values of a list condition.
  List<String> values() {
    return Arrays.stream(value.split(",", -1))
        .map(String::trim)
        .filter(part -> !part.isEmpty())
        .toList();
  }

  /// @throws Fault when it compares in another way: passed over, it would list, or delete, what
  ///   nobody meant
  Condition only(Op... ops) {
    if (!List.of(ops).contains(op)) {
      throw unsupported();
    }
    return this;
  }

  /// As what a name must be like.
  TextMatch match(TextMatch.Field of) {
    return switch (op) {
      case EQUALS -> new TextMatch(of, Kind.ANY_OF, List.of(value));
      case IN -> new TextMatch(of, Kind.ANY_OF, values());
      case NOT_EQUALS -> new TextMatch(of, Kind.NONE_OF, List.of(value));
      case NOT_IN -> new TextMatch(of, Kind.NONE_OF, values());
      case STARTS_WITH -> new TextMatch(of, Kind.STARTS_WITH, List.of(value));
      case ENDS_WITH -> new TextMatch(of, Kind.ENDS_WITH, List.of(value));
      case CONTAINS -> new TextMatch(of, Kind.CONTAINS, List.of(value));
      case PREFIX ->
          new TextMatch(
              of, of == TextMatch.Field.NAMESPACE ? Kind.WITHIN : Kind.STARTS_WITH, List.of(value));
      case REGEX, GREATER_THAN, GREATER_THAN_OR_EQUAL_TO, LESS_THAN, LESS_THAN_OR_EQUAL_TO ->
          throw unsupported();
    };
  }

  /// The namespaces that a scope is about.
  TextMatch scope() {
    var named = only(Op.EQUALS, Op.IN, Op.NOT_EQUALS, Op.NOT_IN).values();
    boolean not = op == Op.NOT_EQUALS || op == Op.NOT_IN;
    boolean users = named.contains("USER") != not;
    boolean systems = named.contains("SYSTEM") != not;
    if (users && systems) {
      return new TextMatch(TextMatch.Field.NAMESPACE, Kind.NONE_OF, List.of());
    }
    return new TextMatch(
        TextMatch.Field.NAMESPACE, users ? Kind.NONE_OF : Kind.ANY_OF, List.of("system"));
  }

  Fault unsupported() {
    return Fault.argument("filter '" + field + "' with " + op + " is not supported here");
  }

  private static void add(List<Condition> conditions, String name, String value) {
    var old = OLD.get(name);
    if (old != null) {
      conditions.add(
          old.field().equals("labels")
              ? label(value)
              : new Condition(old.field(), old.op(), "", value.trim()));
      return;
    }
    if (!name.startsWith("filters[")) {
      return;
    }
    var spelled = SPELLING.matcher(name);
    if (!spelled.matches()) {
      throw Fault.argument("'" + name + "' is not a filter such as filters[namespace][EQUALS]");
    }
    var key = spelled.group(3) == null ? "" : spelled.group(3);
    conditions.add(
        new Condition(
            spelled.group(1), Query.choice(name, spelled.group(2), Op.class), key, value.trim()));
  }

  /// `key:value`; only the first colon separates.
  private static Condition label(String text) {
    int colon = text.indexOf(':');
    if (colon < 1) {
      throw Fault.argument("label '" + text + "' is not key:value");
    }
    return new Condition(
        "labels", Op.EQUALS, text.substring(0, colon).trim(), text.substring(colon + 1).trim());
  }
}
