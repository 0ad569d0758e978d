package io.orrery.simulation;

/// The process dies at this very place: thrown through all that it was doing. An error, so that
/// nothing under test catches it.
final class Crash extends Error {
  private static final long serialVersionUID = 1L;

  private final String where;

  Crash(String where) {
    super(where, null, false, false);
    this.where = where;
  }

  String where() {
    return where;
  }
}
