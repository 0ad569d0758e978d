package io.orrery.conformance.subject;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What an instance keeps beside executions: files, keys and values.
public interface DataSubject {

  /// The content at an address of internal storage; empty when there is none.
  default Optional<Content> storage(String address) {
    throw new Unsupported("reading internal storage");
  }

  default void putStorage(String path, Content content) {
    throw new Unsupported("files of internal storage given beforehand");
  }

  default Optional<KeyValue> keyValue(String namespace, String key) {
    throw new Unsupported("reading the key-value store");
  }

  default void putKeyValue(
      String namespace, String key, @Nullable Object value, Optional<Instant> expiresAt) {
    throw new Unsupported("keys and values given beforehand");
  }

  default Optional<Content> namespaceFile(String namespace, String path) {
    throw new Unsupported("reading namespace files");
  }

  /// The names in one folder.
  default List<String> namespaceFolder(String namespace, String path) {
    throw new Unsupported("listing namespace files");
  }

  default void putNamespaceFile(String namespace, String path, Content content) {
    throw new Unsupported("namespace files given beforehand");
  }

  /// Forgets what a task of a flow has cached.
  default void deleteCache(FlowName flow, String taskId) {
    throw new Unsupported("deleting a task's cache");
  }

  record KeyValue(@Nullable Object value, Optional<Instant> expiresAt) {}
}
