package io.orrery.plugin.jdbc;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a statement answered.
///
/// @param digest of the rows; empty when there were none, or they were left
record Answer(QueryOutput output, boolean rows, Optional<String> digest) {

  /// Of a statement without rows.
  static Answer changed(long count) {
    return new Answer(new QueryOutput(null, null, null, 0, count), false, Optional.empty());
  }

  static Answer left() {
    return new Answer(new QueryOutput(null, null, null, 0, 0), true, Optional.empty());
  }

  static Answer counted(long size, String digest) {
    return found(new QueryOutput(null, null, null, size, 0), digest);
  }

  static Answer first(@Nullable Map<String, Object> row, String digest) {
    return found(new QueryOutput(row, null, null, row == null ? 0 : 1, 0), digest);
  }

  static Answer all(List<Map<String, Object>> rows, String digest) {
    return found(new QueryOutput(null, rows, null, rows.size(), 0), digest);
  }

  static Answer stored(URI file, long size, String digest) {
    return found(new QueryOutput(null, null, file, size, 0), digest);
  }

  private static Answer found(QueryOutput output, String digest) {
    return new Answer(output, true, output.size() == 0 ? Optional.empty() : Optional.of(digest));
  }
}
