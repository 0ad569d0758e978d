package io.orrery.rpc;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What belongs to namespaces, as a controller offers it to its workers. These calls block.
///
/// Contents of files do not pass through here: a worker writes them to internal storage first and
/// then tells where they lie.
public interface NamespacePort {

  /// Whether a flow of one namespace may use what belongs to another.
  enum Access {
    ALLOWED,
    /// Nobody has used or defined the other namespace yet.
    UNKNOWN,
    /// Its definition allows only others.
    REFUSED
  }

  /// A revision of a file.
  ///
  /// @param path begins with `/`
  /// @param revision from 1
  /// @param content path in internal storage; empty for a deletion
  record File(
      String namespace,
      String path,
      int revision,
      long size,
      Optional<String> content,
      Instant savedAt) {}

  Access access(String from, String to);

  /// The plain value of a secret of the namespace or, failing that, of its nearest parent that has
  /// one; empty when none has.
  Optional<String> secret(String namespace, String key);

  /// @param revision empty: the newest, unless that is a deletion
  Optional<File> file(String namespace, String path, Optional<Integer> revision);

  /// The files that are there now, ordered by path.
  List<File> files(String namespace);

  /// All revisions of all files, of deleted ones too, ordered by path and revision.
  List<File> revisions(String namespace);

  /// Saves a new revision.
  ///
  /// @param content where it lies in internal storage
  /// @throws IllegalArgumentException with a message for the user when something stands in the way
  File saveFile(String namespace, String path, String content, long size);

  /// Deletes a file, or a folder with all below it; the revisions stay.
  ///
  /// @return paths of the files deleted
  List<String> deleteFiles(String namespace, String path);

  /// Forgets a revision for good. The newest one of a file that is there stays.
  void forgetRevisions(String namespace, String path, List<Integer> revisions);

  /// The folders without anything in them on the way from `path` up are deleted.
  void deleteEmptyFolders(String namespace, String path);

  /// Namespaces that have files, ordered.
  List<String> namespacesWithFiles();
}
