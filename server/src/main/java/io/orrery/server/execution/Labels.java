package io.orrery.server.execution;

import io.orrery.server.http.Fault;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads the labels that come with a start: `key:value`, only the first colon separates.
final class Labels {
  private static final String SYSTEM = "system.";
  private static final String CORRELATION = "system.correlationId";

  private Labels() {}

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
      labels.put(key, value);
    }
    return labels;
  }
}
