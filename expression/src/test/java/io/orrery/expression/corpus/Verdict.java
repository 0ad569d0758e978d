package io.orrery.expression.corpus;

import java.util.List;

/// What came of a case.
public sealed interface Verdict {

  record Passed() implements Verdict {}

  record Failed(List<String> reasons) implements Verdict {}

  /// It needs something that is not here.
  record Unsupported(String why) implements Verdict {}
}
