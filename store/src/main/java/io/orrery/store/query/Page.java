package io.orrery.store.query;

import java.util.List;

/// One page of a list.
///
/// @param total how many there are in all
public record Page<T>(List<T> results, long total) {
  public Page {
    results = List.copyOf(results);
  }
}
