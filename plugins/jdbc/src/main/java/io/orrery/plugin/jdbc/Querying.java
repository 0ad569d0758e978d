package io.orrery.plugin.jdbc;

import io.orrery.plugin.api.Metric;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.jdbc.Session.Mode;
import java.util.ArrayList;
import java.util.List;

/// What the tasks of all databases do.
public final class Querying {
  private Querying() {}

  /// Runs one statement, and after it in the same transaction those of `afterSql`.
  public static QueryOutput one(
      Source source, QueryProperties query, Property<String> afterSql, RunContext context)
      throws Exception {
    var asked = Asked.of(query, context).single();
    var after =
        context.render(afterSql).map(sql -> Asked.bound(sql, query, context)).orElse(List.of());
    // A driver brings rows in portions only within a transaction.
    var mode = after.isEmpty() && asked.fetch() != FetchType.STORE ? Mode.EACH : Mode.ALL;
    var output =
        Session.with(
            source,
            mode,
            context,
            session -> {
              var answer = session.ask(asked.statements().getFirst(), asked.taking());
              for (var statement : after) {
                session.ask(statement, Taking.nothing());
              }
              return answer.output();
            });
    context.metric(Metric.counter("fetch.size", (double) output.size()));
    return output;
  }

  /// Runs the statements one after the other.
  ///
  /// @param transaction whether all are undone when one fails
  /// @return what those with rows answered
  public static List<QueryOutput> all(
      Source source, QueryProperties query, boolean transaction, RunContext context)
      throws Exception {
    var asked = Asked.of(query, context);
    var mode = transaction ? Mode.ALL : Mode.EACH;
    var outputs =
        Session.with(
            source,
            mode,
            context,
            session -> {
              var answers = new ArrayList<QueryOutput>();
              for (var statement : asked.statements()) {
                var answer = session.ask(statement, asked.taking());
                if (answer.rows()) {
                  answers.add(answer.output());
                }
              }
              return answers;
            });
    var size = outputs.stream().mapToLong(QueryOutput::size).sum();
    context.metric(Metric.counter("fetch.size", (double) size));
    return outputs;
  }
}
