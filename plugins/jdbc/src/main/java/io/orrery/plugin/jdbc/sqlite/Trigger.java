package io.orrery.plugin.jdbc.sqlite;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Found;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Memory;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.PollingTrigger;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.jdbc.QueryOutput;
import io.orrery.plugin.jdbc.QueryProperties;
import io.orrery.plugin.jdbc.Watching;
import java.util.List;

@Plugin(
    type = "io.kestra.plugin.jdbc.sqlite.Trigger",
    title = "Asks SQLite at an interval, and starts an execution when there are rows.",
    description = Watching.DESCRIPTION,
    examples =
        @Example(
            """
            id: new_orders
            type: io.kestra.plugin.jdbc.sqlite.Trigger
            interval: PT30S
            url: jdbc:sqlite:/data/shop.db
            sql: select id, total from orders where seen = 0 order by id limit 100
            fetchType: FETCH
            afterSQL: update orders set seen = 1 where seen = 0 and id <= {{ (trigger.rows | last).id }}
            """))
public record Trigger(
    @Inline SqliteProperties database,
    @Inline QueryProperties query,
    @Doc("SQL that takes away the rows that were found, so that they are not found again.")
        Property<String> afterSQL)
    implements PollingTrigger<QueryOutput> {

  @Override
  public List<Found<QueryOutput>> evaluate(RunContext context, Memory memory) throws Exception {
    return Watching.evaluate(database.source(context), query, afterSQL, context, memory);
  }

  @Override
  public void taken(RunContext context, List<Found<QueryOutput>> found) throws Exception {
    Watching.taken(database.source(context), query, afterSQL, context, found);
  }
}
