package io.orrery.plugin.jdbc;

import io.orrery.plugin.api.PluginProvider;
import java.util.List;

/// What this jar offers.
public final class JdbcPlugins implements PluginProvider {

  @Override
  public List<Class<?>> plugins() {
    return List.of(
        io.orrery.plugin.jdbc.sqlite.Query.class,
        io.orrery.plugin.jdbc.sqlite.Queries.class,
        io.orrery.plugin.jdbc.sqlite.Trigger.class,
        io.orrery.plugin.jdbc.postgresql.Query.class,
        io.orrery.plugin.jdbc.postgresql.Queries.class,
        io.orrery.plugin.jdbc.postgresql.Trigger.class);
  }
}
