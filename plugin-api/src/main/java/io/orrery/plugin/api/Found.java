package io.orrery.plugin.api;

import java.util.Optional;

/// Something new that a trigger found: it becomes one execution.
///
/// @param output what the execution sees as `trigger`
/// @param key names it among all that the trigger ever finds, as `partition-offset` or a file's
///   path with the time of its change: found again, it names the same execution, and none is
///   started. Empty when the source has no such name
public record Found<O>(O output, Optional<String> key) {

  public static <O> Found<O> of(O output) {
    return new Found<>(output, Optional.empty());
  }

  public static <O> Found<O> of(String key, O output) {
    return new Found<>(output, Optional.of(key));
  }
}
