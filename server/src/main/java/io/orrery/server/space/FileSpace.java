package io.orrery.server.space;

import io.orrery.server.http.Fault;
import io.orrery.server.json.JsonMap;
import io.orrery.storage.InternalStorage;
import io.orrery.storage.NamespacePath;
import io.orrery.storage.StoragePaths;
import io.orrery.store.space.NamespaceFiles;
import io.orrery.store.space.NamespaceFiles.Entry;
import io.orrery.store.space.NamespaceFiles.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;

/// Files of namespaces: rows and contents together.
public record FileSpace(NamespaceFiles files, InternalStorage storage, InstantSource clock) {

  /// Saves a revision: first the content, under a name of its own, then the row that makes it so.
  Entry save(String namespace, NamespacePath path, InputStream content) throws IOException {
    if (path.isTop()) {
      throw Fault.argument("a file needs a name");
    }
    var lies =
        StoragePaths.namespaceFileContent(namespace, UUID.randomUUID().toString(), path.name());
    var address = storage.put(lies, content);
    try {
      return files.put(namespace, path.text(), lies, storage.size(address), clock.instant());
    } catch (NamespaceFiles.Clash e) {
      boolean _ = storage.delete(address);
      throw Fault.conflict(String.valueOf(e.getMessage()));
    }
  }

  InputStream open(Entry entry) throws IOException {
    return storage.open(StoragePaths.address(entry.content().orElseThrow()));
  }

  static Map<String, Object> attributes(Entry entry) {
    return new JsonMap()
        .with("type", entry.kind() == Kind.FOLDER ? "Directory" : "File")
        .with("fileName", NamespacePath.of(entry.path()).name())
        .with("lastModifiedTime", entry.savedAt().toEpochMilli())
        .with("creationTime", entry.createdAt().toEpochMilli())
        .with("size", entry.size())
        .map();
  }
}
