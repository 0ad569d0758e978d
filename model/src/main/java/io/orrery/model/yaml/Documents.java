package io.orrery.model.yaml;

import java.util.ArrayList;
import java.util.List;

/// Splits a text at the lines that start a YAML document, so that one unreadable document does not
/// hide the others.
final class Documents {
  private Documents() {}

  /// @param source without the line of dashes that started it
  /// @param line where `source` starts, from 1
  record Part(String source, int line) {}

  /// The parts that say anything.
  ///
  /// @param max no more than these; the last then holds all the rest
  static List<Part> split(String text, int max) {
    var parts = new ArrayList<Part>();
    int start = 0;
    int startLine = 1;
    int line = 1;
    int at = 0;
    while (at < text.length()) {
      int end = text.indexOf('\n', at);
      int next = end < 0 ? text.length() : end + 1;
      if (isMarker(text, at, next) && parts.size() < max - 1) {
        add(parts, text.substring(start, at), startLine);
        boolean alone = text.substring(at + 3, next).isBlank();
        start = alone ? next : at + 3;
        startLine = alone ? line + 1 : line;
      }
      at = next;
      line++;
    }
    add(parts, text.substring(start), startLine);
    return parts;
  }

  private static boolean isMarker(String text, int from, int to) {
    if (!text.startsWith("---", from)) return false;
    return to - from == 3 || Character.isWhitespace(text.charAt(from + 3));
  }

  private static void add(List<Part> parts, String source, int line) {
    boolean says =
        source
            .lines()
            .map(String::strip)
            .anyMatch(it -> !it.isEmpty() && !it.startsWith("#") && !it.equals("..."));
    if (says) parts.add(new Part(source, line));
  }
}
