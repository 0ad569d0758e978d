package io.orrery.storage;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;

/// Files by address. An address is `kestra:///` and a path; a path never leaves the storage (`..`
/// is refused).
///
/// Layout, as Kestra's: `/{namespace as path}/{flow}/executions/{id}/tasks/{task}/{task
/// run}/{file}`, `…/executions/{id}/inputs/{input}/{file}`, `/{namespace as path}/_files/…`.
public interface InternalStorage {

  /// Writes the whole of `content`, in one step: a reader sees the old file, the new one or none,
  /// never a part.
  ///
  /// @param path begins with `/`
  /// @return its address
  URI put(String path, InputStream content) throws IOException;

  /// @throws java.io.FileNotFoundException when there is no such file
  InputStream open(URI file) throws IOException;

  /// Size in bytes, or -1 when there is no such file.
  long size(URI file) throws IOException;

  /// @return whether there was one
  boolean delete(URI file) throws IOException;

  /// Deletes everything below the folder.
  void deleteAll(String folder) throws IOException;

  /// Addresses of the files below the folder, ordered.
  List<URI> list(String folder) throws IOException;
}
