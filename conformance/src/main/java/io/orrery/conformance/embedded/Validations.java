package io.orrery.conformance.embedded;

import io.orrery.conformance.subject.FlowSubject.Validation;
import io.orrery.model.flow.Flow;
import io.orrery.model.problem.Parsed;
import io.orrery.model.problem.Problem;
import io.orrery.model.problem.Problem.Severity;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// What reading a flow came to, in the harness's words.
final class Validations {

  private Validations() {}

  static Validation of(Parsed<Flow> parsed) {
    return of(parsed, Optional::empty);
  }

  static Validation of(Parsed<Flow> parsed, Supplier<Optional<String>> json) {
    var problems = parsed.problems();
    var refusing = texts(problems, Severity.ERROR);
    return new Validation(
        parsed instanceof Parsed.Bad && refusing.isEmpty() ? List.of("refused") : refusing,
        Violations.count(problems),
        texts(problems, Severity.WARNING),
        problems.stream()
            .filter(problem -> problem.severity() == Severity.DEPRECATION)
            .map(Problem::path)
            .toList(),
        json);
  }

  private static List<String> texts(List<Problem> problems, Severity severity) {
    return problems.stream()
        .filter(problem -> problem.severity() == severity)
        .map(problem -> problem.path() + ": " + problem.what() + " " + problem.mend())
        .toList();
  }
}
