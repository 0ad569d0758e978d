package io.orrery.store.sql.codec;

import io.orrery.model.state.State;

/// States as columns have them: a number (final ones from [#FINAL] up, the plain success first, so
/// that one comparison finds either kind) and, within a history, one letter. Both are stored: never
/// change one.
public final class StateCode {

  /// The first number of a final state; also the number of SUCCESS.
  public static final int FINAL = 50;

  private static final State[] BY_NUMBER = new State[64];
  private static final State[] BY_LETTER = new State[128];

  static {
    for (var state : State.values()) {
      BY_NUMBER[number(state)] = state;
      BY_LETTER[letter(state)] = state;
    }
  }

  private StateCode() {}

  public static int number(State state) {
    return switch (state) {
      case CREATED -> 1;
      case SUBMITTED -> 2;
      case QUEUED -> 3;
      case RUNNING -> 4;
      case PAUSED -> 5;
      case RESTARTED -> 6;
      case RETRYING -> 7;
      case KILLING -> 8;
      case BREAKPOINT -> 9;
      case SUCCESS -> FINAL;
      case WARNING -> 51;
      case FAILED -> 52;
      case KILLED -> 53;
      case CANCELLED -> 54;
      case SKIPPED -> 55;
      case RETRIED -> 56;
      case RESUBMITTED -> 57;
    };
  }

  public static char letter(State state) {
    return switch (state) {
      case CREATED -> 'C';
      case SUBMITTED -> 'M';
      case QUEUED -> 'Q';
      case RUNNING -> 'R';
      case PAUSED -> 'P';
      case RESTARTED -> 'T';
      case RETRYING -> 'Y';
      case KILLING -> 'L';
      case BREAKPOINT -> 'B';
      case SUCCESS -> 'S';
      case WARNING -> 'W';
      case FAILED -> 'F';
      case KILLED -> 'K';
      case CANCELLED -> 'X';
      case SKIPPED -> 'I';
      case RETRIED -> 'D';
      case RESUBMITTED -> 'U';
    };
  }

  public static State ofNumber(int number) {
    var state = number < 0 || number >= BY_NUMBER.length ? null : BY_NUMBER[number];
    if (state == null) {
      throw new IllegalStateException("no state has the number " + number);
    }
    return state;
  }

  public static State ofLetter(char letter) {
    var state = letter >= BY_LETTER.length ? null : BY_LETTER[letter];
    if (state == null) {
      throw new IllegalStateException("no state has the letter '" + letter + "'");
    }
    return state;
  }
}
