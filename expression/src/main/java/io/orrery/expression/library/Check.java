package io.orrery.expression.library;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A test: `input is name(arguments)`.
///
/// @param seesUndefined whether it also judges a variable that does not exist, as null
public record Check(String name, List<String> parameters, boolean seesUndefined, Body body) {

  public Check {
    parameters = List.copyOf(parameters);
  }

  /// What the test says of a value.
  public interface Body {
    boolean holds(@Nullable Object input, Arguments arguments, Context context);
  }
}
