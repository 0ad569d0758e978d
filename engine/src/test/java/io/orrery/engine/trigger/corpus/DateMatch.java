package io.orrery.engine.trigger.corpus;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.OffsetDateTime;
import java.util.Optional;

/// The matchers that dates of the corpus are written with.
final class DateMatch {

  private DateMatch() {}

  /// Whether a date, as text with an offset, is what the matcher wants.
  ///
  /// @param date empty when there is none
  static boolean matches(JsonNode matcher, Optional<String> date) {
    if (matcher.has("$absent")) return date.isEmpty();
    if (date.isEmpty()) return false;
    boolean all = true;
    for (var part : matcher.properties()) {
      var wanted = part.getValue();
      all &=
          switch (part.getKey()) {
            case "$sameInstant" ->
                OffsetDateTime.parse(wanted.asText()).isEqual(OffsetDateTime.parse(date.get()));
            case "$startsWith" -> date.get().startsWith(wanted.asText());
            case "$endsWith" -> date.get().endsWith(wanted.asText());
            case "$all" -> wanted.valueStream().allMatch(each -> matches(each, date));
            default -> throw new IllegalArgumentException("matcher " + part.getKey());
          };
    }
    return all;
  }
}
