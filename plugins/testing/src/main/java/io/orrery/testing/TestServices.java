package io.orrery.testing;

import io.orrery.expression.Services;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What templates of a test may ask: the time and secrets.
record TestServices(Map<String, String> secrets, Consumer<String> onSecret)
    implements Services, InstantSource {

  @Override
  public Instant instant() {
    return InstantSource.system().instant();
  }

  @Override
  public Instant now() {
    return instant();
  }

  private Services none() {
    return Services.at(instant());
  }

  @Override
  public String secret(String key, Optional<String> namespace) {
    var value = secrets.get(key);
    if (value == null) {
      return none().secret(key, namespace);
    }
    onSecret.accept(value);
    return value;
  }

  @Override
  public @Nullable Object kv(String key, Optional<String> namespace, boolean errorOnMissing) {
    return none().kv(key, namespace, errorOnMissing);
  }

  @Override
  public byte[] read(String pathOrUri, Optional<String> namespace, Optional<Integer> revision) {
    return none().read(pathOrUri, namespace, revision);
  }

  @Override
  public String fileUri(String path, Optional<String> namespace, Optional<Integer> revision) {
    return none().fileUri(path, namespace, revision);
  }

  @Override
  public long fileSize(String pathOrUri, Optional<String> namespace) {
    return none().fileSize(pathOrUri, namespace);
  }

  @Override
  public List<Map<String, Object>> errorLogs() {
    return none().errorLogs();
  }

  @Override
  public List<Map<String, Object>> tasksWithState(String state) {
    return none().tasksWithState(state);
  }

  @Override
  public void sensitive(String value) {
    onSecret.accept(value);
  }
}
