package io.orrery.plugin.jdbc;

import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is asked of a database, rendered: nothing is rendered while a connection is open.
record Asked(List<Bound> statements, FetchType fetch, int fetchSize, ZoneId zone) {

  private static final int FETCH_SIZE = 10_000;

  /// A statement and what stands for its question marks.
  record Bound(String sql, List<@Nullable Object> arguments) {
    Bound {
      arguments = Collections.unmodifiableList(new ArrayList<>(arguments));
    }
  }

  Asked {
    statements = List.copyOf(statements);
  }

  static Asked of(QueryProperties properties, RunContext context) {
    return new Asked(
        bound(context.require(properties.sql(), "sql"), properties, context),
        fetchType(properties, context),
        context.render(properties.fetchSize()).orElse(FETCH_SIZE),
        zone(properties.timeZoneId(), context));
  }

  /// The statements of `sql`, with the parameters of the query.
  static List<Bound> bound(String sql, QueryProperties properties, RunContext context) {
    var parameters = context.render(properties.parameters()).orElse(Map.of());
    var bound = new ArrayList<Bound>();
    for (var statement : SqlText.statements(sql)) {
      bound.add(
          parameters.isEmpty() ? new Bound(statement, List.of()) : bind(statement, parameters));
    }
    return bound;
  }

  private static Bound bind(String statement, Map<String, Object> parameters) {
    var named = SqlText.named(statement);
    var arguments = new ArrayList<@Nullable Object>();
    for (var name : named.names()) {
      if (!parameters.containsKey(name)) {
        throw new TaskFailure(
            "the SQL names the parameter ':"
                + name
                + "', and 'parameters' has "
                + String.join(", ", new LinkedHashMap<>(parameters).keySet()));
      }
      arguments.add(parameters.get(name));
    }
    return new Bound(named.sql(), arguments);
  }

  private static FetchType fetchType(QueryProperties properties, RunContext context) {
    if (context.render(properties.fetch()).orElse(false)) {
      return FetchType.FETCH;
    }
    if (context.render(properties.fetchOne()).orElse(false)) {
      return FetchType.FETCH_ONE;
    }
    if (context.render(properties.store()).orElse(false)) {
      return FetchType.STORE;
    }
    return context.render(properties.fetchType()).orElse(FetchType.NONE);
  }

  private static ZoneId zone(Property<String> property, RunContext context) {
    try {
      return context.render(property).map(ZoneId::of).orElseGet(ZoneId::systemDefault);
    } catch (DateTimeException e) {
      throw new TaskFailure("timeZoneId: " + e.getMessage(), e);
    }
  }

  Taking taking() {
    return taking(Taking.How.LEAVE);
  }

  /// As [#taking], but rows that nobody wants are counted.
  Taking counting() {
    return taking(Taking.How.COUNT);
  }

  private Taking taking(Taking.How unwanted) {
    var how =
        switch (fetch) {
          case NONE -> unwanted;
          case FETCH_ONE -> Taking.How.FIRST;
          case FETCH -> Taking.How.ALL;
          case STORE -> Taking.How.STORE;
        };
    return new Taking(how, fetchSize, zone);
  }

  /// @throws TaskFailure when there is not exactly one statement
  Asked single() {
    if (statements.size() != 1) {
      throw new TaskFailure(
          "the SQL has "
              + statements.size()
              + " statements, and a Query has one; use Queries for several");
    }
    return this;
  }
}
