package io.orrery.server.list;

import static java.util.stream.Collectors.toCollection;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Query;
import io.orrery.server.list.Condition.Op;
import io.orrery.store.query.ExecutionFilter;
import io.orrery.store.query.TextMatch;
import io.orrery.store.query.TextMatch.Field;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads which executions a list is about.
public final class ExecutionFilters {
  public static final Set<String> SORTABLE =
      Collections.unmodifiableSet(
          new TreeSet<>(
              Set.of(
                  "id",
                  "namespace",
                  "flowId",
                  "state.current",
                  "state.startDate",
                  "state.endDate")));

  private @Nullable String text;
  private @Nullable String namespace;
  private @Nullable String flowId;

  /// States named by EQUALS or IN; repeated conditions add up, as a repeated old parameter does.
  private final Set<State> allowed = EnumSet.noneOf(State.class);

  private final Set<State> states = EnumSet.allOf(State.class);
  private final Map<String, String> labels = new LinkedHashMap<>();
  private final List<TextMatch> matches = new ArrayList<>();
  private @Nullable Instant range;
  private @Nullable Instant from;
  private @Nullable Instant to;
  private @Nullable ExecutionId triggerExecution;
  private @Nullable Boolean child;

  private ExecutionFilters() {}

  /// @param now what `timeRange` counts back from
  public static ExecutionFilter of(Query query, Instant now) {
    var filters = new ExecutionFilters();
    Condition.of(query).forEach(condition -> filters.add(condition, now));
    return filters.filter();
  }

  private void add(Condition condition, Instant now) {
    switch (condition.field()) {
      case "q" -> text = condition.only(Op.EQUALS, Op.CONTAINS).value();
      case "id", "executionId" -> matches.add(condition.match(Field.ID));
      case "namespace" -> namespace(condition);
      case "flowId" -> flowId(condition);
      case "state", "status" -> restrict(condition);
      case "labels" -> labels.put(condition.only(Op.EQUALS).key(), condition.value());
      case "startDate", "endDate" -> bound(condition);
      case "timeRange" ->
          range = now.minus(Query.duration("timeRange", condition.only(Op.EQUALS).value()));
      case "triggerExecutionId", "parentId" ->
          triggerExecution = new ExecutionId(condition.only(Op.EQUALS).value());
      case "childFilter" -> child = isChild(condition.only(Op.EQUALS).value());
      case "scope" -> matches.add(condition.scope());
      case "kind" -> kind(condition);
      default -> throw condition.unsupported();
    }
  }

  private void namespace(Condition condition) {
    if (condition.op() == Op.PREFIX && namespace == null) {
      namespace = condition.value();
    } else {
      matches.add(condition.match(Field.NAMESPACE));
    }
  }

  private void flowId(Condition condition) {
    if (condition.op() == Op.EQUALS && flowId == null) {
      flowId = condition.value();
    } else {
      matches.add(condition.match(Field.FLOW_ID));
    }
  }

  /// Every execution here is of the normal kind.
  private void kind(Condition condition) {
    boolean not = condition.op() == Op.NOT_EQUALS || condition.op() == Op.NOT_IN;
    var named = condition.only(Op.EQUALS, Op.IN, Op.NOT_EQUALS, Op.NOT_IN).values();
    if (named.contains("NORMAL") == not) {
      matches.add(new TextMatch(Field.ID, TextMatch.Kind.ANY_OF, List.of()));
    }
  }

  private void restrict(Condition condition) {
    var named =
        condition.values().stream()
            .map(value -> Query.choice("state", value, State.class))
            .collect(toCollection(() -> EnumSet.noneOf(State.class)));
    switch (condition.op()) {
      case EQUALS, IN -> allowed.addAll(named);
      case NOT_EQUALS, NOT_IN -> states.removeAll(named);
      default -> throw condition.unsupported();
    }
  }

  private void bound(Condition condition) {
    var at = Query.instant(condition.field(), condition.value());
    switch (condition.op()) {
      case GREATER_THAN, GREATER_THAN_OR_EQUAL_TO -> from = at;
      case LESS_THAN, LESS_THAN_OR_EQUAL_TO -> to = at;
      default -> throw condition.unsupported();
    }
  }

  private static boolean isChild(String value) {
    return switch (value.toUpperCase(Locale.ROOT)) {
      case "CHILD" -> true;
      case "MAIN" -> false;
      default -> throw Fault.argument("childFilter is CHILD or MAIN, not '" + value + "'");
    };
  }

  private ExecutionFilter filter() {
    if (range != null && from != null) {
      throw Fault.argument("parameters 'startDate' and 'timeRange' exclude each other");
    }
    from = range != null ? range : from;
    if (from != null && to != null && !from.isBefore(to)) {
      throw Fault.argument("Start date must be before End Date");
    }
    if (!allowed.isEmpty()) {
      states.retainAll(allowed);
    }
    boolean any = states.size() == State.values().length;
    return new ExecutionFilter(
        Optional.ofNullable(text),
        Optional.ofNullable(namespace),
        Optional.ofNullable(flowId),
        any ? Set.of() : states,
        labels,
        Optional.ofNullable(from),
        Optional.ofNullable(to),
        Optional.ofNullable(triggerExecution),
        Optional.ofNullable(child),
        matches);
  }
}
