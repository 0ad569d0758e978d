package io.orrery.bench.subject;

/// The product did not do what is being measured; a number would be worth nothing.
public final class Trouble extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Trouble(String message) {
    super(message);
  }

  public Trouble(String message, Throwable cause) {
    super(message, cause);
  }
}
