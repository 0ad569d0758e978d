package io.orrery.plugin.core.namespace;

import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Which namespaces, keys or files a purge is about.
public final class Selection {
  private Selection() {}

  /// Those of `all` that a task names, by list or by pattern; all of them when it does neither.
  public static List<String> namespaces(
      List<String> all,
      Property<List<String>> named,
      Property<String> pattern,
      Property<Boolean> withChildren,
      RunContext context) {
    var names = context.render(named).orElse(List.of());
    var glob = context.render(pattern);
    if (names.isEmpty()) {
      return all.stream().filter(pattern(glob)).toList();
    }
    if (glob.isPresent()) {
      throw new TaskFailure("namespaces and namespacePattern exclude each other; keep one");
    }
    boolean children = context.render(withChildren).orElse(true);
    return all.stream()
        .filter(
            one ->
                names.stream()
                    .anyMatch(name -> one.equals(name) || (children && one.startsWith(name + "."))))
        .toList();
  }

  /// A glob in which no character is special but `*`, `?`, `[…]` and `{…}`; everything when absent.
  public static Predicate<String> pattern(Optional<String> glob) {
    if (glob.isEmpty()) {
      return _ -> true;
    }
    try {
      var matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob.get());
      return text -> matcher.matches(Path.of(text));
    } catch (IllegalArgumentException e) {
      throw new TaskFailure("'" + glob.get() + "' is no pattern: " + e.getMessage(), e);
    }
  }
}
