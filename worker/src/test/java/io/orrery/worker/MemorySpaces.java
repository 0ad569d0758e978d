package io.orrery.worker;

import io.orrery.rpc.NamespacePort;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// Namespaces that a test fills. All are allowed but those in [#unknown] and [#refused].
final class MemorySpaces implements NamespacePort {

  final Map<String, Map<String, String>> secrets = new ConcurrentHashMap<>();
  final Set<String> unknown = ConcurrentHashMap.newKeySet();
  final Set<String> refused = ConcurrentHashMap.newKeySet();
  private final List<File> saved = new CopyOnWriteArrayList<>();

  @Override
  public Access access(String from, String to) {
    if (refused.contains(to)) {
      return Access.REFUSED;
    }
    return unknown.contains(to) ? Access.UNKNOWN : Access.ALLOWED;
  }

  @Override
  public Optional<String> secret(String namespace, String key) {
    return Optional.ofNullable(secrets.getOrDefault(namespace, Map.of()).get(key));
  }

  @Override
  public Optional<File> file(String namespace, String path, Optional<Integer> revision) {
    return of(namespace, path).stream()
        .filter(file -> revision.isEmpty() || file.revision() == revision.get())
        .reduce((_, later) -> later)
        .filter(file -> revision.isPresent() || file.content().isPresent());
  }

  private List<File> of(String namespace, String path) {
    return saved.stream()
        .filter(file -> file.namespace().equals(namespace) && file.path().equals(path))
        .toList();
  }

  @Override
  public List<File> files(String namespace) {
    var newest = new TreeMap<String, File>();
    revisions(namespace).forEach(file -> newest.put(file.path(), file));
    return newest.values().stream().filter(file -> file.content().isPresent()).toList();
  }

  @Override
  public List<File> revisions(String namespace) {
    return saved.stream().filter(file -> file.namespace().equals(namespace)).toList();
  }

  @Override
  public File saveFile(String namespace, String path, String content, long size) {
    return add(namespace, path, Optional.of(content), size);
  }

  private File add(String namespace, String path, Optional<String> content, long size) {
    var revision = of(namespace, path).size() + 1;
    var file = new File(namespace, path, revision, size, content, Instant.EPOCH);
    saved.add(file);
    return file;
  }

  @Override
  public List<String> deleteFiles(String namespace, String path) {
    var gone = new ArrayList<String>();
    for (var file : files(namespace)) {
      if (file.path().equals(path) || file.path().startsWith(path + "/")) {
        add(namespace, file.path(), Optional.empty(), 0);
        gone.add(file.path());
      }
    }
    return gone;
  }

  @Override
  public void forgetRevisions(String namespace, String path, List<Integer> revisions) {
    saved.removeIf(
        file ->
            file.namespace().equals(namespace)
                && file.path().equals(path)
                && revisions.contains(file.revision()));
  }

  @Override
  public void deleteEmptyFolders(String namespace, String path) {}

  @Override
  public List<String> namespacesWithFiles() {
    return saved.stream().map(File::namespace).distinct().sorted().toList();
  }
}
