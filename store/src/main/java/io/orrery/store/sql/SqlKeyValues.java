package io.orrery.store.sql;

import io.orrery.store.query.KeyValues;
import io.orrery.store.sql.codec.Micros;
import io.orrery.store.sql.codec.Text;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The key-value store as one table.
public final class SqlKeyValues implements KeyValues {

  private static final String SELECT =
      "select namespace, key, json, revision, created_at, updated_at, expires_at from kv";

  private final Database database;

  public SqlKeyValues(Database database) {
    this.database = database;
  }

  @Override
  public Optional<Entry> find(String namespace, String key) {
    return database.read(
        session ->
            session.first(
                SELECT + " where namespace = ? and key = ?",
                SqlKeyValues::read,
                Text.storable(namespace),
                Text.storable(key)));
  }

  @Override
  public void put(
      String namespace, String key, String json, Instant now, Optional<Instant> expiresAt) {
    database.write(
        session -> {
          var row =
              session.batch(
                  """
                  insert into kv (namespace, key, json, revision, created_at, updated_at, expires_at)
                  values (?, ?, ?, 1, ?, ?, ?)
                  on conflict (namespace, key) do update set
                    json = excluded.json, revision = kv.revision + 1, updated_at = excluded.updated_at,
                    expires_at = excluded.expires_at
                  """);
          row.text(namespace)
              .text(key)
              .text(json)
              .instant(now)
              .instant(now)
              .instant(expiresAt)
              .add();
          row.run();
          return row;
        });
  }

  @Override
  public boolean delete(String namespace, String key) {
    return database.write(
        session ->
            session.update(
                    "delete from kv where namespace = ? and key = ?",
                    Text.storable(namespace),
                    Text.storable(key))
                > 0);
  }

  @Override
  public List<Entry> list(String namespace, String prefix, Instant now) {
    // A range of the key, not a pattern: whatever is in the prefix, and the index serves it.
    return database.read(
        session ->
            session.list(
                SELECT
                    + """
                       where namespace = ? and key >= ? and substr(key, 1, ?) = ?
                      and (expires_at is null or expires_at > ?) order by key
                      """,
                SqlKeyValues::read,
                Text.storable(namespace),
                Text.storable(prefix),
                prefix.codePointCount(0, prefix.length()),
                Text.storable(prefix),
                Micros.of(now)));
  }

  private static Entry read(Row row) throws SQLException {
    return new Entry(
        row.text(),
        row.text(),
        row.text(),
        row.integer(),
        row.instant(),
        row.instant(),
        row.optionalInstant());
  }
}
