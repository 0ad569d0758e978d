package io.orrery.model.yaml;

import java.util.Collection;
import java.util.Optional;

/// What somebody may have meant: the known word with the fewest edits to the written one.
final class Suggestion {
  private Suggestion() {}

  private static final int WORD_LENGTH_MAX = 80;

  /// `Did you mean 'message'?`; empty when nothing is near (a third of the letters may differ).
  static String of(String written, Collection<String> known) {
    return nearest(written, known).map(word -> "Did you mean '" + word + "'?").orElse("");
  }

  static Optional<String> nearest(String written, Collection<String> known) {
    if (written.length() > WORD_LENGTH_MAX) return Optional.empty();
    int best = Math.max(1, written.length() / 3) + 1;
    Optional<String> nearest = Optional.empty();
    for (var word : known) {
      if (Math.abs(word.length() - written.length()) >= best) continue;
      int edits = edits(written, word);
      if (edits < best) {
        best = edits;
        nearest = Optional.of(word);
      }
    }
    return nearest;
  }

  /// Insertions, deletions, replacements and swaps of neighbours; letter case counts nothing.
  private static int edits(String a, String b) {
    int[] before = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) last[j] = j;
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = same(a, i, b, j) ? 0 : 1;
        row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + change);
        if (i > 1 && j > 1 && same(a, i, b, j - 1) && same(a, i - 1, b, j)) {
          row[j] = Math.min(row[j], before[j - 2] + 1);
        }
      }
      int[] spare = before;
      before = last;
      last = row;
      row = spare;
    }
    return last[b.length()];
  }

  private static boolean same(String a, int i, String b, int j) {
    return Character.toLowerCase(a.charAt(i - 1)) == Character.toLowerCase(b.charAt(j - 1));
  }
}
