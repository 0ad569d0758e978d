package io.orrery.store.sql;

import io.orrery.store.space.Secrets;
import io.orrery.store.sql.codec.Json;
import io.orrery.store.sql.codec.Micros;
import io.orrery.store.sql.codec.Text;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Secrets as one table.
public final class SqlSecrets implements Secrets {

  private static final String SELECT =
      "select namespace, key, sealed, description, tags, created_at, updated_at from secret";

  private final Database database;

  public SqlSecrets(Database database) {
    this.database = database;
  }

  @Override
  public Optional<Entry> find(String namespace, String key) {
    return database.read(
        session ->
            session.first(
                SELECT + " where namespace = ? and name = ?",
                SqlSecrets::read,
                Text.storable(namespace),
                name(key)));
  }

  @Override
  public List<Entry> list(String namespace) {
    return database.read(
        session ->
            session.list(
                SELECT + " where namespace = ? order by name",
                SqlSecrets::read,
                Text.storable(namespace)));
  }

  @Override
  public void put(Entry entry) {
    int _ =
        database.write(
            session ->
                session.update(
                    """
                    insert into secret
                      (namespace, name, key, sealed, description, tags, created_at, updated_at)
                    values (?, ?, ?, ?, ?, ?, ?, ?)
                    on conflict (namespace, name) do update set
                      key = excluded.key, sealed = excluded.sealed, description = excluded.description,
                      tags = excluded.tags, updated_at = excluded.updated_at
                    """,
                    entry.namespace(),
                    name(entry.key()),
                    entry.key(),
                    entry.sealed(),
                    entry.description().map(Text::storable).orElse(null),
                    tags(entry.tags()),
                    Micros.of(entry.createdAt()),
                    Micros.of(entry.updatedAt())));
  }

  @Override
  public boolean delete(String namespace, String key) {
    return database.write(
        session ->
            session.update(
                    "delete from secret where namespace = ? and name = ?",
                    Text.storable(namespace),
                    name(key))
                > 0);
  }

  @Override
  public List<String> namespaces() {
    return database.read(
        session ->
            session.list("select distinct namespace from secret order by namespace", Row::text));
  }

  private static String name(String key) {
    return Text.storable(key.toUpperCase(Locale.ROOT));
  }

  private static @Nullable String tags(List<String> tags) {
    return tags.isEmpty() ? null : Json.text(tags);
  }

  private static Entry read(Row row) throws SQLException {
    return new Entry(
        row.text(),
        row.text(),
        row.text(),
        row.optionalText(),
        Json.list(row.textOrNull()).stream().map(String::valueOf).toList(),
        row.instant(),
        row.instant());
  }
}
