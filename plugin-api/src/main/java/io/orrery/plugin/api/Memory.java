package io.orrery.plugin.api;

import java.util.Map;

/// What a trigger keeps: an offset, the date of the last row, what it has seen. It survives
/// restarts and edits of its flow, and is gone with the trigger. JSON-like, and small: it is
/// written with each result.
public interface Memory {

  /// As it was kept last; empty at first.
  Map<String, Object> values();

  /// In place of all that was kept. Committed with the result of the evaluation, or with the next
  /// emit; a failed evaluation leaves what was.
  void keep(Map<String, Object> values);
}
