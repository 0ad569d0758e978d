package io.orrery.plugin.jdbc.postgresql;

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
    type = "io.kestra.plugin.jdbc.postgresql.Query",
    title = "Runs one SQL statement on PostgreSQL.",
    description = "A kill cancels the statement.",
    examples =
        @Example(
            """
            id: orders
            type: io.kestra.plugin.jdbc.postgresql.Query
            url: jdbc:postgresql://db.example.com:5432/shop
            username: shop
            password: "{{ secret('SHOP_PASSWORD') }}"
            sql: select id, total from orders where customer = :customer
            parameters:
              customer: "{{ inputs.customer ?? 1 }}"
            fetchType: FETCH
            """))
public record Query(
    @Inline PostgresProperties database,
    @Inline QueryProperties query,
    @Doc("SQL that runs after the query, in the same transaction.") Property<String> afterSQL)
    implements RunnableTask<QueryOutput> {

  @Override
  public QueryOutput run(RunContext context) throws Exception {
    return Querying.one(database.source(context), query, afterSQL, context);
  }
}
