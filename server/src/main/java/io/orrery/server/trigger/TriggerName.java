package io.orrery.server.trigger;

import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.server.http.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a body names triggers.
final class TriggerName {
  private TriggerName() {}

  /// The three names, at the top or within `trigger` or `id`.
  static TriggerId of(Map<?, ?> body) {
    for (var wrapper : List.of("trigger", "id")) {
      if (body.get(wrapper) instanceof Map<?, ?> inner) {
        return of(inner);
      }
    }
    return new TriggerId(
        new FlowId(name(body, "namespace"), name(body, "flowId")), name(body, "triggerId"));
  }

  /// A list of them, by itself or as `triggers`.
  static List<TriggerId> all(@Nullable Object body) {
    var given = body instanceof Map<?, ?> map ? map.get("triggers") : body;
    if (!(given instanceof List<?> list)) {
      throw Fault.invalid("triggers", "must be a list");
    }
    var ids = new ArrayList<TriggerId>();
    for (var one : list) {
      if (!(one instanceof Map<?, ?> trigger)) {
        throw Fault.invalid("triggers", "must be a list of {namespace, flowId, triggerId}");
      }
      ids.add(of(trigger));
    }
    return ids;
  }

  private static String name(Map<?, ?> body, String member) {
    if (body.get(member) instanceof String text && !text.isBlank()) {
      return text;
    }
    throw Fault.invalid(member, "must not be blank");
  }
}
