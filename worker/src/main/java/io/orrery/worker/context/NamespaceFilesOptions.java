package io.orrery.worker.context;

import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.api.Truth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The property `namespaceFiles`, rendered and read.
record NamespaceFilesOptions(
    boolean enabled,
    List<String> include,
    List<String> exclude,
    List<String> namespaces,
    IfExists ifExists,
    boolean folderPerNamespace) {

  /// What happens to a file that is in the folder already.
  enum IfExists {
    OVERWRITE,
    FAIL,
    WARN,
    IGNORE
  }

  static NamespaceFilesOptions of(Map<String, Object> wanted, String ownNamespace) {
    var namespaces = texts(wanted.get("namespaces"), "namespaces");
    return new NamespaceFilesOptions(
        flag(wanted.get("enabled"), !wanted.isEmpty()),
        texts(wanted.get("include"), "include"),
        texts(wanted.get("exclude"), "exclude"),
        namespaces.isEmpty() ? List.of(ownNamespace) : namespaces,
        ifExists(wanted.get("ifExists")),
        flag(wanted.get("folderPerNamespace"), false));
  }

  private static boolean flag(@Nullable Object value, boolean otherwise) {
    return value == null ? otherwise : Truth.of(value);
  }

  private static List<String> texts(@Nullable Object value, String name) {
    return switch (value) {
      case null -> List.of();
      case List<?> list -> list.stream().filter(it -> it != null).map(String::valueOf).toList();
      case String text -> text.isBlank() ? List.of() : new ArrayList<>(List.of(text.strip()));
      default -> throw new TaskFailure("namespaceFiles." + name + " must be a list of texts");
    };
  }

  private static IfExists ifExists(@Nullable Object value) {
    if (value == null) {
      return IfExists.OVERWRITE;
    }
    try {
      return IfExists.valueOf(value.toString().strip().toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new TaskFailure(
          "namespaceFiles.ifExists is '"
              + value
              + "', not one of "
              + Arrays.toString(IfExists.values()),
          e);
    }
  }
}
