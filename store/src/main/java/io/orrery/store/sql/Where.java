package io.orrery.store.sql;

import io.orrery.store.query.PageRequest.Sort;
import io.orrery.store.query.TextMatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Conditions that must all hold, with their parameters in order; and the order of a list. Texts of
/// a caller become parameters only, never SQL.
final class Where {

  private final List<String> conditions = new ArrayList<>();
  private final List<@Nullable Object> parameters = new ArrayList<>();

  Where and(String condition, @Nullable Object... values) {
    conditions.add(condition);
    parameters.addAll(Arrays.asList(values));
    return this;
  }

  /// `namespace` itself and those below it: what begins with `namespace.`, as a range of the key.
  Where andNamespace(String column, String namespace) {
    return and(
        "(%1$s = ? or (%1$s >= ? and %1$s < ?))".formatted(column),
        namespace,
        namespace + ".",
        namespace + "/"); // the character after the dot
  }

  /// `text` is part of one of the columns, case ignored.
  Where andContains(String text, String... columns) {
    var pattern = "%" + escaped(text.toLowerCase(Locale.ROOT)) + "%";
    var either = new ArrayList<String>();
    for (var column : columns) {
      either.add("lower(" + column + ") like ? escape '!'");
      parameters.add(pattern);
    }
    conditions.add("(" + String.join(" or ", either) + ")");
    return this;
  }

  Where andLike(String column, TextMatch match) {
    var values = match.values();
    if (values.isEmpty()) {
      return and(match.kind() == TextMatch.Kind.NONE_OF ? "1 = 1" : "1 = 0");
    }
    return switch (match.kind()) {
      case ANY_OF -> and(column + " in (" + marks(values) + ")", values.toArray());
      case NONE_OF -> and(column + " not in (" + marks(values) + ")", values.toArray());
      case WITHIN -> andAnyLike(column, values, Where::escaped, value -> escaped(value) + ".%");
      case STARTS_WITH -> andAnyLike(column, values, value -> escaped(value) + "%");
      case ENDS_WITH -> andAnyLike(column, values, value -> "%" + escaped(value));
      case CONTAINS -> andAnyLike(column, values, value -> "%" + escaped(value) + "%");
    };
  }

  private static String marks(List<String> values) {
    return String.join(", ", Collections.nCopies(values.size(), "?"));
  }

  @SafeVarargs
  private Where andAnyLike(String column, List<String> values, UnaryOperator<String>... patterns) {
    var either = new ArrayList<String>();
    for (var value : values) {
      for (var pattern : patterns) {
        either.add("lower(" + column + ") like ? escape '!'");
        parameters.add(pattern.apply(value.toLowerCase(Locale.ROOT)));
      }
    }
    conditions.add("(" + String.join(" or ", either) + ")");
    return this;
  }

  private static String escaped(String text) {
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_");
  }

  /// ` where …`, or nothing when there is no condition.
  String sql() {
    return conditions.isEmpty() ? "" : " where " + String.join(" and ", conditions);
  }

  @Nullable Object[] parameters(@Nullable Object... more) {
    var all = new ArrayList<>(parameters);
    all.addAll(Arrays.asList(more));
    return all.toArray();
  }

  /// ` order by …`: the asked fields, or `otherwise` when none is; then `last`, so that the order
  /// is total.
  ///
  /// @param fields API name → expression
  /// @throws IllegalArgumentException for a field that is not among them
  static String orderBy(
      List<Sort> sorts, Map<String, String> fields, String otherwise, String... last) {
    if (sorts.isEmpty()) {
      return " order by " + otherwise;
    }
    var terms = new ArrayList<String>();
    var direction = "";
    for (var sort : sorts) {
      var expression = fields.get(sort.field());
      if (expression == null) {
        throw new IllegalArgumentException(
            "cannot sort by '%s'; the fields are %s"
                .formatted(sort.field(), String.join(", ", fields.keySet())));
      }
      direction = sort.ascending() ? " asc" : " desc";
      terms.add(expression + direction + " nulls last");
    }
    for (var expression : last) {
      terms.add(expression + direction);
    }
    return " order by " + String.join(", ", terms);
  }
}
