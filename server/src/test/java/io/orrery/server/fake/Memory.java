package io.orrery.server.fake;

import io.orrery.store.query.Page;
import io.orrery.store.query.PageRequest;
import java.util.List;
import java.util.Optional;

/// What the stores in memory have in common.
final class Memory {
  private Memory() {}

  static boolean isWithin(Optional<String> wanted, String namespace) {
    return wanted
        .map(name -> namespace.equals(name) || namespace.startsWith(name + "."))
        .orElse(true);
  }

  static <T> Page<T> page(List<T> all, PageRequest page) {
    int from = (int) Math.min(page.offset(), all.size());
    return new Page<>(all.subList(from, Math.min(all.size(), from + page.size())), all.size());
  }
}
