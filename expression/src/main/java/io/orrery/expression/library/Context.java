package io.orrery.expression.library;

import io.orrery.expression.Services;
import io.orrery.expression.bound.Budget;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// What a call may ask of the rendering that it is part of.
public interface Context {

  Services services();

  Budget budget();

  /// The zone of moments that do not say theirs.
  ZoneId zone();

  Locale locale();

  RandomGenerator random();

  /// The variable of that name, or null.
  @Nullable Object variable(String name);

  /// All variables that were given, not those that the template set.
  Map<String, Object> variables();

  /// Renders a text as a template with the variables in scope here.
  ///
  /// @param again whether the output is rendered too, until it stays the same
  String render(String text, boolean again);

  /// A secret came in: what is made of it from now on is told to [Services#sensitive].
  void secret(String value);
}
