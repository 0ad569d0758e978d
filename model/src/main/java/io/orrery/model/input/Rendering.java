package io.orrery.model.input;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Renders templates in input declarations.
@FunctionalInterface
public interface Rendering {

  /// The typed result of a template.
  ///
  /// @param inputs what the template may see as `inputs`: the inputs it depends on, nested
  /// @throws RuntimeException with a message for the author when it cannot be rendered
  @Nullable Object evaluate(String template, Map<String, Object> inputs);
}
