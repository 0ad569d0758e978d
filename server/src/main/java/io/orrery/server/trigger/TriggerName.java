package io.orrery.server.trigger;

import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How a body names triggers.
public final class TriggerName {
  private TriggerName() {}

  /// `namespace/flow/trigger`, or with dots where neither flow nor trigger has one in its id.
  public static Optional<TriggerId> read(String text) {
    var slashes = text.split("/", -1);
    if (slashes.length == 3) {
      return named(slashes[0], slashes[1], slashes[2]);
    }
    int last = text.lastIndexOf('.');
    int before = text.lastIndexOf('.', last - 1);
    return slashes.length > 1 || before < 0
        ? Optional.empty()
        : named(
            text.substring(0, before), text.substring(before + 1, last), text.substring(last + 1));
  }

  private static Optional<TriggerId> named(String namespace, String flow, String trigger) {
    return namespace.isBlank() || flow.isBlank() || trigger.isBlank()
        ? Optional.empty()
        : Optional.of(new TriggerId(new FlowId(namespace, flow), trigger));
  }

  /// As the path of a route names it.
  static TriggerId of(Call call) {
    return new TriggerId(
        new FlowId(call.param("namespace"), call.param("flow")), call.param("trigger"));
  }

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
