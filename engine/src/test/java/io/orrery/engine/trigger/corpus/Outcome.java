package io.orrery.engine.trigger.corpus;

/// What became of one line of the corpus.
///
/// @param expected what the corpus wants, for people; empty when unsupported
/// @param got what came out, or why it cannot be run
public record Outcome(String id, String area, Verdict verdict, String expected, String got) {

  public enum Verdict {
    PASSED,
    FAILED,
    UNSUPPORTED
  }

  static Outcome of(String id, String area, Object expected, Object got) {
    var verdict = expected.equals(got) ? Verdict.PASSED : Verdict.FAILED;
    return new Outcome(id, area, verdict, expected.toString(), got.toString());
  }

  static Outcome unsupported(String id, String area, String why) {
    return new Outcome(id, area, Verdict.UNSUPPORTED, "", why);
  }
}
