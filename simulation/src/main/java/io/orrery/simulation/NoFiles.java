package io.orrery.simulation;

import io.orrery.storage.InternalStorage;
import java.io.FileNotFoundException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;

/// An internal storage that forgets at once: nobody here reads a file.
final class NoFiles implements InternalStorage {

  @Override
  public URI put(String path, InputStream content) {
    return URI.create("kestra://" + path);
  }

  @Override
  public InputStream open(URI file) throws FileNotFoundException {
    throw new FileNotFoundException(file + " was forgotten");
  }

  @Override
  public long size(URI file) {
    return -1;
  }

  @Override
  public boolean delete(URI file) {
    return false;
  }

  @Override
  public void deleteAll(String folder) {}

  @Override
  public List<URI> list(String folder) {
    return List.of();
  }
}
