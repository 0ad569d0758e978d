package io.orrery.plugin.jdbc;

/// What becomes of the rows of a query.
public enum FetchType {
  /// They are left.
  NONE,
  /// The first one is handed on.
  FETCH_ONE,
  /// All are handed on.
  FETCH,
  /// They are written to a file of items.
  STORE
}
