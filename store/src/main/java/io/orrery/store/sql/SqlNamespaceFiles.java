package io.orrery.store.sql;

import io.orrery.store.space.NamespaceFiles;
import io.orrery.store.sql.codec.Micros;
import io.orrery.store.sql.codec.Text;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Files of namespaces as one table of revisions. Writers of one namespace take turns, so that
/// revisions count without gaps.
public final class SqlNamespaceFiles implements NamespaceFiles {

  private static final String SELECT =
      """
      select namespace, path, revision, folder, deleted, size, content, created_at, saved_at
      from namespace_file
      """;
  private static final String THERE = " and latest = 1 and deleted = 0";

  private final Database database;

  public SqlNamespaceFiles(Database database) {
    this.database = database;
  }

  @Override
  public Optional<Entry> find(String namespace, String path) {
    return database.read(session -> there(session, Text.storable(namespace), Text.storable(path)));
  }

  @Override
  public Optional<Entry> revision(String namespace, String path, int revision) {
    return database.read(
        session ->
            session.first(
                SELECT + " where namespace = ? and path = ? and revision = ?",
                SqlNamespaceFiles::read,
                Text.storable(namespace),
                Text.storable(path),
                revision));
  }

  @Override
  public List<Entry> revisions(String namespace, String path) {
    return database.read(
        session ->
            session.list(
                SELECT + " where namespace = ? and path = ? order by revision",
                SqlNamespaceFiles::read,
                Text.storable(namespace),
                Text.storable(path)));
  }

  @Override
  public List<Entry> allRevisions(String namespace) {
    return database.read(
        session ->
            session.list(
                SELECT + " where namespace = ? order by path, revision",
                SqlNamespaceFiles::read,
                Text.storable(namespace)));
  }

  @Override
  public List<Entry> in(String namespace, String folder) {
    return database.read(
        session ->
            session.list(
                SELECT + " where namespace = ? and parent = ?" + THERE + " order by path",
                SqlNamespaceFiles::read,
                Text.storable(namespace),
                Text.storable(folder)));
  }

  @Override
  public List<Entry> below(String namespace, String folder) {
    return database.read(session -> below(session, Text.storable(namespace), folder));
  }

  /// What begins with `folder/`, as a range of the key: `0` is the character after the slash.
  private static List<Entry> below(Session session, String namespace, String folder)
      throws SQLException {
    var start = Text.storable(folder.equals("/") ? "" : folder);
    return session.list(
        SELECT + " where namespace = ? and path >= ? and path < ?" + THERE + " order by path",
        SqlNamespaceFiles::read,
        namespace,
        start + "/",
        start + "0");
  }

  @Override
  public List<String> namespaces() {
    return database.read(
        session ->
            session.list(
                """
                select distinct namespace from namespace_file where latest = 1 and deleted = 0
                order by namespace
                """,
                Row::text));
  }

  @Override
  public Entry put(String namespace, String path, String content, long size, Instant now) {
    return database.write(
        session -> {
          takeTurns(session, namespace);
          makeFolders(session, namespace, parentOf(path), now);
          there(session, namespace, path)
              .filter(entry -> entry.kind() == Kind.FOLDER)
              .ifPresent(
                  _ -> {
                    throw new Clash("'" + path + "' is a folder in namespace " + namespace);
                  });
          return add(session, namespace, path, Kind.FILE, size, Optional.of(content), now);
        });
  }

  @Override
  public void makeFolder(String namespace, String path, Instant now) {
    var _ =
        database.write(
            session -> {
              takeTurns(session, namespace);
              makeFolders(session, namespace, path, now);
              return path;
            });
  }

  @Override
  public List<Entry> delete(String namespace, String path, Instant now) {
    return database.write(
        session -> {
          takeTurns(session, namespace);
          var gone = new ArrayList<>(below(session, namespace, path));
          there(session, namespace, path).ifPresent(gone::addFirst);
          for (var entry : gone) {
            remove(session, entry, now);
          }
          return gone;
        });
  }

  @Override
  public boolean move(String namespace, String from, String to, Instant now) {
    if (to.equals(from) || to.startsWith(from + "/")) {
      throw new Clash("'" + from + "' cannot be moved into itself");
    }
    return database.write(
        session -> {
          takeTurns(session, namespace);
          var moved = new ArrayList<>(below(session, namespace, from));
          there(session, namespace, from).ifPresent(moved::addFirst);
          if (moved.isEmpty()) {
            return false;
          }
          refuseClash(session, namespace, moved.getFirst(), to);
          makeFolders(session, namespace, parentOf(to), now);
          for (var entry : moved) {
            var path = to + entry.path().substring(from.length());
            remove(session, entry, now);
            add(session, namespace, path, entry.kind(), entry.size(), entry.content(), now);
          }
          return true;
        });
  }

  private static void refuseClash(Session session, String namespace, Entry moved, String to)
      throws SQLException {
    var there = there(session, namespace, to);
    if (there.isPresent() && (there.get().kind() == Kind.FOLDER || moved.kind() == Kind.FOLDER)) {
      throw new Clash("there is something at '" + to + "' in namespace " + namespace + " already");
    }
  }

  @Override
  public List<String> purge(String namespace, String path, List<Integer> revisions) {
    return database.write(
        session -> {
          takeTurns(session, namespace);
          var unused = new ArrayList<String>();
          for (int revision : revisions) {
            var content =
                session.first(
                    "select content from namespace_file where namespace = ? and path = ? and"
                        + " revision = ?",
                    Row::optionalText,
                    namespace,
                    path,
                    revision);
            int gone =
                session.update(
                    """
                    delete from namespace_file where namespace = ? and path = ? and revision = ?
                    and (latest = 0 or deleted = 1)
                    """,
                    namespace,
                    path,
                    revision);
            if (gone > 0 && content.isPresent() && content.get().isPresent()) {
              var one = content.get().get();
              if (session
                  .first("select 1 from namespace_file where content = ?", Row::integer, one)
                  .isEmpty()) {
                unused.add(one);
              }
            }
          }
          return unused;
        });
  }

  /// On PostgreSQL several may write at once.
  private static void takeTurns(Session session, String namespace) throws SQLException {
    switch (session.dialect()) {
      case SQLITE -> {} // there is one writer
      case POSTGRESQL ->
          session.first(
              "select 1 from pg_advisory_xact_lock(762849174, ?)",
              Row::integer,
              namespace.hashCode());
    }
  }

  private static Optional<Entry> there(Session session, String namespace, String path)
      throws SQLException {
    return session.first(
        SELECT + " where namespace = ? and path = ?" + THERE,
        SqlNamespaceFiles::read,
        namespace,
        path);
  }

  private static void makeFolders(Session session, String namespace, String path, Instant now)
      throws SQLException {
    for (var folder = path; !folder.equals("/"); folder = parentOf(folder)) {
      var there = there(session, namespace, folder);
      if (there.isEmpty()) {
        add(session, namespace, folder, Kind.FOLDER, 0, Optional.empty(), now);
      } else if (there.get().kind() == Kind.FILE) {
        throw new Clash("'" + folder + "' is a file in namespace " + namespace);
      } else {
        return;
      }
    }
  }

  private static Entry add(
      Session session,
      String namespace,
      String path,
      Kind kind,
      long size,
      Optional<String> content,
      Instant now)
      throws SQLException {
    var before = newest(session, namespace, path);
    var createdAt = before.filter(it -> !it.deleted()).map(Entry::createdAt).orElse(now);
    int revision = before.map(Entry::revision).orElse(0) + 1;
    var entry = new Entry(namespace, path, revision, kind, false, size, content, createdAt, now);
    insert(session, entry);
    return entry;
  }

  private static void remove(Session session, Entry entry, Instant now) throws SQLException {
    insert(
        session,
        new Entry(
            entry.namespace(),
            entry.path(),
            entry.revision() + 1,
            entry.kind(),
            true,
            0,
            Optional.empty(),
            entry.createdAt(),
            now));
  }

  private static Optional<Entry> newest(Session session, String namespace, String path)
      throws SQLException {
    return session.first(
        SELECT + " where namespace = ? and path = ? and latest = 1",
        SqlNamespaceFiles::read,
        namespace,
        path);
  }

  private static void insert(Session session, Entry entry) throws SQLException {
    session.update(
        "update namespace_file set latest = 0 where namespace = ? and path = ? and latest = 1",
        entry.namespace(),
        entry.path());
    session.update(
        """
        insert into namespace_file (namespace, path, revision, parent, latest, deleted, folder, size,
          content, created_at, saved_at)
        values (?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?)
        """,
        entry.namespace(),
        entry.path(),
        entry.revision(),
        parentOf(entry.path()),
        entry.deleted() ? 1 : 0,
        entry.kind() == Kind.FOLDER ? 1 : 0,
        entry.size(),
        entry.content().orElse(null),
        Micros.of(entry.createdAt()),
        Micros.of(entry.savedAt()));
  }

  private static String parentOf(String path) {
    int slash = path.lastIndexOf('/');
    return slash <= 0 ? "/" : path.substring(0, slash);
  }

  private static Entry read(Row row) throws SQLException {
    return new Entry(
        row.text(),
        row.text(),
        row.integer(),
        row.truth() ? Kind.FOLDER : Kind.FILE,
        row.truth(),
        row.number(),
        row.optionalText(),
        row.instant(),
        row.instant());
  }
}
