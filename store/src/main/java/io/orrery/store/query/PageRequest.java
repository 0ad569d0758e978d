package io.orrery.store.query;

import java.util.List;

/// Which page of a list, and its order.
///
/// @param page counts from 1
/// @param size 1 to [#SIZE_MAX]
/// @param sort fields by their API names; an unknown one is an [IllegalArgumentException] of the
///   query
public record PageRequest(int page, int size, List<Sort> sort) {

  public static final int SIZE_MAX = 1000;

  public PageRequest {
    if (page < 1) {
      throw new IllegalArgumentException("page must be 1 or more, not " + page);
    }
    if (size < 1 || size > SIZE_MAX) {
      throw new IllegalArgumentException("size must be 1 to " + SIZE_MAX + ", not " + size);
    }
    sort = List.copyOf(sort);
  }

  public record Sort(String field, boolean ascending) {}

  public long offset() {
    return (page - 1L) * size;
  }
}
