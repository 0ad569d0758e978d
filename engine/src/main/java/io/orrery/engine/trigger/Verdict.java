package io.orrery.engine.trigger;

/// What became of the conditions of a schedule that had to be rendered for one slot.
public sealed interface Verdict {

  /// All of them hold: the slot fires.
  record Holds() implements Verdict {}

  /// One of them does not: nothing comes of the slot.
  record Fails() implements Verdict {}

  /// One of them could not be judged: the slot makes a FAILED execution, so that somebody hears of
  /// it and it is not tried again each second.
  record Unable(String why) implements Verdict {}
}
