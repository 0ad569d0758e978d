package io.orrery.server.fake;

import io.orrery.storage.InternalStorage;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;

/// Files by path.
public final class MemoryStorage implements InternalStorage {
  private final ConcurrentSkipListMap<String, byte[]> files = new ConcurrentSkipListMap<>();

  public List<String> paths() {
    return List.copyOf(files.keySet());
  }

  @Override
  public URI put(String path, InputStream content) throws IOException {
    files.put(path, content.readAllBytes());
    return URI.create("kestra://" + path.replace(" ", "%20"));
  }

  @Override
  public InputStream open(URI file) throws IOException {
    var content = files.get(file.getPath());
    if (content == null) {
      throw new FileNotFoundException(file.toString());
    }
    return new ByteArrayInputStream(content);
  }

  @Override
  public long size(URI file) {
    var content = files.get(file.getPath());
    return content == null ? -1 : content.length;
  }

  @Override
  public boolean delete(URI file) {
    return files.remove(file.getPath()) != null;
  }

  @Override
  public void deleteAll(String folder) {
    files.keySet().removeIf(path -> path.startsWith(folder + "/"));
  }

  @Override
  public List<URI> list(String folder) {
    return files.keySet().stream()
        .filter(path -> path.startsWith(folder + "/"))
        .map(path -> URI.create("kestra://" + path))
        .toList();
  }
}
