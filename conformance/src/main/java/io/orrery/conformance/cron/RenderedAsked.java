package io.orrery.conformance.cron;

import io.orrery.engine.condition.Asked;
import io.orrery.engine.condition.Watched;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.Services;
import io.orrery.expression.Templates;
import io.orrery.expression.pebble.PebbleTemplates;
import io.orrery.expression.pebble.Settings;
import io.orrery.model.state.State;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Conditions of an entry, asked about what the entry describes.
///
/// @param attempts of the entry's task runs, by the state that each ended in
record RenderedAsked(
    Optional<Watched> watched,
    Map<String, Object> variables,
    List<List<State>> attempts,
    Instant now)
    implements Asked {

  static Templates templates() {
    return new PebbleTemplates(Settings.of(ZoneOffset.UTC, Locale.US));
  }

  @Override
  public @Nullable Object evaluate(String text) {
    return templates().compile(text).evaluate(variables, Services.at(now));
  }

  @Override
  public boolean excluded(String calendar, LocalDate day) {
    throw new ExpressionException("no entry has calendars", 0);
  }

  @Override
  public boolean retried(List<State> in, List<State> notIn) {
    return attempts.stream()
        .filter(ends -> ends.size() > 1)
        .flatMap(List::stream)
        .anyMatch(state -> (in.isEmpty() || in.contains(state)) && !notIn.contains(state));
  }
}
