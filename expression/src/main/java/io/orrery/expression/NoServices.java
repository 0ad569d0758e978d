package io.orrery.expression;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The services of a place that has none: only the time.
record NoServices(Instant now) implements Services {

  @Override
  public String secret(String key, Optional<String> namespace) {
    throw missing("secret");
  }

  @Override
  public Object kv(String key, Optional<String> namespace, boolean errorOnMissing) {
    throw missing("kv");
  }

  @Override
  public byte[] read(String pathOrUri, Optional<String> namespace, Optional<Integer> revision) {
    throw missing("read");
  }

  @Override
  public String fileUri(String path, Optional<String> namespace, Optional<Integer> revision) {
    throw missing("fileURI");
  }

  @Override
  public long fileSize(String pathOrUri, Optional<String> namespace) {
    throw missing("fileSize");
  }

  @Override
  public List<Map<String, Object>> errorLogs() {
    throw missing("errorLogs");
  }

  @Override
  public List<Map<String, Object>> tasksWithState(String state) {
    throw missing("tasksWithState");
  }

  @Override
  public void sensitive(String value) {}

  private static ExpressionException missing(String function) {
    return new ExpressionException(function + "() cannot be used here", 0);
  }
}
