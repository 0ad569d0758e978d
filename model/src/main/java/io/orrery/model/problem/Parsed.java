package io.orrery.model.problem;

import java.util.List;

/// What came out of reading a text: the value with remarks, or all the mistakes at once.
public sealed interface Parsed<T> {

  /// Everything noticed, in the order of the text. Errors only in [Bad].
  List<Problem> problems();

  record Ok<T>(T value, List<Problem> problems) implements Parsed<T> {
    public Ok {
      problems = List.copyOf(problems);
    }
  }

  record Bad<T>(List<Problem> problems) implements Parsed<T> {
    public Bad {
      problems = List.copyOf(problems);
    }
  }
}
