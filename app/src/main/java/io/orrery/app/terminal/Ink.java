package io.orrery.app.terminal;

import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;

/// Colours words, or leaves them as they are. A colour never says what the word does not.
public enum Ink {
  COLOUR,
  PLAIN;

  private static final int RED = 31;
  private static final int GREEN = 32;
  private static final int YELLOW = 33;
  private static final int BLUE = 34;
  private static final int MAGENTA = 35;
  private static final int GREY = 90;

  public static Ink of(boolean colour) {
    return colour ? COLOUR : PLAIN;
  }

  public String state(State state, String word) {
    return paint(
        switch (state) {
          case SUCCESS -> GREEN;
          case WARNING, PAUSED, RETRYING, RETRIED -> YELLOW;
          case FAILED -> RED;
          case KILLED, KILLING, CANCELLED -> MAGENTA;
          case CREATED, SUBMITTED, QUEUED, SKIPPED, RESUBMITTED, BREAKPOINT -> GREY;
          case RUNNING, RESTARTED -> BLUE;
        },
        word);
  }

  public String level(LogLevel level, String word) {
    return switch (level) {
      case ERROR -> paint(RED, word);
      case WARN -> paint(YELLOW, word);
      case TRACE, DEBUG -> paint(GREY, word);
      case INFO -> word;
    };
  }

  public String quiet(String word) {
    return paint(GREY, word);
  }

  private String paint(int colour, String word) {
    return this == PLAIN ? word : "\u001B[" + colour + "m" + word + "\u001B[0m";
  }
}
