package io.orrery.app.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/// The known word that somebody probably meant.
public final class Suggestion {
  private Suggestion() {}

  /// The nearest of `known` by edits (insert, delete, replace, swap neighbours), when it is near:
  /// at most one edit for three letters, or the same last part.
  public static Optional<String> of(String word, Collection<String> known) {
    var given = word.toLowerCase(Locale.ROOT);
    String best = null;
    int bestDistance = Math.max(1, given.length() / 3) + 1;
    for (var candidate : known) {
      int distance = distance(given, candidate.toLowerCase(Locale.ROOT));
      if (distance < bestDistance) {
        best = candidate;
        bestDistance = distance;
      }
    }
    if (best == null) {
      best = known.stream().filter(key -> key.endsWith("." + given)).findFirst().orElse(null);
    }
    return Optional.ofNullable(best);
  }

  static int distance(String a, String b) {
    var rows = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      rows[i][0] = i;
    }
    for (int j = 0; j <= b.length(); j++) {
      rows[0][j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      for (int j = 1; j <= b.length(); j++) {
        int replaced = rows[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        rows[i][j] = Math.min(replaced, 1 + Math.min(rows[i - 1][j], rows[i][j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
        }
      }
    }
    return rows[a.length()][b.length()];
  }
}
