package io.orrery.plugin.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// SQL as text: its statements, and the names of its parameters. Knows quotes, comments and
/// PostgreSQL's dollar quotes well enough to look past them, and nothing else of any dialect.
final class SqlText {
  private SqlText() {}

  /// A statement with `?` in place of `:name`.
  ///
  /// @param names in the order of the question marks; a name may come twice
  record Named(String sql, List<String> names) {
    Named {
      names = List.copyOf(names);
    }
  }

  /// Split at semicolons that stand outside of quotes, comments and the body of a CREATE between
  /// BEGIN and END. Without the empty ones.
  static List<String> statements(String sql) {
    var statements = new ArrayList<String>();
    int start = 0;
    int depth = 0;
    for (int i = 0; i < sql.length(); ) {
      int past = past(sql, i);
      if (past > i) {
        i = past;
      } else if (sql.charAt(i) == ';' && depth == 0) {
        add(sql.substring(start, i), statements);
        start = ++i;
      } else if (Character.isLetter(sql.charAt(i))) {
        int end = wordEnd(sql, i);
        depth = depth(sql.substring(i, end), sql.substring(start, i), depth);
        i = end;
      } else {
        i++;
      }
    }
    add(sql.substring(start), statements);
    return statements;
  }

  /// How deep in blocks we are after `word`. Only a CREATE has blocks: a BEGIN of its own starts a
  /// transaction.
  private static int depth(String word, String before, int depth) {
    return switch (word.toUpperCase(Locale.ROOT)) {
      case "BEGIN" -> depth > 0 || isCreate(before) ? depth + 1 : depth;
      case "CASE" -> depth > 0 ? depth + 1 : depth;
      case "END" -> Math.max(0, depth - 1);
      default -> depth;
    };
  }

  private static boolean isCreate(String statement) {
    int at = 0;
    while (at < statement.length()) {
      int past = past(statement, at);
      if (past > at) {
        at = past;
      } else if (Character.isWhitespace(statement.charAt(at))) {
        at++;
      } else {
        break;
      }
    }
    return statement.regionMatches(true, at, "create", 0, "create".length());
  }

  private static void add(String statement, List<String> statements) {
    for (int i = 0; i < statement.length(); ) {
      char c = statement.charAt(i);
      int past = c == '-' || c == '/' ? past(statement, i) : i;
      if (past > i) {
        i = past;
      } else if (Character.isWhitespace(c)) {
        i++;
      } else {
        statements.add(statement.strip());
        return;
      }
    }
  }

  /// `:name` outside of quotes and comments is a parameter; `::type` is a cast.
  static Named named(String sql) {
    var text = new StringBuilder();
    var names = new ArrayList<String>();
    for (int i = 0; i < sql.length(); ) {
      int past = past(sql, i);
      if (past == i && sql.charAt(i) == ':') {
        past = i + 1;
        if (past < sql.length() && sql.charAt(past) == ':') {
          past++;
        } else if (past < sql.length() && Character.isJavaIdentifierStart(sql.charAt(past))) {
          int end = wordEnd(sql, past);
          names.add(sql.substring(past, end));
          text.append('?');
          i = end;
          continue;
        }
      }
      int end = Math.max(past, i + 1);
      text.append(sql, i, end);
      i = end;
    }
    return new Named(text.toString(), names);
  }

  private static int wordEnd(String sql, int start) {
    int end = start;
    while (end < sql.length()
        && (Character.isLetterOrDigit(sql.charAt(end)) || sql.charAt(end) == '_')) {
      end++;
    }
    return Math.max(end, start + 1);
  }

  /// The end of the quoted text or comment that starts at `i`; `i` when none does.
  private static int past(String sql, int i) {
    return switch (sql.charAt(i)) {
      case '\'' -> quoted(sql, i, isEscaping(sql, i));
      case '"', '`' -> quoted(sql, i, false);
      case '-' -> sql.startsWith("--", i) ? found(sql, "\n", i) : i;
      case '/' -> sql.startsWith("/*", i) ? found(sql, "*/", i + 2) : i;
      case '$' -> dollarQuoted(sql, i);
      default -> i;
    };
  }

  private static int quoted(String sql, int i, boolean escaping) {
    char quote = sql.charAt(i);
    for (int at = i + 1; at < sql.length(); at++) {
      char c = sql.charAt(at);
      if (c == '\\' && escaping) {
        at++;
      } else if (c == quote) {
        if (at + 1 < sql.length() && sql.charAt(at + 1) == quote) {
          at++;
        } else {
          return at + 1;
        }
      }
    }
    return sql.length();
  }

  /// Whether the quote at `i` is that of an `E'...'`.
  private static boolean isEscaping(String sql, int i) {
    return i > 0
        && (sql.charAt(i - 1) == 'E' || sql.charAt(i - 1) == 'e')
        && (i == 1 || !Character.isJavaIdentifierPart(sql.charAt(i - 2)));
  }

  private static int dollarQuoted(String sql, int i) {
    if (i > 0 && Character.isJavaIdentifierPart(sql.charAt(i - 1))) {
      return i;
    }
    int end = i + 1;
    while (end < sql.length()
        && (Character.isLetter(sql.charAt(end))
            || sql.charAt(end) == '_'
            || (end > i + 1 && Character.isDigit(sql.charAt(end))))) {
      end++;
    }
    if (end >= sql.length() || sql.charAt(end) != '$') {
      return i;
    }
    return found(sql, sql.substring(i, end + 1), end + 1);
  }

  private static int found(String sql, String what, int from) {
    int at = sql.indexOf(what, from);
    return at < 0 ? sql.length() : at + what.length();
  }
}
