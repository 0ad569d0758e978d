package io.orrery.app.terminal;

import java.time.Duration;
import java.util.Locale;

/// Durations and foreign text for people.
public final class Words {
  private Words() {}

  /// `0.012 s`, `1.3 s`, `2 m 05 s`, `3 h 07 m`.
  public static String duration(Duration duration) {
    long ms = Math.max(0, duration.toMillis());
    if (ms < 1_000) {
      return String.format(Locale.ROOT, "%.3f s", ms / 1000.0);
    }
    if (ms < 60_000) {
      return String.format(Locale.ROOT, "%.1f s", ms / 1000.0);
    }
    return ms < 3_600_000
        ? String.format(Locale.ROOT, "%d m %02d s", ms / 60_000, ms / 1000 % 60)
        : String.format(Locale.ROOT, "%d h %02d m", ms / 3_600_000, ms / 60_000 % 60);
  }

  /// Text that a flow made, safe to print: control characters but tab and line end become `?`, so
  /// that it cannot move the cursor or colour what follows.
  public static String printable(String text) {
    var safe = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c ->
                safe.appendCodePoint(
                    Character.isISOControl(c) && c != '\t' && c != '\n' ? '?' : c));
    return safe.toString();
  }

  /// On one line of `columns`.
  static String fit(String text, int columns) {
    var line = text.replace('\n', ' ').replace('\t', ' ');
    return line.length() <= columns ? line : line.substring(0, Math.max(0, columns - 3)) + "...";
  }
}
