package io.orrery.app.terminal;

import java.util.List;
import java.util.Map;

/// What is known of the terminal. The launcher tells (`orrery.terminal`), since a JVM cannot ask of
/// each stream whether it is one.
///
/// @param err standard error is a terminal, where lines can be redrawn
/// @param colourOut standard output may be coloured
/// @param colourErr standard error may be coloured
/// @param columns width of the terminal
public record Terminal(boolean err, boolean colourOut, boolean colourErr, int columns) {

  public static final Terminal NONE = new Terminal(false, false, false, 80);

  /// Colour is off when `NO_COLOR` is set (no-color.org) or the terminal is a `dumb` one.
  ///
  /// @param launcher as `out,err,120`; empty when started without the launcher
  public static Terminal of(String launcher, Map<String, String> environment) {
    var words = List.of(launcher.split(","));
    boolean capable = !"dumb".equals(environment.get("TERM"));
    boolean colour = capable && environment.getOrDefault("NO_COLOR", "").isEmpty();
    boolean err = words.contains("err");
    return new Terminal(
        err && capable, colour && words.contains("out"), colour && err, columns(words.getLast()));
  }

  private static int columns(String word) {
    try {
      int columns = Integer.parseInt(word);
      return columns >= 20 ? columns : NONE.columns;
    } catch (NumberFormatException e) {
      return NONE.columns;
    }
  }
}
