package io.orrery.model.id;

import java.util.ArrayList;
import java.util.List;

/// The family of a namespace: `a.b.c` is a child of `a.b`, and that of `a`.
public final class Lineage {
  private Lineage() {}

  /// A namespace and its parents, nearest first: `a.b.c`, `a.b`, `a`.
  public static List<String> of(String namespace) {
    var all = new ArrayList<String>();
    for (var one = namespace; !one.isEmpty(); ) {
      all.add(one);
      int dot = one.lastIndexOf('.');
      one = dot < 0 ? "" : one.substring(0, dot);
    }
    return all;
  }

  /// Whether `namespace` is `parent` or below it.
  public static boolean within(String namespace, String parent) {
    return namespace.equals(parent) || namespace.startsWith(parent + ".");
  }
}
