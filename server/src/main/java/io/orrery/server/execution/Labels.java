package io.orrery.server.execution;

import io.orrery.server.http.Fault;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the labels that come with a start: `key:value`, only the first colon separates.
public final class Labels {
  private static final int LABELS_MAX = 100;
  private static final int KEY_CHARS_MAX = 255;
  private static final int VALUE_CHARS_MAX = 4096;
  private static final String SYSTEM = "system.";
  private static final String CORRELATION = "system.correlationId";

  private Labels() {}

  /// Reads a JSON list of `{key, value}`, as labels of an ended execution are given.
  public static Map<String, String> ofJson(@Nullable Object json) {
    if (!(json instanceof List<?> list)) {
      throw Fault.invalid("labels", "must be a list of {key, value}");
    }
    var labels = new LinkedHashMap<String, String>();
    for (var item : list) {
      var key = item instanceof Map<?, ?> label ? text(label.get("key")) : "";
      var value = item instanceof Map<?, ?> label ? text(label.get("value")) : "";
      if (key.isBlank() || value.isBlank()) {
        throw Fault.invalid("labels", "each label needs a key and a value, neither of them blank");
      }
      if (key.startsWith(SYSTEM)) {
        throw Fault.invalid("labels", "label '" + key + "' is the system's own");
      }
      put(labels, key, value);
    }
    return labels;
  }

  private static void put(Map<String, String> labels, String key, String value) {
    requireFew("the key of a label", key.length(), KEY_CHARS_MAX);
    requireFew("the value of a label", value.length(), VALUE_CHARS_MAX);
    labels.put(key, value);
    requireFew("the list of labels", labels.size(), LABELS_MAX);
  }

  private static void requireFew(String what, int count, int most) {
    if (count > most) {
      throw Fault.invalid("labels", what + " is too long: " + count + ", at most " + most);
    }
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }

  static Map<String, String> of(List<String> texts) {
    var labels = new LinkedHashMap<String, String>();
    for (var text : texts) {
      int colon = text.indexOf(':');
      var key = colon < 0 ? "" : text.substring(0, colon).trim();
      var value = colon < 0 ? "" : text.substring(colon + 1).trim();
      if (key.isEmpty() || value.isEmpty()) {
        throw Fault.invalid("labels", "'" + text + "' is not key:value");
      }
      if (key.startsWith(SYSTEM) && !key.equals(CORRELATION)) {
        throw Fault.invalid("labels", "label '" + key + "' is the system's own");
      }
      put(labels, key, value);
    }
    return labels;
  }
}
