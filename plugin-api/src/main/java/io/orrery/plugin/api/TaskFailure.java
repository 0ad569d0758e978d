package io.orrery.plugin.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// A failure that the user understands from its message: no stack trace is shown.
public final class TaskFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Map<String, Object> outputs;

  public TaskFailure(String message) {
    this(message, Map.of());
  }

  /// @param outputs what it has to show all the same, as an exit code
  public TaskFailure(String message, Map<String, Object> outputs) {
    super(message);
    this.outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
  }

  public TaskFailure(String message, Throwable cause) {
    super(message, cause);
    this.outputs = Map.of();
  }

  public Map<String, Object> outputs() {
    return outputs;
  }
}
