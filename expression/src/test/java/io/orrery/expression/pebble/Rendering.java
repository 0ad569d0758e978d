package io.orrery.expression.pebble;

import io.orrery.expression.Services;
import io.orrery.expression.bound.Bounds;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Renders for tests: in UTC, in English, at one fixed moment.
final class Rendering {

  static final Instant NOW = Instant.parse("2026-03-29T10:15:30.123456Z");
  static final Services SERVICES = Services.at(NOW);
  static final Settings SETTINGS = Settings.of(ZoneOffset.UTC, Locale.US);
  static final PebbleTemplates TEMPLATES = new PebbleTemplates(SETTINGS);

  /// Small, so that a hostile template is stopped soon.
  static final Bounds SMALL =
      new Bounds(10_000, 1_000, 20_000, Duration.ofSeconds(5), Duration.ofSeconds(2), 10, 50, 20);

  private Rendering() {}

  static String render(String template) {
    return render(template, Map.of());
  }

  static String render(String template, Map<String, Object> variables) {
    return TEMPLATES.compile(template).render(variables, SERVICES);
  }

  static @Nullable Object evaluate(String template, Map<String, Object> variables) {
    return TEMPLATES.compile(template).evaluate(variables, SERVICES);
  }

  static String renderBounded(String template, Map<String, Object> variables) {
    return new PebbleTemplates(SETTINGS.within(SMALL))
        .compile(template)
        .render(variables, SERVICES);
  }
}
