package io.orrery.model.yaml;

import io.orrery.model.problem.Code;
import io.orrery.model.problem.Position;
import io.orrery.model.problem.Problem;

/// Ends the reading of a text that cannot be understood any further; [YamlTree] turns it into a
/// problem.
final class Unreadable extends RuntimeException {
  private final transient Problem problem;

  Unreadable(Code code, Position at, String what, String mend) {
    super(what, null, false, false);
    this.problem = Problem.error(code, "", at, what, mend);
  }

  Problem problem() {
    return problem;
  }

  static Unreadable tooDeep(Position at) {
    return new Unreadable(
        Code.TOO_LARGE,
        at,
        "The document has more than " + YamlTree.DEPTH_MAX + " levels of nesting.",
        "Move the inner part to a subflow.");
  }

  static Unreadable tooMany(Position at) {
    return new Unreadable(
        Code.TOO_LARGE,
        at,
        "The document has more than "
            + YamlTree.WEIGHT_MAX
            + " values, aliases counted each time they are used.",
        "Move data out of the flow.");
  }

  static Unreadable keyNotText(Position at) {
    return new Unreadable(
        Code.YAML_SYNTAX,
        at,
        "A key must be text, not a list or map.",
        "Quote a text that starts with { or [.");
  }
}
