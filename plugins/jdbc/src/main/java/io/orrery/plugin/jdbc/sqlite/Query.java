package io.orrery.plugin.jdbc.sqlite;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.jdbc.QueryOutput;
import io.orrery.plugin.jdbc.QueryProperties;
import io.orrery.plugin.jdbc.Querying;

@Plugin(
    type = "io.kestra.plugin.jdbc.sqlite.Query",
    title = "Runs one SQL statement on SQLite.",
    description = "A kill cancels the statement.",
    examples =
        @Example(
            """
            id: orders
            type: io.kestra.plugin.jdbc.sqlite.Query
            url: jdbc:sqlite:/data/shop.db
            sql: select id, total from orders where customer = :customer
            parameters:
              customer: "{{ inputs.customer ?? 1 }}"
            fetchType: FETCH
            """))
public record Query(
    @Inline SqliteProperties database,
    @Inline QueryProperties query,
    @Doc("SQL that runs after the query, in the same transaction.") Property<String> afterSQL)
    implements RunnableTask<QueryOutput> {

  @Override
  public QueryOutput run(RunContext context) throws Exception {
    return Querying.one(database.source(context), query, afterSQL, context);
  }
}
