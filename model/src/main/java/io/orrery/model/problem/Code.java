package io.orrery.model.problem;

/// The number of a kind of mistake. Each has a page `docs/errors/ORR-nnnn.md`; a number is never
/// used twice.
public enum Code {
  YAML_SYNTAX(1001),
  DUPLICATE_KEY(1002),
  TOO_LARGE(1003),
  UNKNOWN_PROPERTY(1101),
  MISSING_PROPERTY(1102),
  WRONG_TYPE(1103),
  BAD_VALUE(1104),
  UNKNOWN_TYPE(1105),
  DUPLICATE_ID(1106),
  BAD_REFERENCE(1107),
  BAD_EXPRESSION(1108),
  BAD_CRON(1109),
  NOT_SUPPORTED(1110),
  DEPRECATED(1111),
  NO_EFFECT(1112),
  INPUT_MISSING(1201),
  INPUT_INVALID(1202);

  private final int number;

  Code(int number) {
    this.number = number;
  }

  /// `ORR-1101`.
  public String id() {
    return "ORR-" + number;
  }
}
