package io.orrery.worker.context;

import io.orrery.plugin.api.FilePatterns;
import io.orrery.plugin.api.NamespaceFiles;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.api.WorkingFolder;
import io.orrery.rpc.NamespacePort;
import io.orrery.storage.NamespacePath;
import io.orrery.storage.StoragePaths;
import io.orrery.storage.StoragePaths.SpaceFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;

/// The files of namespaces as the flow of one job may use them.
///
/// @param namespace of the flow
record JobNamespaceFiles(String namespace, Sources sources, Logger log) implements NamespaceFiles {

  @Override
  public List<NamespaceFile> list(String namespace) {
    allowed(namespace);
    return spaces().files(namespace).stream().map(JobNamespaceFiles::shown).toList();
  }

  @Override
  public Optional<NamespaceFile> find(String namespace, String path) {
    allowed(namespace);
    return spaces()
        .file(namespace, path(path).text(), Optional.empty())
        .map(JobNamespaceFiles::shown);
  }

  @Override
  public InputStream open(NamespaceFile file) throws IOException {
    allowed(file.namespace());
    var asked = new SpaceFile(file.namespace(), file.path());
    var content =
        spaces()
            .file(file.namespace(), file.path(), Optional.of(file.revision()))
            .flatMap(NamespacePort.File::content)
            .orElseThrow(() -> FileAddresses.missing(asked));
    return sources.storage().open(StoragePaths.address(content));
  }

  @Override
  public NamespaceFile put(String namespace, String path, InputStream content) throws IOException {
    known(namespace);
    var place = path(path);
    if (place.isTop()) {
      throw new TaskFailure("a file of a namespace needs a name, '" + path + "' has none");
    }
    var lies =
        StoragePaths.namespaceFileContent(namespace, UUID.randomUUID().toString(), place.name());
    var address = sources.storage().put(lies, content);
    try {
      return shown(
          spaces().saveFile(namespace, place.text(), lies, sources.storage().size(address)));
    } catch (IllegalArgumentException e) {
      boolean _ = sources.storage().delete(address);
      throw new TaskFailure(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public boolean delete(String namespace, String path) {
    allowed(namespace);
    return !spaces().deleteFiles(namespace, path(path).text()).isEmpty();
  }

  @Override
  public void deleteEmptyFolders(String namespace, String path) {
    allowed(namespace);
    spaces().deleteEmptyFolders(namespace, path(path).text());
  }

  @Override
  public List<NamespaceFile> revisions(String namespace) {
    allowed(namespace);
    return spaces().revisions(namespace).stream().map(JobNamespaceFiles::shown).toList();
  }

  @Override
  public void forget(String namespace, String path, List<Integer> revisions) {
    allowed(namespace);
    spaces().forgetRevisions(namespace, path(path).text(), revisions);
  }

  @Override
  public List<String> namespaces() {
    return spaces().namespacesWithFiles().stream()
        .filter(other -> spaces().access(namespace, other) == NamespacePort.Access.ALLOWED)
        .toList();
  }

  @Override
  public List<NamespaceFile> copyTo(WorkingFolder folder, Map<String, Object> wanted)
      throws IOException {
    var options = NamespaceFilesOptions.of(wanted, namespace);
    var copied = new ArrayList<NamespaceFile>();
    if (!options.enabled()) {
      return copied;
    }
    var include = FilePatterns.of(options.include());
    var exclude = FilePatterns.of(options.exclude());
    for (var owner : options.namespaces()) {
      for (var file : list(owner)) {
        if ((include.isEmpty() || include.matches(file.path())) && !exclude.matches(file.path())) {
          if (copy(file, folder, options)) {
            copied.add(file);
          }
        }
      }
    }
    return copied;
  }

  private boolean copy(NamespaceFile file, WorkingFolder folder, NamespaceFilesOptions options)
      throws IOException {
    var owner = options.folderPerNamespace() ? file.namespace() + "/" : "";
    var name = owner + file.path().substring(1);
    var place = folder.resolve(name);
    if (Files.exists(place)) {
      switch (options.ifExists()) {
        case OVERWRITE -> {}
        case FAIL -> throw new TaskFailure("the file '" + name + "' exists already");
        case WARN -> {
          log.warn("The file '{}' exists already and is left as it is", name);
          return false;
        }
        case IGNORE -> {
          return false;
        }
      }
    }
    var above = place.getParent();
    if (above != null) {
      Files.createDirectories(above);
    }
    try (var content = open(file)) {
      Files.copy(content, place, StandardCopyOption.REPLACE_EXISTING);
    } catch (FileNotFoundException e) {
      throw new TaskFailure(
          "the namespace file '" + file.path() + "' was deleted while it was copied", e);
    }
    return true;
  }

  private void allowed(String other) {
    if (spaces().access(namespace, other) == NamespacePort.Access.REFUSED) {
      throw new TaskFailure(FileAddresses.refusal(namespace, other));
    }
  }

  private void known(String other) {
    allowed(other);
    if (spaces().access(namespace, other) == NamespacePort.Access.UNKNOWN) {
      throw new TaskFailure(
          "the namespace '" + other + "' does not exist: no flow is in it and nobody made it");
    }
  }

  private NamespacePort spaces() {
    return sources.controller().namespaces();
  }

  private static NamespacePath path(String written) {
    try {
      return NamespacePath.of(written);
    } catch (IllegalArgumentException e) {
      throw new TaskFailure(String.valueOf(e.getMessage()), e);
    }
  }

  private static NamespaceFile shown(NamespacePort.File file) {
    return new NamespaceFile(
        file.namespace(),
        file.path(),
        file.revision(),
        file.size(),
        file.content().isEmpty(),
        file.savedAt(),
        FileAddresses.address(new SpaceFile(file.namespace(), file.path()), Optional.empty()));
  }
}
