package io.orrery.store.query;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/// What a name must be like.
///
/// @param values any of which it may be like; of [Kind#NONE_OF], none
public record TextMatch(Field field, Kind kind, List<String> values) {

  public enum Field {
    ID,
    NAMESPACE,
    FLOW_ID
  }

  /// The parts of texts ignore case.
  public enum Kind {
    ANY_OF,
    NONE_OF,
    /// The namespace itself or one below it.
    WITHIN,
    STARTS_WITH,
    ENDS_WITH,
    CONTAINS
  }

  public TextMatch {
    values = List.copyOf(values);
  }

  public boolean fits(String text) {
    return switch (kind) {
      case ANY_OF -> values.contains(text);
      case NONE_OF -> !values.contains(text);
      case WITHIN -> any(value -> text.equals(value) || text.startsWith(value + "."));
      case STARTS_WITH -> any(value -> lower(text).startsWith(lower(value)));
      case ENDS_WITH -> any(value -> lower(text).endsWith(lower(value)));
      case CONTAINS -> any(value -> lower(text).contains(lower(value)));
    };
  }

  private boolean any(Predicate<String> like) {
    return values.stream().anyMatch(like);
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
