package io.orrery.conformance.match;

/// A matcher that this harness does not know, or whose operand it does not understand. Such a case
/// can be neither passed nor failed.
public final class UnknownMatcher extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UnknownMatcher(String what) {
    super(what);
  }
}
