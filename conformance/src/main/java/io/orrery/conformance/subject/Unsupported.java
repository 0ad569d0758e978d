package io.orrery.conformance.subject;

/// Something that the product, or this harness, cannot do yet. The case that needs it is counted as
/// unsupported.
public final class Unsupported extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public Unsupported(String what) {
    super(what);
  }
}
