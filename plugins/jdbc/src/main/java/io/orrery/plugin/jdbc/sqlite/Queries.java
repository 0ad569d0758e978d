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
import java.util.List;

@Plugin(
    type = "io.kestra.plugin.jdbc.sqlite.Queries",
    title = "Runs several SQL statements on SQLite, one after the other.",
    description = "A kill cancels the statement that runs.",
    examples =
        @Example(
            """
            id: move
            type: io.kestra.plugin.jdbc.sqlite.Queries
            url: jdbc:sqlite:/data/shop.db
            sql: |
              insert into archive select * from orders where done = 1;
              delete from orders where done = 1;
              select count(*) as left_over from orders;
            fetchType: FETCH_ONE
            """))
public record Queries(
    @Inline SqliteProperties database,
    @Inline QueryProperties query,
    @Doc(
            value = "Whether all that was done is undone when one statement fails.",
            defaultText = "true")
        Property<Boolean> transaction)
    implements RunnableTask<Queries.Output> {

  public record Output(
      @Doc("What each statement with rows answered, in order.") List<QueryOutput> outputs) {}

  @Override
  public Output run(RunContext context) throws Exception {
    var together = context.render(transaction).orElse(true);
    return new Output(Querying.all(database.source(context), query, together, context));
  }
}
