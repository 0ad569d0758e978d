package io.orrery.server.flow;

import io.orrery.model.problem.Problem;
import io.orrery.server.http.Fault;
import java.util.List;

/// Mistakes in a flow, in the words of the API.
public final class FlowProblems {
  private FlowProblems() {}

  /// The answer to a text that is no flow: all mistakes at once.
  static Fault refusal(List<Problem> problems) {
    return Fault.invalid(
        problems.stream()
            .filter(Problem::refuses)
            .map(problem -> new Fault.Detail(sentence(problem), problem.path()))
            .toList());
  }

  /// One text of all the mistakes, as `constraints` of a check.
  public static String constraints(List<Problem> problems) {
    var lines = problems.stream().filter(Problem::refuses).map(FlowProblems::line).toList();
    return String.join("\n", lines);
  }

  static String line(Problem problem) {
    return problem.path().isEmpty() ? sentence(problem) : problem.path() + ": " + sentence(problem);
  }

  private static String sentence(Problem problem) {
    var text = problem.what() + (problem.mend().isEmpty() ? "" : " " + problem.mend());
    return problem.at().known() ? text + " (line " + problem.at().line() + ")" : text;
  }
}
