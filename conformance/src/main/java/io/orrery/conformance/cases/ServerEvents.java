package io.orrery.conformance.cases;

import io.orrery.conformance.match.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the text of an event stream.
final class ServerEvents {

  private ServerEvents() {}

  /// The events in order, each with what it has of `id`, `event` and `data` (as JSON if it is
  /// JSON).
  static List<Map<String, Object>> read(String text) {
    var events = new ArrayList<Map<String, Object>>();
    for (var block : text.replace("\r\n", "\n").split("\n\n", -1)) {
      var event = event(block);
      if (!event.isEmpty()) {
        events.add(event);
      }
    }
    return events;
  }

  private static Map<String, Object> event(String block) {
    var fields = new LinkedHashMap<String, Object>();
    var data = new ArrayList<String>();
    for (var line : block.split("\n", -1)) {
      var colon = line.indexOf(':');
      if (colon <= 0) {
        continue; // blank, or a comment that keeps the connection open
      }
      var value = line.substring(colon + 1);
      value = value.startsWith(" ") ? value.substring(1) : value;
      if (line.startsWith("data:")) {
        data.add(value);
      } else {
        fields.put(line.substring(0, colon), value);
      }
    }
    if (!data.isEmpty()) {
      fields.put("data", json(String.join("\n", data)));
    }
    return fields;
  }

  private static @Nullable Object json(String text) {
    try {
      return Json.read(text);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
