package io.orrery.server.flow;

import java.util.ArrayList;
import java.util.List;

/// What changed between two texts, line by line, in the unified form with all lines as context.
final class LineDiff {
  /// Beyond it the middle that differs is told as all removed and all added.
  private static final int CELLS_MAX = 4_000_000;

  private final List<String> before;
  private final List<String> after;
  private final StringBuilder told = new StringBuilder();

  private LineDiff(String before, String after) {
    this.before = before.lines().toList();
    this.after = after.lines().toList();
  }

  /// @param from how the older text is called
  static String of(String before, String after, String from, String to) {
    if (before.equals(after)) {
      return "";
    }
    var diff = new LineDiff(before, after);
    diff.told.append("--- ").append(from).append("\n+++ ").append(to).append('\n');
    diff.tell();
    return diff.told.toString();
  }

  private void tell() {
    int start = 0;
    int shorter = Math.min(before.size(), after.size());
    while (start < shorter && before.get(start).equals(after.get(start))) {
      start++;
    }
    int end = 0;
    while (end < shorter - start
        && before.get(before.size() - 1 - end).equals(after.get(after.size() - 1 - end))) {
      end++;
    }
    lines(' ', before.subList(0, start));
    middle(before.subList(start, before.size() - end), after.subList(start, after.size() - end));
    lines(' ', before.subList(before.size() - end, before.size()));
  }

  /// By the longest common subsequence.
  private void middle(List<String> old, List<String> fresh) {
    if ((long) old.size() * fresh.size() > CELLS_MAX) {
      lines('-', old);
      lines('+', fresh);
      return;
    }
    var common = new int[old.size() + 1][fresh.size() + 1];
    for (int i = old.size() - 1; i >= 0; i--) {
      for (int j = fresh.size() - 1; j >= 0; j--) {
        common[i][j] =
            old.get(i).equals(fresh.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    int i = 0;
    int j = 0;
    var added = new ArrayList<String>();
    while (i < old.size() || j < fresh.size()) {
      if (i < old.size() && j < fresh.size() && old.get(i).equals(fresh.get(j))) {
        lines('+', added);
        added.clear();
        lines(' ', List.of(old.get(i++)));
        j++;
      } else if (i < old.size() && (j >= fresh.size() || common[i + 1][j] >= common[i][j + 1])) {
        lines('-', List.of(old.get(i++)));
      } else {
        added.add(fresh.get(j++));
      }
    }
    lines('+', added);
  }

  private void lines(char mark, List<String> lines) {
    lines.forEach(line -> told.append(mark).append(line).append('\n'));
  }
}
