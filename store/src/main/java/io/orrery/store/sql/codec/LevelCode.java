package io.orrery.store.sql.codec;

import io.orrery.model.state.LogLevel;

/// Log levels as numbers, from 0, and as bits of a set. Stored: never change one.
public final class LevelCode {

  private LevelCode() {}

  public static int number(LogLevel level) {
    return switch (level) {
      case TRACE -> 0;
      case DEBUG -> 1;
      case INFO -> 2;
      case WARN -> 3;
      case ERROR -> 4;
    };
  }

  public static LogLevel level(int number) {
    return switch (number) {
      case 0 -> LogLevel.TRACE;
      case 1 -> LogLevel.DEBUG;
      case 2 -> LogLevel.INFO;
      case 3 -> LogLevel.WARN;
      case 4 -> LogLevel.ERROR;
      default -> throw new IllegalStateException("no log level has the number " + number);
    };
  }

  public static int bit(LogLevel level) {
    return 1 << number(level);
  }

  /// The set of `floor` and all heavier ones.
  public static int bitsFrom(LogLevel floor) {
    int bits = 0;
    for (var level : LogLevel.values()) {
      bits |= level.atLeast(floor) ? bit(level) : 0;
    }
    return bits;
  }
}
