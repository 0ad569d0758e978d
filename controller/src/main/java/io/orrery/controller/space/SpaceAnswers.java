package io.orrery.controller.space;

import io.orrery.controller.evaluation.Sealing;
import io.orrery.model.id.Lineage;
import io.orrery.rpc.NamespacePort;
import io.orrery.storage.InternalStorage;
import io.orrery.storage.StoragePaths;
import io.orrery.store.space.NamespaceFiles;
import io.orrery.store.space.NamespaceFiles.Entry;
import io.orrery.store.space.NamespaceFiles.Kind;
import io.orrery.store.space.Secrets;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The answers to workers about namespaces, from memory and committed rows.
public final class SpaceAnswers implements NamespacePort {

  private static final Logger log = LoggerFactory.getLogger(SpaceAnswers.class);

  private final Parts parts;

  /// What the answers come from.
  public record Parts(
      Spaces spaces,
      NamespaceFiles files,
      Secrets secrets,
      Sealing sealing,
      InternalStorage storage,
      InstantSource clock) {}

  public SpaceAnswers(Parts parts) {
    this.parts = parts;
  }

  @Override
  public Access access(String from, String to) {
    return parts.spaces().access(from, to);
  }

  @Override
  public Optional<String> secret(String namespace, String key) {
    for (var one : Lineage.of(namespace)) {
      var entry = parts.secrets().find(one, key);
      if (entry.isPresent()) {
        return Optional.of(parts.sealing().open(entry.get().sealed()));
      }
    }
    return Optional.empty();
  }

  @Override
  public Optional<File> file(String namespace, String path, Optional<Integer> revision) {
    return revision
        .map(number -> parts.files().revision(namespace, path, number))
        .orElseGet(() -> parts.files().find(namespace, path))
        .filter(entry -> entry.kind() == Kind.FILE)
        .map(SpaceAnswers::file);
  }

  @Override
  public List<File> files(String namespace) {
    return parts.files().below(namespace, "/").stream()
        .filter(entry -> entry.kind() == Kind.FILE)
        .map(SpaceAnswers::file)
        .toList();
  }

  @Override
  public List<File> revisions(String namespace) {
    return parts.files().allRevisions(namespace).stream()
        .filter(entry -> entry.kind() == Kind.FILE)
        .map(SpaceAnswers::file)
        .toList();
  }

  @Override
  public File saveFile(String namespace, String path, String content, long size) {
    return file(parts.files().put(namespace, path, content, size, parts.clock().instant()));
  }

  @Override
  public List<String> deleteFiles(String namespace, String path) {
    return parts.files().delete(namespace, path, parts.clock().instant()).stream()
        .filter(entry -> entry.kind() == Kind.FILE)
        .map(Entry::path)
        .toList();
  }

  @Override
  public void deleteEmptyFolders(String namespace, String path) {
    for (var folder = parent(path); !folder.equals("/"); folder = parent(folder)) {
      if (!parts.files().in(namespace, folder).isEmpty()) {
        return;
      }
      parts.files().delete(namespace, folder, parts.clock().instant());
    }
  }

  private static String parent(String path) {
    int slash = path.lastIndexOf('/');
    return slash <= 0 ? "/" : path.substring(0, slash);
  }

  /// Rows go first: content without a row is only waste, a row without content is a broken file.
  @Override
  public void forgetRevisions(String namespace, String path, List<Integer> revisions) {
    for (var content : new ArrayList<>(parts.files().purge(namespace, path, revisions))) {
      try {
        boolean _ = parts.storage().delete(StoragePaths.address(content));
      } catch (IOException e) {
        log.warn("the content {} of a forgotten revision stays where it is", content, e);
      }
    }
  }

  @Override
  public List<String> namespacesWithFiles() {
    return parts.files().namespaces();
  }

  private static File file(Entry entry) {
    return new File(
        entry.namespace(),
        entry.path(),
        entry.revision(),
        entry.size(),
        entry.content(),
        entry.savedAt());
  }
}
