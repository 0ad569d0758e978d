package io.orrery.server.list;

import io.orrery.server.http.Query;
import io.orrery.server.list.Condition.Op;
import java.util.Optional;

/// Which things of namespaces a list is about.
///
/// @param text part of the name
/// @param namespace this one and those below it
public record NamedFilters(Optional<String> text, Optional<String> namespace) {

  public static NamedFilters of(Query query) {
    Optional<String> text = Optional.empty();
    Optional<String> namespace = Optional.empty();
    for (var condition : Condition.of(query)) {
      switch (condition.field()) {
        case "q", "key" -> text = Optional.of(condition.only(Op.EQUALS, Op.CONTAINS).value());
        case "namespace" -> namespace = Optional.of(condition.only(Op.EQUALS, Op.PREFIX).value());
        default -> throw condition.unsupported();
      }
    }
    return new NamedFilters(text, namespace);
  }
}
