package io.orrery.expression.library;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A filter: `input | name(arguments)`.
///
/// @param parameters names of the arguments, in the order in which they may be given without a name
/// @param nulls what happens to a null input
public record Filter(String name, List<String> parameters, Nulls nulls, Body body) {

  public Filter {
    parameters = List.copyOf(parameters);
  }

  /// What a filter makes of null.
  public enum Nulls {
    /// Null again; the body never sees it.
    PASS,
    /// The body decides.
    SEE,
    /// The body decides, and also about a variable that does not exist.
    SEE_UNDEFINED
  }

  /// What the filter does. Any `RuntimeException` becomes an error of the template.
  public interface Body {
    @Nullable Object apply(@Nullable Object input, Arguments arguments, Context context);
  }

  /// What a filter does whose input is never null.
  public interface Mapping {
    @Nullable Object apply(Object input, Arguments arguments, Context context);
  }

  /// A filter that maps null to null.
  static Filter of(String name, List<String> parameters, Mapping mapping) {
    return new Filter(
        name,
        parameters,
        Nulls.PASS,
        (input, arguments, context) ->
            input == null ? null : mapping.apply(input, arguments, context));
  }

  static Filter of(String name, Mapping mapping) {
    return of(name, List.of(), mapping);
  }
}
