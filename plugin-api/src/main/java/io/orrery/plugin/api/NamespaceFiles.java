package io.orrery.plugin.api;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The files of namespaces. A namespace other than the flow's own may be used when its definition
/// allows it; else each of these throws a [TaskFailure].
///
/// This is the one door to namespace files for tasks: [RunContext#namespaceFiles] gives it, scripts
/// and working directories call [#copyTo].
public interface NamespaceFiles {

  /// A file as it is now, or was.
  ///
  /// @param path begins with `/`
  /// @param revision from 1
  /// @param size in bytes
  /// @param deleted a revision that only says that the file is gone
  /// @param uri readable by [Storage#open]; always the newest revision
  record NamespaceFile(
      String namespace,
      String path,
      int revision,
      long size,
      boolean deleted,
      Instant savedAt,
      URI uri) {}

  /// All files of a namespace, ordered by path. None when nobody knows the namespace.
  List<NamespaceFile> list(String namespace);

  Optional<NamespaceFile> find(String namespace, String path);

  InputStream open(NamespaceFile file) throws IOException;

  /// Saves a new revision, and the folders above it.
  ///
  /// @throws TaskFailure when nobody knows the namespace, or a folder stands in the way
  NamespaceFile put(String namespace, String path, InputStream content) throws IOException;

  /// Deletes a file; its revisions stay.
  ///
  /// @return whether there was one
  boolean delete(String namespace, String path);

  /// Deletes the folders above `path` that have nothing in them any more.
  void deleteEmptyFolders(String namespace, String path);

  /// All revisions of all files of a namespace, of deleted ones too, ordered by path and revision.
  List<NamespaceFile> revisions(String namespace);

  /// Forgets revisions of one file for good. The newest one of a file that is there stays.
  void forget(String namespace, String path, List<Integer> revisions);

  /// Namespaces that have files and may be used by this flow, ordered.
  List<String> namespaces();

  /// Copies files into a folder: the property `namespaceFiles` of scripts and working directories,
  /// once rendered.
  ///
  /// @param wanted `enabled` (true), `include` and `exclude` (patterns, see [FilePatterns]),
  ///   `namespaces` (the flow's own), `ifExists` (for a file that is in the folder already, perhaps
  ///   from another namespace: `OVERWRITE`, `FAIL`, `WARN`, `IGNORE`) and `folderPerNamespace`
  ///   (false). Empty: nothing is copied
  /// @return what was copied
  List<NamespaceFile> copyTo(WorkingFolder folder, Map<String, Object> wanted) throws IOException;
}
