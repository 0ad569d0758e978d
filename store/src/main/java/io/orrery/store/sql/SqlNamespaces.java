package io.orrery.store.sql;

import io.orrery.store.space.Namespaces;
import io.orrery.store.sql.codec.Json;
import io.orrery.store.sql.codec.Micros;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Namespaces as one table: what is said of each is one JSON text.
public final class SqlNamespaces implements Namespaces {

  private static final String SELECT = "select id, json, created_at, updated_at from namespace";

  private final Database database;

  public SqlNamespaces(Database database) {
    this.database = database;
  }

  @Override
  public Optional<Entry> find(String id) {
    return database.read(
        session -> session.first(SELECT + " where id = ?", SqlNamespaces::read, id));
  }

  @Override
  public List<Entry> all() {
    return database.read(session -> session.list(SELECT + " order by id", SqlNamespaces::read));
  }

  @Override
  public void put(String id, Map<String, Object> fields, Instant now) {
    int _ =
        database.write(
            session ->
                session.update(
                    """
                    insert into namespace (id, json, created_at, updated_at) values (?, ?, ?, ?)
                    on conflict (id) do update set json = excluded.json, updated_at = excluded.updated_at
                    """,
                    id,
                    Json.text(fields),
                    Micros.of(now),
                    Micros.of(now)));
  }

  @Override
  public boolean delete(String id) {
    return database.write(session -> session.update("delete from namespace where id = ?", id) > 0);
  }

  private static Entry read(Row row) throws SQLException {
    return new Entry(row.text(), Json.map(row.text()), row.instant(), row.instant());
  }
}
