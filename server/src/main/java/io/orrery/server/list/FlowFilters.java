package io.orrery.server.list;

import io.orrery.model.id.FlowId;
import io.orrery.server.http.Query;
import io.orrery.server.list.Condition.Op;
import io.orrery.store.query.TextMatch;
import io.orrery.store.query.TextMatch.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Which flows a list is about.
///
/// @param text part of the namespace or id
/// @param namespace this one and those below it
/// @param matches of names, beside these
public record FlowFilters(
    Optional<String> text,
    Optional<String> namespace,
    Optional<String> flowId,
    Map<String, String> labels,
    List<TextMatch> matches) {

  private static final TextMatch ANYWHERE =
      new TextMatch(Field.NAMESPACE, TextMatch.Kind.NONE_OF, List.of());

  public static FlowFilters of(Query query) {
    Optional<String> text = Optional.empty();
    Optional<String> namespace = Optional.empty();
    Optional<String> flowId = Optional.empty();
    var labels = new LinkedHashMap<String, String>();
    var matches = new ArrayList<TextMatch>();
    for (var condition : Condition.of(query)) {
      switch (condition.field()) {
        case "q" -> text = Optional.of(condition.only(Op.EQUALS, Op.CONTAINS).value());
        case "namespace" -> {
          if (condition.op() == Op.PREFIX && namespace.isEmpty()) {
            namespace = Optional.of(condition.value());
          } else {
            matches.add(condition.match(Field.NAMESPACE));
          }
        }
        case "flowId", "id" -> {
          if (condition.op() == Op.EQUALS && flowId.isEmpty()) {
            flowId = Optional.of(condition.value());
          } else {
            matches.add(condition.match(Field.FLOW_ID));
          }
        }
        case "labels" -> labels.put(condition.only(Op.EQUALS).key(), condition.value());
        case "scope" -> matches.add(condition.scope());
        default -> throw condition.unsupported();
      }
    }
    return new FlowFilters(text, namespace, flowId, labels, matches);
  }

  public boolean fits(FlowId id) {
    return fitsNamespace(id)
        && text.map(wanted -> lower(id.toString()).contains(lower(wanted))).orElse(true)
        && flowId.map(wanted -> wanted.equals(id.id())).orElse(true)
        && matches.stream().allMatch(match -> fits(id, match));
  }

  /// Whether everything that is asked can be asked of a store.
  public boolean plain() {
    return matches.stream().allMatch(match -> match.equals(ANYWHERE));
  }

  private static boolean fits(FlowId id, TextMatch match) {
    return switch (match.field()) {
      case NAMESPACE -> match.fits(id.namespace());
      case ID, FLOW_ID -> match.fits(id.id());
    };
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
