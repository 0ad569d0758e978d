package io.orrery.expression.library;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// All filters, functions and tests by name. Never changes once made.
public final class Library {

  private final Map<String, Filter> filters;
  private final Map<String, Function> functions;
  private final Map<String, Check> checks;

  /// @param rendering whether `render` and `renderOnce` are there; not where every variable is
  ///   rendered anyway
  public Library(boolean rendering) {
    filters =
        byName(
            Stream.of(
                    TextFilters.all(),
                    Replacing.all(),
                    ListFilters.all(),
                    NumberFilters.all(),
                    DateFilters.all(),
                    CodingFilters.all(),
                    Jq.all())
                .flatMap(Collection::stream),
            Filter::name);
    functions =
        byName(
            Stream.of(
                    ServiceFunctions.all(),
                    ContextFunctions.all(),
                    rendering ? ContextFunctions.rendering() : List.<Function>of(),
                    ParsingFunctions.all(),
                    ChanceFunctions.all(),
                    NumberFunctions.all(),
                    CalendarFunctions.all(),
                    DateFilters.functions(),
                    Encryption.all())
                .flatMap(Collection::stream),
            Function::name);
    checks = byName(Checks.all().stream(), Check::name);
  }

  public @Nullable Filter filter(String name) {
    return filters.get(name);
  }

  public @Nullable Function function(String name) {
    return functions.get(name);
  }

  /// All of them, in no order.
  public Collection<Function> functions() {
    return functions.values();
  }

  /// In order.
  public List<String> filterNames() {
    return filters.keySet().stream().sorted().toList();
  }

  public @Nullable Check check(String name) {
    return checks.get(name);
  }

  private static <T> Map<String, T> byName(
      Stream<T> all, java.util.function.Function<T, String> name) {
    var map = new HashMap<String, T>();
    all.forEach(
        one -> {
          if (map.put(name.apply(one), one) != null) {
            throw new IllegalStateException("two are called " + name.apply(one));
          }
        });
    return Map.copyOf(map);
  }
}
