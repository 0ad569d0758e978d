package io.orrery.conformance.embedded;

import io.orrery.model.problem.Code;
import io.orrery.model.problem.Problem;
import java.util.List;
import java.util.Set;

/// How many violations Kestra reports where we report these mistakes.
///
/// We tell all mistakes at once, each at its place. Kestra works in steps: a text that is no YAML,
/// or does not bind to its classes, ends at the first mistake; only what binds is validated, where
/// one property can break several constraints, and everything that concerns the flow as a whole is
/// one violation.
final class Violations {
  private Violations() {}

  private static final Set<Code> NO_TREE =
      Set.of(Code.YAML_SYNTAX, Code.DUPLICATE_KEY, Code.TOO_LARGE);
  private static final Set<Code> NOT_BOUND =
      Set.of(Code.UNKNOWN_TYPE, Code.UNKNOWN_PROPERTY, Code.WRONG_TYPE);

  static int count(List<Problem> problems) {
    var mistakes = problems.stream().filter(Problem::refuses).toList();
    if (mistakes.stream().map(Problem::code).anyMatch(NO_TREE::contains)) return 1;
    var unbound =
        mistakes.stream()
            .filter(Violations::bindsTypes)
            .filter(mistake -> NOT_BOUND.contains(mistake.code()))
            .findFirst();
    // The type that is missing, and what the binding said about it.
    if (unbound.isPresent()) return unbound.get().code() == Code.UNKNOWN_TYPE ? 2 : 1;
    long whole = mistakes.stream().filter(Violations::concernsTheFlow).count();
    int single =
        mistakes.stream()
            .filter(mistake -> !concernsTheFlow(mistake))
            .mapToInt(Violations::constraints)
            .sum();
    return single + (whole > 0 ? 1 : 0);
  }

  private static boolean bindsTypes(Problem mistake) {
    return mistake.code() != Code.WRONG_TYPE || !mistake.path().isEmpty();
  }

  private static boolean concernsTheFlow(Problem mistake) {
    return mistake.code() == Code.DUPLICATE_ID
        || mistake.what().startsWith("Recursive call")
        || mistake.what().startsWith("Cyclic dependency detected among inputs")
        || mistake.what().contains("depends on a non-existent input");
  }

  /// How many constraints the property carries that the mistake breaks.
  private static int constraints(Problem mistake) {
    boolean empty = mistake.what().contains(": must not be empty");
    return switch (mistake.path()) {
      // not blank, its pattern, its length
      case "id" -> empty ? 3 : 1;
      // its pattern, its length
      case "namespace" -> empty ? 2 : 1;
      // not null, not empty
      default -> empty && absent(mistake) && mistake.what().contains("flow.Parallel)") ? 2 : 1;
    };
  }

  private static boolean absent(Problem mistake) {
    return mistake.code() == Code.MISSING_PROPERTY;
  }
}
