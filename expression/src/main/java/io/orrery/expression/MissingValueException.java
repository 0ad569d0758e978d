package io.orrery.expression;

/// What was asked for is not there, as a key without a value: an error by itself, and what `??` and
/// `default` may answer.
public final class MissingValueException extends ExpressionException {

  private static final long serialVersionUID = 1L;

  public MissingValueException(String message) {
    super(message, 0);
  }
}
