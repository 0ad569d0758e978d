package io.orrery.imports;

import java.text.Normalizer;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/// Ids out of names that people wrote: letters, digits, `_` and `-`, each given once.
public final class Names {
  private static final int LENGTH_MAX = 90;

  private final Set<String> given = new HashSet<>();

  /// An id like `name` that was not given before: `load`, `load_2`, `load_3`.
  ///
  /// @param otherwise when the name has no letter or digit that an id may have
  public String id(String name, String otherwise) {
    var wanted = plain(name);
    var base = wanted.isEmpty() ? otherwise : wanted;
    var id = base;
    for (int i = 2; !given.add(id.toLowerCase(Locale.ROOT)); i++) {
      id = base + "_" + i;
    }
    return id;
  }

  /// What of `name` an id may have; empty when nothing is left.
  static String plain(String name) {
    var plain =
        Normalizer.normalize(name, Normalizer.Form.NFD)
            .replaceAll("\\p{M}+", "")
            .replaceAll("[^a-zA-Z0-9-]+", "_")
            .replaceAll("^[_-]+|[_-]+$", "");
    return plain.length() > LENGTH_MAX ? plain.substring(0, LENGTH_MAX) : plain;
  }

  /// A namespace out of a name; empty when nothing is left.
  public static String namespace(String name) {
    return plain(name).toLowerCase(Locale.ROOT);
  }
}
