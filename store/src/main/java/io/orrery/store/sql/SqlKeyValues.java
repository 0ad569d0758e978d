package io.orrery.store.sql;

import io.orrery.store.query.KeyValues;
import io.orrery.store.query.Page;
import io.orrery.store.query.PageRequest;
import io.orrery.store.sql.codec.Json;
import io.orrery.store.sql.codec.Micros;
import io.orrery.store.sql.codec.Text;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The key-value store as one table.
public final class SqlKeyValues implements KeyValues {

  private static final String SELECT =
      """
      select namespace, key, json, revision, type, description, created_at, updated_at, expires_at
      from kv
      """;
  private static final Map<String, String> SORT_FIELDS = sortFields();

  private final Database database;

  public SqlKeyValues(Database database) {
    this.database = database;
  }

  private static Map<String, String> sortFields() {
    var fields = new LinkedHashMap<String, String>();
    fields.put("key", "key");
    fields.put("namespace", "namespace");
    fields.put("creationDate", "created_at");
    fields.put("updateDate", "updated_at");
    fields.put("expirationDate", "expires_at");
    return fields;
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
  public boolean put(String namespace, String key, Write write, Instant now) {
    var mayReplace =
        switch (write.overwrite()) {
          case YES -> "";
          case NO -> " where kv.expires_at is not null and kv.expires_at <= " + Micros.of(now);
        };
    return database.write(
        session ->
            session.update(
                    """
                    insert into kv (namespace, key, json, revision, type, description, created_at,
                      updated_at, expires_at)
                    values (?, ?, ?, 1, ?, ?, ?, ?, cast(? as bigint))
                    on conflict (namespace, key) do update set
                      json = excluded.json, revision = kv.revision + 1, type = excluded.type,
                      description = coalesce(excluded.description, kv.description),
                      updated_at = excluded.updated_at, expires_at = excluded.expires_at
                    """
                        + mayReplace,
                    Text.storable(namespace),
                    Text.storable(key),
                    Text.storable(write.json()),
                    write.type().orElse(null),
                    write.description().map(Text::storable).orElse(null),
                    Micros.of(now),
                    Micros.of(now),
                    write.expiresAt().map(Micros::of).orElse(null))
                > 0);
  }

  @Override
  public boolean delete(String namespace, String key) {
    return delete(namespace, List.of(key)) > 0;
  }

  @Override
  public int delete(String namespace, List<String> keys) {
    return database.write(
        session ->
            session.update(
                "delete from kv where namespace = ? and key in " + session.dialect().eachText(),
                Text.storable(namespace),
                Json.text(keys.stream().map(Text::storable).toList())));
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

  @Override
  public List<Entry> all(String namespace) {
    return database.read(
        session ->
            session.list(
                SELECT + " where namespace = ? order by key",
                SqlKeyValues::read,
                Text.storable(namespace)));
  }

  @Override
  public Page<Entry> search(
      Optional<String> text, Optional<String> namespace, PageRequest page, Instant now) {
    var order = Where.orderBy(page.sort(), SORT_FIELDS, "namespace, key", "namespace", "key");
    var where = new Where().and("(expires_at is null or expires_at > ?)", Micros.of(now));
    text.ifPresent(part -> where.andContains(part, "namespace", "key"));
    namespace.ifPresent(name -> where.andNamespace("namespace", name));
    return database.read(
        session -> {
          long total =
              session
                  .first("select count(*) from kv" + where.sql(), Row::number, where.parameters())
                  .orElse(0L);
          var results =
              session.list(
                  SELECT + where.sql() + order + " limit ? offset ?",
                  SqlKeyValues::read,
                  where.parameters(page.size(), page.offset()));
          return new Page<>(results, total);
        });
  }

  @Override
  public List<String> namespaces() {
    return database.read(
        session -> session.list("select distinct namespace from kv order by namespace", Row::text));
  }

  @Override
  public int deleteExpired(Instant now, int atMost) {
    return database.write(
        session ->
            session.update(
                """
                delete from kv where (namespace, key) in (
                  select namespace, key from kv where expires_at is not null and expires_at <= ?
                  order by expires_at limit ?)
                """,
                Micros.of(now),
                atMost));
  }

  private static Entry read(Row row) throws SQLException {
    return new Entry(
        row.text(),
        row.text(),
        row.text(),
        row.integer(),
        row.optionalText(),
        row.optionalText(),
        row.instant(),
        row.instant(),
        row.optionalInstant());
  }
}
