package io.orrery.simulation;

/// Something that must never be was seen. An error, so that nothing under test catches it.
final class Violation extends AssertionError {
  private static final long serialVersionUID = 1L;

  Violation(String what) {
    super(what);
  }

  Violation(String what, Throwable cause) {
    super(what, cause);
  }
}
