package io.orrery.expression;

/// A template that cannot be parsed or rendered: a user's mistake, with the line in the template
/// where known.
public class ExpressionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int line;

  public ExpressionException(String message, int line) {
    super(message);
    this.line = line;
  }

  public ExpressionException(String message, int line, Throwable cause) {
    super(message, cause);
    this.line = line;
  }

  /// Counts from 1 in the template's text; 0 when unknown.
  public int line() {
    return line;
  }
}
