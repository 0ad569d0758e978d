package io.orrery.expression.library;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.value.JsonText;
import io.orrery.expression.value.PlainText;
import io.orrery.expression.value.Values;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Filters over lists and maps. They make new ones: what was given is never changed.
final class ListFilters {

  private ListFilters() {}

  static List<Filter> all() {
    return List.of(
        Filter.of("first", (input, _, _) -> first(input)),
        Filter.of("last", (input, _, _) -> last(input)),
        new Filter(
            "length",
            List.of(),
            Filter.Nulls.SEE,
            (input, _, _) -> input == null ? 0 : length(input)),
        Filter.of("join", List.of("separator"), ListFilters::join),
        Filter.of("slice", List.of("fromIndex", "toIndex"), ListFilters::slice),
        Filter.of("sort", (input, _, context) -> sorted(input, Ordering.NATURAL, context)),
        Filter.of(
            "rsort", (input, _, context) -> sorted(input, Ordering.NATURAL.reversed(), context)),
        Filter.of("reverse", (input, _, _) -> reversed(input)),
        new Filter("merge", List.of("items"), Filter.Nulls.SEE, ListFilters::merge),
        Filter.of("chunk", List.of("size"), ListFilters::chunk),
        Filter.of("keys", (input, _, _) -> keys(input)),
        Filter.of("values", (input, _, _) -> values(input)),
        Filter.of("flatten", (input, _, context) -> flatten(input, context)),
        Filter.of("distinct", (input, _, context) -> distinct(input, context)),
        new Filter(
            "default",
            List.of("default"),
            Filter.Nulls.SEE_UNDEFINED,
            (input, arguments, _) -> Checks.isEmpty(input) ? arguments.value("default") : input));
  }

  private static List<Object> list(Object input, String filter) {
    var list = Values.list(input);
    if (list == null) {
      throw new ExpressionException(
          "'" + filter + "' needs a list, not a " + Values.typeName(input), 0);
    }
    return list;
  }

  private static @Nullable Object first(Object input) {
    if (input instanceof String text) {
      return text.isEmpty() ? "" : text.substring(0, 1);
    }
    var list = list(input, "first");
    return list.isEmpty() ? null : list.getFirst();
  }

  private static @Nullable Object last(Object input) {
    if (input instanceof String text) {
      return text.isEmpty() ? "" : text.substring(text.length() - 1);
    }
    var list = list(input, "last");
    return list.isEmpty() ? null : list.getLast();
  }

  private static int length(Object input) {
    if (input instanceof CharSequence text) {
      return text.length();
    }
    if (input instanceof Map<?, ?> map) {
      return map.size();
    }
    var list = Values.list(input);
    return list == null ? 0 : list.size();
  }

  private static Object join(Object input, Arguments arguments, Context context) {
    var separator = arguments.text("separator", "");
    var out = new StringBuilder();
    boolean first = true;
    for (var item : list(input, "join")) {
      if (!first) {
        out.append(separator);
      }
      first = false;
      context.budget().step();
      out.append(PlainText.of(item, context.budget()));
      context.budget().chars(out.length());
    }
    return out.toString();
  }

  private static Object slice(Object input, Arguments arguments, Context context) {
    int length = length(input);
    long from = arguments.whole("fromIndex", 0);
    long to = arguments.whole("toIndex", length);
    if (from < 0 || to > length || from > to || (arguments.given("toIndex") && from == to)) {
      throw new ExpressionException("cannot slice from " + from + " to " + to + " of " + length, 0);
    }
    return input instanceof String text
        ? text.substring((int) from, (int) to)
        : new ArrayList<>(list(input, "slice").subList((int) from, (int) to));
  }

  private static Object sorted(Object input, Comparator<Object> order, Context context) {
    var copy = new ArrayList<>(list(input, "sort"));
    context.budget().work(32L * copy.size());
    copy.sort(order);
    return copy;
  }

  private static Object reversed(Object input) {
    var copy = new ArrayList<>(list(input, "reverse"));
    Collections.reverse(copy);
    return copy;
  }

  private static @Nullable Object merge(
      @Nullable Object input, Arguments arguments, Context context) {
    var items = arguments.value("items");
    if (input == null && items == null) {
      throw new ExpressionException("'merge' was given nothing to merge", 0);
    }
    if (input == null) {
      return items;
    }
    if (items == null) {
      return input;
    }
    var added =
        items instanceof Map<?, ?> map
            ? new ArrayList<Object>(map.entrySet())
            : list(items, "merge");
    if (input instanceof Map<?, ?> map) {
      var result = new LinkedHashMap<Object, @Nullable Object>(map);
      if (items instanceof Map<?, ?> more) {
        result.putAll(more);
      } else {
        added.forEach(item -> result.put(item, item));
      }
      context.budget().items(result.size());
      return result;
    }
    var result = new ArrayList<>(list(input, "merge"));
    context.budget().items((long) result.size() + added.size());
    result.addAll(added);
    return result;
  }

  private static Object chunk(Object input, Arguments arguments, Context context) {
    var list = list(input, "chunk");
    int size = Math.toIntExact(arguments.whole("size"));
    if (size < 1) {
      throw new ExpressionException("the size of a chunk must be at least 1", 0);
    }
    var chunks = new ArrayList<List<Object>>();
    for (int from = 0; from < list.size(); from += size) {
      context.budget().step();
      chunks.add(new ArrayList<>(list.subList(from, Math.min(list.size(), from + size))));
    }
    return chunks;
  }

  private static Object keys(Object input) {
    if (input instanceof Map<?, ?> map) {
      return new ArrayList<Object>(map.keySet());
    }
    int size = list(input, "keys").size();
    var indexes = new ArrayList<Integer>(size);
    for (int i = 0; i < size; i++) {
      indexes.add(i);
    }
    return indexes;
  }

  private static Object values(Object input) {
    if (input instanceof Map<?, ?> map) {
      return new ArrayList<Object>(map.values());
    }
    throw new ExpressionException("'values' needs a map, not a " + Values.typeName(input), 0);
  }

  private static Object distinct(Object input, Context context) {
    var seen = new HashSet<@Nullable Object>();
    var result = new ArrayList<Object>();
    for (var item : list(input, "distinct")) {
      if (seen.add(identity(item, context))) {
        result.add(item);
      }
    }
    return result;
  }

  /// A single value for an item; lists and maps by their JSON, since hashing them has no bound.
  private static @Nullable Object identity(@Nullable Object item, Context context) {
    return item instanceof Map<?, ?> || Values.isList(item)
        ? List.of(JsonText.of(item, context.budget(), context.zone()))
        : item;
  }

  private static Object flatten(Object input, Context context) {
    var flat = new ArrayList<Object>();
    for (var item : list(input, "flatten")) {
      var inner = Values.list(item);
      if (inner == null) {
        flat.add(item);
      } else {
        flat.addAll(inner);
      }
      context.budget().items(flat.size());
    }
    return flat;
  }
}
