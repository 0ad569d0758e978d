package io.orrery.server.list;

import io.orrery.server.http.Fault;
import io.orrery.server.http.Query;
import io.orrery.store.query.Page;
import io.orrery.store.query.PageRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/// Pages of lists: `page` from 1, `size` (10), `sort=field:asc` repeatable; answered as `{results,
/// total}`.
public final class Paging {
  private static final int SIZE_DEFAULT = 10;

  private Paging() {}

  /// @param sortable the fields that may be sorted by
  public static PageRequest of(Query query, Set<String> sortable) {
    int page = query.integer("page").orElse(1);
    int size = query.integer("size").orElse(SIZE_DEFAULT);
    if (page < 1) {
      throw Fault.invalid("page", "must be greater than or equal to 1");
    }
    if (size < 1 || size > PageRequest.SIZE_MAX) {
      throw Fault.invalid("size", "must be between 1 and " + PageRequest.SIZE_MAX);
    }
    var sort = new ArrayList<PageRequest.Sort>();
    for (var text : query.list("sort")) {
      sort.add(sort(text, sortable));
    }
    return new PageRequest(page, size, sort);
  }

  public static <T> Map<String, Object> json(Page<T> page, Function<T, Map<String, Object>> shape) {
    var json = new LinkedHashMap<String, Object>();
    json.put("results", page.results().stream().map(shape).toList());
    json.put("total", page.total());
    return json;
  }

  /// The page of a list that is in memory as a whole.
  public static <T> Page<T> cut(List<T> all, PageRequest page) {
    int from = (int) Math.min(page.offset(), all.size());
    int to = Math.min(from + page.size(), all.size());
    return new Page<>(all.subList(from, to), all.size());
  }

  private static PageRequest.Sort sort(String text, Set<String> sortable) {
    int colon = text.lastIndexOf(':');
    var field = colon < 0 ? text : text.substring(0, colon);
    var order = colon < 0 ? "asc" : text.substring(colon + 1);
    if (!sortable.contains(field)) {
      throw Fault.argument("cannot sort by '" + field + "', only by " + sortable);
    }
    return switch (order) {
      case "asc" -> new PageRequest.Sort(field, true);
      case "desc" -> new PageRequest.Sort(field, false);
      default -> throw Fault.argument("sort order '" + order + "' is neither asc nor desc");
    };
  }
}
