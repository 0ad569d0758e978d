package io.orrery.expression.library;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A function: `name(arguments)`.
///
/// @param parameters names of the arguments in order; null when it takes any number without names
public record Function(String name, @Nullable List<String> parameters, Body body) {

  public Function {
    parameters = parameters == null ? null : List.copyOf(parameters);
  }

  /// What the function does. Any `RuntimeException` becomes an error of the template.
  public interface Body {
    @Nullable Object apply(Arguments arguments, Context context);
  }

  static Function of(String name, List<String> parameters, Body body) {
    return new Function(name, parameters, body);
  }

  static Function of(String name, Body body) {
    return new Function(name, List.of(), body);
  }

  /// The same function under another name.
  Function as(String otherName) {
    return new Function(otherName, parameters, body);
  }
}
