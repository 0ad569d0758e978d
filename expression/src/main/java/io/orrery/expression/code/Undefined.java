package io.orrery.expression.code;

/// A variable, attribute or index that does not exist. `??`, `default` and `is defined` live on it,
/// so it costs no stack trace; nobody outside sees it.
final class Undefined extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String name;
  private final int line;

  Undefined(String name, int line) {
    super(name, null, false, false);
    this.name = name;
    this.line = line;
  }

  String name() {
    return name;
  }

  int line() {
    return line;
  }
}
