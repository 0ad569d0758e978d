package io.orrery.store.sql;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;

/// The few things in which the two databases differ. Everything else is one SQL text.
enum Dialect {
  SQLITE,
  POSTGRESQL;

  /// Fills in the `${...}` of a migration.
  String fill(String migration) {
    return switch (this) {
      case SQLITE ->
          migration
              .replace("${text}", "text")
              .replace("${bytes}", "blob")
              .replace("${serial}", "integer primary key")
              .replace("${serial_once}", "integer primary key autoincrement")
              .replace("${clustered}", "without rowid");
      case POSTGRESQL ->
          migration
              .replace("${text}", "text collate \"C\"")
              .replace("${bytes}", "bytea")
              .replace("${serial}", "bigint generated always as identity primary key")
              .replace("${serial_once}", "bigint generated always as identity primary key")
              .replace("${clustered}", "");
    };
  }

  /// The database's clock, in microseconds since 1970.
  String now() {
    return switch (this) {
      case SQLITE -> "cast(unixepoch('subsec') * 1000000 as integer)";
      case POSTGRESQL -> "cast(extract(epoch from clock_timestamp()) * 1000000 as bigint)";
    };
  }

  /// A subquery of the texts in a JSON array, which is its one parameter.
  String eachText() {
    return switch (this) {
      case SQLITE -> "(select value from json_each(?))";
      case POSTGRESQL -> "(select json_array_elements_text(cast(? as json)))";
    };
  }

  /// A subquery of the integers in a JSON array, which is its one parameter.
  String eachInteger() {
    return switch (this) {
      case SQLITE -> "(select value from json_each(?))";
      case POSTGRESQL -> "(select cast(json_array_elements_text(cast(? as json)) as integer))";
    };
  }

  /// A table with columns `k` and `v` of the texts in a JSON object, which is its one parameter.
  String eachPair() {
    return switch (this) {
      case SQLITE -> "(select key as k, value as v from json_each(?))";
      case POSTGRESQL -> "(select key as k, value as v from json_each_text(cast(? as json)))";
    };
  }

  /// What a select ends with that keeps its rows from being changed until the transaction is over.
  String keepingRows() {
    return switch (this) {
      case SQLITE -> ""; // there is one writer
      case POSTGRESQL -> " for no key update";
    };
  }

  /// Whether the same statement may succeed later although nobody changed it.
  boolean mayPass(SQLException fault) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && passes(sql)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a row with this key was there already.
  boolean isConflict(SQLException fault) {
    return switch (this) {
      case SQLITE -> fault.getErrorCode() == 1555 || fault.getErrorCode() == 2067 || isPlain(fault);
      case POSTGRESQL -> "23505".equals(fault.getSQLState());
    };
  }

  /// A driver without extended codes.
  private static boolean isPlain(SQLException fault) {
    var message = fault.getMessage();
    return fault.getErrorCode() == 19 && message != null && message.contains("UNIQUE");
  }

  private boolean passes(SQLException fault) {
    if (fault instanceof SQLTransientException
        || fault instanceof SQLRecoverableException
        || fault instanceof SQLNonTransientConnectionException) {
      return true;
    }
    return switch (this) {
      // Low byte: BUSY 5, LOCKED 6, NOMEM 7, READONLY 8, INTERRUPT 9, IOERR 10, FULL 13, CANTOPEN
      // 14, PROTOCOL 15
      case SQLITE ->
          switch (fault.getErrorCode() & 0xFF) {
            case 5, 6, 7, 8, 9, 10, 13, 14, 15 -> true;
            default -> false;
          };
      case POSTGRESQL -> {
        var state = fault.getSQLState() == null ? "" : fault.getSQLState();
        yield state.startsWith("08") // connection
            || state.startsWith("40") // deadlock, serialization
            || state.startsWith("53") // disk full, out of memory, too many connections
            || state.startsWith("57") // shutdown, cancelled by a timeout, cannot connect now
            || state.startsWith("58") // I/O of the server
            || state.equals("25P03") // this process stood still within a transaction
            || state.equals("25006") // read-only: a failover is under way
            || state.equals("55P03"); // lock not available in time
      }
    };
  }
}
