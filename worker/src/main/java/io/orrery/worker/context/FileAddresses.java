package io.orrery.worker.context;

import io.orrery.rpc.NamespacePort;
import io.orrery.storage.NamespacePath;
import io.orrery.storage.StoragePaths;
import io.orrery.storage.StoragePaths.SpaceFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.util.Optional;
import java.util.regex.Pattern;

/// Every kind of address that a flow may give of a file, and the file that it means:
///
/// - `kestra:///…`: a file of internal storage; below `_files` of a namespace, that file of it;
/// - `nsfile:///path`, `nsfile://namespace/path`: a file of a namespace, the flow's own or that
///   one;
/// - `file:///path`: a file of this machine, where the installation allows it.
///
/// Of a namespace file the newest revision is meant, or the one that `?revision=2` names.
///
/// @param namespace of the flow
record FileAddresses(String namespace, Sources sources) {

  private static final Pattern REVISION = Pattern.compile("revision=([1-9]\\d{0,8})");

  /// The namespace file that an address means; empty for any other kind.
  Optional<SpaceFile> namespaceFile(URI address) throws IOException {
    try {
      return switch (String.valueOf(address.getScheme())) {
        case "kestra" -> StoragePaths.namespaceFileAt(String.valueOf(address.getPath()));
        case "nsfile" -> {
          var owner = address.getAuthority();
          var path = NamespacePath.of(String.valueOf(address.getPath()));
          yield Optional.of(new SpaceFile(owner == null ? namespace : owner, path.text()));
        }
        default -> Optional.empty();
      };
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /// @throws FileNotFoundException when there is no such file
  InputStream open(URI address) throws IOException {
    if ("file".equals(address.getScheme())) {
      return Files.newInputStream(sources.localFiles().find(address));
    }
    return sources.storage().open(stored(address));
  }

  /// In bytes; -1 when there is no such file.
  long size(URI address) throws IOException {
    try {
      return "file".equals(address.getScheme())
          ? Files.size(sources.localFiles().find(address))
          : sources.storage().size(stored(address));
    } catch (FileNotFoundException _) {
      return -1;
    }
  }

  /// The address that internal storage knows.
  private URI stored(URI address) throws IOException {
    var file = namespaceFile(address);
    if (file.isEmpty()) {
      return address;
    }
    var revision = revision(address);
    var found = find(file.get(), revision);
    if (found.isPresent()) {
      return found.get();
    }
    if (revision.isPresent() || "nsfile".equals(address.getScheme())) {
      throw missing(file.get());
    }
    // Other tools may have laid a file there without telling us.
    return address;
  }

  private static Optional<Integer> revision(URI address) throws IOException {
    var query = address.getQuery();
    if (query == null) {
      return Optional.empty();
    }
    var given = REVISION.matcher(query);
    if (given.matches()) {
      return Optional.of(Integer.valueOf(given.group(1)));
    }
    throw new IOException("'" + address + "' ends in something other than ?revision=2");
  }

  private Optional<URI> find(SpaceFile file, Optional<Integer> revision) throws IOException {
    if (spaces().access(namespace, file.namespace()) == NamespacePort.Access.REFUSED) {
      throw new IOException(refusal(namespace, file.namespace()));
    }
    return spaces()
        .file(file.namespace(), file.path(), revision)
        .flatMap(NamespacePort.File::content)
        .map(StoragePaths::address);
  }

  private NamespacePort spaces() {
    return sources.controller().namespaces();
  }

  static FileNotFoundException missing(SpaceFile file) {
    return new FileNotFoundException(
        "there is no file '" + file.path() + "' in namespace '" + file.namespace() + "'");
  }

  static String refusal(String from, String to) {
    return "namespace '"
        + to
        + "' does not allow flows of namespace '"
        + from
        + "': its allowedNamespaces name others";
  }

  /// The address by which a namespace file is known to flows.
  ///
  /// @param revision empty: whichever is the newest
  static URI address(SpaceFile file, Optional<Integer> revision) {
    var newest = StoragePaths.address(StoragePaths.namespaceFile(file.namespace(), file.path()));
    return revision.map(number -> URI.create(newest + "?revision=" + number)).orElse(newest);
  }
}
