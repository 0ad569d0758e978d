package io.orrery.engine.trigger;

/// Why a cron text is refused: which field, and how to mend it. Checked, because a cron text is
/// what a user wrote and every reader of one must have an answer to a bad one.
public final class CronProblem extends Exception {

  private static final long serialVersionUID = 1L;

  private final String what;
  private final String mend;

  /// @param what one sentence that names the field
  /// @param mend what to write instead; may be empty
  CronProblem(String what, String mend) {
    super(mend.isEmpty() ? what : what + " " + mend, null, false, false);
    this.what = what;
    this.mend = mend;
  }

  public String what() {
    return what;
  }

  public String mend() {
    return mend;
  }
}
