package io.orrery.expression.code;

import io.orrery.expression.MissingValueException;

/// A variable, attribute or index that does not exist. `??`, `default` and `is defined` live on it,
/// so it costs no stack trace; nobody outside sees it.
final class Undefined extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String name;
  private final int line;
  private final boolean explained;

  Undefined(String name, int line) {
    super(name, null, false, false);
    this.name = name;
    this.line = line;
    this.explained = false;
  }

  /// @param why in the words of whoever looked for it
  Undefined(MissingValueException why, int line) {
    super(why.getMessage(), why, false, false);
    this.name = String.valueOf(why.getMessage());
    this.line = line;
    this.explained = true;
  }

  /// Whether [#name] is a whole sentence.
  boolean explained() {
    return explained;
  }

  String name() {
    return name;
  }

  int line() {
    return line;
  }
}
