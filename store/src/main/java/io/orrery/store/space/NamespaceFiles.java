package io.orrery.store.space;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Which files a namespace has, and had: every change of a file is a revision, a deletion too. Each
/// call is a transaction of its own.
///
/// Paths begin with `/`, have no empty part and do not end with `/`; the top folder is `/` and is
/// never an entry.
public interface NamespaceFiles {

  enum Kind {
    FILE,
    FOLDER
  }

  /// @param revision from 1; goes on when a deleted file comes back
  /// @param size in bytes; 0 for a folder
  /// @param content path in internal storage; empty for folders and deletions
  /// @param createdAt when it came to be, or came back
  /// @param savedAt when this revision was saved
  record Entry(
      String namespace,
      String path,
      int revision,
      Kind kind,
      boolean deleted,
      long size,
      Optional<String> content,
      Instant createdAt,
      Instant savedAt) {}

  /// What is there already stands in the way, as a file where a folder is.
  final class Clash extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public Clash(String message) {
      super(message);
    }
  }

  /// What is at the path now; a deleted file is not there.
  Optional<Entry> find(String namespace, String path);

  /// A revision, a deletion included.
  Optional<Entry> revision(String namespace, String path, int revision);

  /// All revisions of a path, oldest first, deletions included.
  List<Entry> revisions(String namespace, String path);

  /// All revisions of all paths of a namespace, ordered by path and revision, deletions included.
  List<Entry> allRevisions(String namespace);

  /// What is directly in a folder, ordered by path.
  List<Entry> in(String namespace, String folder);

  /// All files and folders below a folder, ordered by path.
  List<Entry> below(String namespace, String folder);

  /// Namespaces that have a file, ordered.
  List<String> namespaces();

  /// Saves a new revision of a file and makes the folders above it.
  ///
  /// @param content where it lies in internal storage already
  /// @throws Clash when a folder is at the path, or a file at one above it
  Entry put(String namespace, String path, String content, long size, Instant now);

  /// Makes a folder and those above it; one that is there stays.
  ///
  /// @throws Clash when a file is at the path, or at one above it
  void makeFolder(String namespace, String path, Instant now);

  /// Deletes a file, or a folder with all below it. Revisions stay.
  ///
  /// @return what was deleted; empty when there was nothing
  List<Entry> delete(String namespace, String path, Instant now);

  /// Moves a file, or a folder with all below it; where they come to they are new revisions with
  /// the same content.
  ///
  /// @return whether there was something to move
  /// @throws Clash when something stands at `to` already that is not a file, or above it
  boolean move(String namespace, String from, String to, Instant now);

  /// Forgets revisions for good. The newest one of a file that is there stays, whatever is asked.
  ///
  /// @return contents that no revision names any more
  List<String> purge(String namespace, String path, List<Integer> revisions);
}
