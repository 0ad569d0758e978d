package io.orrery.expression;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What functions may ask of the world around them. Whoever renders gives what is there.
///
/// Each method throws [ExpressionException] with a message for the user when it has no answer.
public interface Services {

  /// The time that `now()` tells.
  Instant now();

  /// The plain value of a secret; whoever answers registers it for masking.
  ///
  /// @param namespace absent: the flow's own
  String secret(String key, Optional<String> namespace);

  /// The value under a key, or null when there is none and `errorOnMissing` is false.
  @Nullable Object kv(String key, Optional<String> namespace, boolean errorOnMissing);

  /// The bytes of a namespace file (a path, or an `nsfile://` address), of a file of internal
  /// storage (a `kestra:///` address) or of this machine (`file:///`).
  ///
  /// @param revision of a namespace file; absent: the newest
  byte[] read(String pathOrUri, Optional<String> namespace, Optional<Integer> revision);

  /// The address of a namespace file.
  ///
  /// @param revision absent: whichever is the newest when it is read
  String fileUri(String path, Optional<String> namespace, Optional<Integer> revision);

  /// Its size in bytes, or -1 when it is not there.
  long fileSize(String pathOrUri, Optional<String> namespace);

  /// The ERROR lines of this execution so far, as maps with `taskId`, `message`, `timestamp` and
  /// `level`.
  List<Map<String, Object>> errorLogs();

  /// The task runs of this execution in a state, as maps with `taskId` and `value`.
  List<Map<String, Object>> tasksWithState(String state);

  /// Told of a value that a template derived from a secret, so that it is masked as well.
  void sensitive(String value);

  /// Whether any secret is known so far, by this rendering or by those before it that belong
  /// together.
  default boolean knowsSecrets() {
    return false;
  }

  /// Whether a text holds one of them.
  default boolean holdsSecret(String text) {
    return false;
  }

  /// Nothing but the given time.
  static Services at(Instant now) {
    return new NoServices(now);
  }
}
