package io.orrery.conformance.report;

/// How many entries came out how.
public record Tally(int passed, int failed, int unsupported) {

  public static final Tally NONE = new Tally(0, 0, 0);

  public Tally and(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Passed _ -> new Tally(passed + 1, failed, unsupported);
      case Verdict.Failed _ -> new Tally(passed, failed + 1, unsupported);
      case Verdict.Unsupported _ -> new Tally(passed, failed, unsupported + 1);
    };
  }

  public Tally and(Tally other) {
    return new Tally(passed + other.passed, failed + other.failed, unsupported + other.unsupported);
  }

  public boolean clean() {
    return failed == 0 && unsupported == 0;
  }
}
