package io.orrery.server.list;

import io.orrery.model.id.FlowId;
import io.orrery.server.http.Query;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Which flows a list is about.
///
/// @param text part of the namespace or id
/// @param namespace this one and those below it
public record FlowFilters(
    Optional<String> text,
    Optional<String> namespace,
    Optional<String> flowId,
    Map<String, String> labels) {

  public static FlowFilters of(Query query) {
    Optional<String> text = Optional.empty();
    Optional<String> namespace = Optional.empty();
    Optional<String> flowId = Optional.empty();
    var labels = new LinkedHashMap<String, String>();
    for (var condition : Condition.of(query)) {
      switch (condition.field()) {
        case "q" -> text = Optional.of(condition.value());
        case "namespace" -> namespace = Optional.of(condition.value());
        case "flowId", "id" -> flowId = Optional.of(condition.value());
        case "labels" -> labels.put(condition.key(), condition.value());
        case "scope" -> {
          // Every flow here is a user's.
        }
        default -> throw condition.unsupported();
      }
    }
    return new FlowFilters(text, namespace, flowId, labels);
  }

  public boolean fits(FlowId id) {
    return fitsNamespace(id)
        && text.map(wanted -> lower(id.toString()).contains(lower(wanted))).orElse(true)
        && flowId.map(wanted -> wanted.equals(id.id())).orElse(true);
  }

  public boolean fitsNamespace(FlowId id) {
    return namespace
        .map(wanted -> id.namespace().equals(wanted) || id.namespace().startsWith(wanted + "."))
        .orElse(true);
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
