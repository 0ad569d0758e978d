package io.orrery.model.problem;

import java.util.function.UnaryOperator;

/// A user's mistake, as a value: what is wrong, where, and how to mend it.
///
/// @param path where in the document, as `tasks[0].message`; empty for the whole of it
/// @param at place in the text; [Position#NONE] when it has none
/// @param what one sentence
/// @param mend what to do about it; empty when `what` says enough
public record Problem(
    Code code, Severity severity, String path, Position at, String what, String mend) {

  /// Whether the document is refused or only commented on.
  public enum Severity {
    ERROR,
    WARNING,
    DEPRECATION
  }

  public static Problem error(Code code, String path, Position at, String what, String mend) {
    return new Problem(code, Severity.ERROR, path, at, what, mend);
  }

  /// The same with other words, as masked ones.
  public Problem saying(UnaryOperator<String> words) {
    return new Problem(code, severity, path, at, words.apply(what), words.apply(mend));
  }

  public boolean refuses() {
    return severity == Severity.ERROR;
  }

  /// `ORR-1101 at flows/etl.yml:12:5: task 'load' has no property 'mesage'. Did you mean
  /// 'message'?`
  public String text(String file) {
    var place = at.known() ? file + ":" + at : file;
    return code.id() + " at " + place + ": " + what + (mend.isEmpty() ? "" : " " + mend);
  }
}
