package io.orrery.store.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Optional;
import java.util.TreeSet;

/// Brings the schema up to date: the numbered SQL texts beside this class, each applied once and in
/// order, all in the caller's transaction.
final class Migrations {

  /// The newest number that this program knows. Not every smaller one has a text: numbers are given
  /// to changes while they are made, and one may come to nothing.
  static final int NEWEST = 14;

  private Migrations() {}

  /// @return how many vnodes the database has
  /// @throws IllegalStateException when the schema is newer than this program
  static int apply(Session session, int vnodesIfNew) throws SQLException {
    var versions =
        switch (session.dialect()) {
          case SQLITE -> "select count(*) from sqlite_master where name = 'schema_version'";
          case POSTGRESQL -> "select count(to_regclass('schema_version'))";
        };
    takeTurns(session);
    if (session.first(versions, Row::integer).orElse(0) == 0) {
      session.update("create table schema_version (version integer not null primary key)");
    }
    var applied = new TreeSet<>(session.list("select version from schema_version", Row::integer));
    int present = applied.isEmpty() ? 0 : applied.last();
    if (present > NEWEST) {
      throw new IllegalStateException(
          ("the database has schema version %d, this program knows up to %d: it was used by a newer"
                  + " release. Start that one, or restore a backup made before the upgrade")
              .formatted(present, NEWEST));
    }
    for (int version = 1; version <= NEWEST; version++) {
      var text = applied.contains(version) ? Optional.<String>empty() : text(version);
      if (text.isPresent()) {
        run(session, session.dialect().fill(text.get()));
        session.update("insert into schema_version (version) values (?)", version);
      }
    }
    return vnodes(session, vnodesIfNew);
  }

  /// Controllers that start together do this one after the other.
  private static void takeTurns(Session session) throws SQLException {
    switch (session.dialect()) {
      case SQLITE -> {} // nobody else has the file
      case POSTGRESQL ->
          session.first("select 1 from pg_advisory_xact_lock(762849173)", Row::integer);
    }
  }

  private static int vnodes(Session session, int vnodesIfNew) throws SQLException {
    var known = session.first("select value from setting where key = 'vnodes'", row -> row.text());
    if (known.isPresent()) {
      return Integer.parseInt(known.get());
    }
    session.update(
        "insert into setting (key, value) values ('vnodes', ?), ('epoch', '0')",
        String.valueOf(vnodesIfNew));
    var rows =
        session.batch("insert into vnode (id, epoch, lease_until, turn) values (?, 0, 0, 0)");
    for (int id = 0; id < vnodesIfNew; id++) {
      rows.number(id).add();
    }
    rows.run();
    return vnodesIfNew;
  }

  private static void run(Session session, String script) throws SQLException {
    var plain = script.replaceAll("--[^\n]*", "");
    try (var statement = session.connection().createStatement()) {
      for (var sql : plain.split(";", -1)) {
        if (!sql.isBlank()) {
          statement.execute(sql);
        }
      }
    }
  }

  /// Empty when this number has come to nothing.
  private static Optional<String> text(int version) {
    try (var in = Migrations.class.getResourceAsStream("%04d.sql".formatted(version))) {
      return in == null
          ? Optional.empty()
          : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
