package io.orrery.store.sql;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Which database, and how to reach it.
public sealed interface DatabaseConfig {

  /// How many vnodes a database gets when it is made, unless said otherwise.
  int VNODES_DEFAULT = 128;

  /// How many vnodes the database gets if it does not exist yet; an existing one keeps its own.
  int vnodes();

  DatabaseConfig withVnodes(int vnodes);

  /// A file of our own, used by one process at a time.
  ///
  /// @param busyTimeout how long a statement waits for a lock of a foreign tool on the file
  record Sqlite(Path file, int readers, Duration busyTimeout, int vnodes)
      implements DatabaseConfig {
    public static final int READERS_DEFAULT = 4;

    public Sqlite {
      checkVnodes(vnodes);
    }

    @Override
    public Sqlite withVnodes(int count) {
      return new Sqlite(file, readers, busyTimeout, count);
    }
  }

  /// A PostgreSQL server, 14 or later, shared by any number of controllers.
  ///
  /// @param url JDBC URL without credentials
  /// @param connections most that are open at once
  /// @param statementTimeout the server gives up a statement then
  record Postgresql(
      String url,
      Optional<String> user,
      Optional<String> password,
      int connections,
      Duration statementTimeout,
      int vnodes)
      implements DatabaseConfig {
    public static final int CONNECTIONS_DEFAULT = 8;

    public Postgresql {
      checkVnodes(vnodes);
    }

    @Override
    public Postgresql withVnodes(int count) {
      return new Postgresql(url, user, password, connections, statementTimeout, count);
    }

    @Override
    public String toString() {
      return "Postgresql[url=%s, user=%s, password=***]".formatted(url, user.orElse(""));
    }
  }

  /// Reads `sqlite:/path/file.db`, `postgresql://user:password@host:port/name`, or a JDBC URL of
  /// either.
  ///
  /// @throws IllegalArgumentException when it is none of these; the message has no password
  static DatabaseConfig parse(String text) {
    var plain = text.strip();
    var url = plain.startsWith("jdbc:") ? plain.substring("jdbc:".length()) : plain;
    if (url.startsWith("sqlite:")) {
      return sqlite(url.substring("sqlite:".length()));
    }
    if (url.startsWith("postgresql:") || url.startsWith("postgres:")) {
      return postgresql(url.substring(url.indexOf(':') + 1));
    }
    throw new IllegalArgumentException(
        "a database is sqlite:/path/file.db or postgresql://user:password@host/name");
  }

  private static Sqlite sqlite(String path) {
    if (path.isBlank() || path.startsWith(":")) {
      throw new IllegalArgumentException("sqlite: needs the path of a file, not '" + path + "'");
    }
    try {
      return new Sqlite(
          Path.of(path), Sqlite.READERS_DEFAULT, Duration.ofSeconds(10), VNODES_DEFAULT);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("'" + path + "' is not a path", e);
    }
  }

  private static Postgresql postgresql(String rest) {
    URI uri;
    try {
      uri = new URI("postgresql:" + rest);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "the PostgreSQL address is not a URL: "
              + e.getReason()
              + " at character "
              + e.getIndex()
              + "; write special characters of a password as %XX");
    }
    Optional<String> user = Optional.empty();
    Optional<String> password = Optional.empty();
    var credentials = uri.getRawUserInfo();
    if (credentials != null) {
      int colon = credentials.indexOf(':');
      user = Optional.of(decoded(colon < 0 ? credentials : credentials.substring(0, colon)));
      password =
          colon < 0 ? Optional.empty() : Optional.of(decoded(credentials.substring(colon + 1)));
    }
    var kept = new StringBuilder();
    for (var parameter :
        uri.getRawQuery() == null ? new String[0] : uri.getRawQuery().split("&", -1)) {
      if (parameter.startsWith("user=")) {
        user = Optional.of(decoded(parameter.substring("user=".length())));
      } else if (parameter.startsWith("password=")) {
        password = Optional.of(decoded(parameter.substring("password=".length())));
      } else {
        kept.append(kept.isEmpty() ? '?' : '&').append(parameter);
      }
    }
    return new Postgresql(
        "jdbc:postgresql:" + withoutCredentials(uri, rest) + kept,
        user,
        password,
        Postgresql.CONNECTIONS_DEFAULT,
        Duration.ofSeconds(60),
        VNODES_DEFAULT);
  }

  private static String withoutCredentials(URI uri, String rest) {
    int question = rest.indexOf('?');
    var address = question < 0 ? rest : rest.substring(0, question);
    var credentials = uri.getRawUserInfo();
    return credentials == null ? address : address.replace(credentials + "@", "");
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static void checkVnodes(int vnodes) {
    if (vnodes < 1 || vnodes > 4096) {
      throw new IllegalArgumentException("vnodes must be 1 to 4096, not " + vnodes);
    }
  }
}
