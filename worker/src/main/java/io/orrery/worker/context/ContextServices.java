package io.orrery.worker.context;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.MissingValueException;
import io.orrery.expression.Services;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.Lineage;
import io.orrery.model.kept.Keeper;
import io.orrery.model.kept.Opened;
import io.orrery.rpc.NamespacePort;
import io.orrery.storage.NamespacePath;
import io.orrery.storage.StoragePaths.SpaceFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the functions of a template may ask: while a job runs, and wherever else a flow's templates
/// are rendered.
public final class ContextServices implements Services {

  /// A larger file is no text to put into a template.
  private static final int READ_BYTES_MAX = 64 * 1024 * 1024;

  private static final Pattern ADDRESS = Pattern.compile("(kestra|nsfile|file):");

  private final FlowId flow;
  private final Optional<ExecutionId> execution;
  private final Sources sources;
  private final FileAddresses files;
  private final Keeper keeper;

  /// @param execution absent while there is none yet
  /// @param keeper told of every plain secret, and of what was derived from one
  public ContextServices(
      FlowId flow, Optional<ExecutionId> execution, Sources sources, Keeper keeper) {
    this.flow = flow;
    this.execution = execution;
    this.sources = sources;
    this.files = new FileAddresses(flow.namespace(), sources);
    this.keeper = keeper;
  }

  @Override
  public Instant now() {
    return sources.clock().instant();
  }

  @Override
  public String secret(String key, Optional<String> namespace) {
    var owner = namespace.orElse(flow.namespace());
    allowed(owner);
    var value =
        sources
            .controller()
            .namespaces()
            .secret(owner, key)
            .or(() -> sources.secrets().find(key))
            .orElseThrow(
                () ->
                    wrong(
                        "Cannot find secret for key '"
                            + key
                            + "'. Looked in "
                            + String.join(", ", Lineage.of(owner))
                            + " and in the environment for SECRET_"
                            + key.toUpperCase(Locale.ROOT)
                            + "."));
    keeper.masker().add(value);
    return value;
  }

  private void allowed(String owner) {
    if (sources.controller().namespaces().access(flow.namespace(), owner)
        == NamespacePort.Access.REFUSED) {
      throw wrong(FileAddresses.refusal(flow.namespace(), owner));
    }
  }

  /// Looks in the namespace, then in its parents.
  @Override
  public @Nullable Object kv(String key, Optional<String> namespace, boolean errorOnMissing) {
    var own = namespace.orElse(flow.namespace());
    allowed(own);
    for (var place : Lineage.of(own)) {
      var value = sources.controller().kv(place, key);
      if (value.isPresent()) {
        return Opened.of(value.get(), keeper);
      }
    }
    if (errorOnMissing) {
      throw new MissingValueException(
          "The key '" + key + "' does not exist in the namespace '" + own + "'.");
    }
    return null;
  }

  @Override
  public byte[] read(String pathOrUri, Optional<String> namespace, Optional<Integer> revision) {
    try (var content = files.open(address(pathOrUri, namespace, revision))) {
      var bytes = content.readNBytes(READ_BYTES_MAX + 1);
      if (bytes.length > READ_BYTES_MAX) {
        throw wrong("The file '" + pathOrUri + "' is larger than " + READ_BYTES_MAX + " bytes.");
      }
      return bytes;
    } catch (FileNotFoundException e) {
      throw new ExpressionException("Unable to find the file '" + pathOrUri + "'.", 0, e);
    } catch (IOException e) {
      throw unreadable(pathOrUri, e);
    }
  }

  @Override
  public String fileUri(String path, Optional<String> namespace, Optional<Integer> revision) {
    return FileAddresses.address(namespaceFile(path, namespace), revision).toString();
  }

  @Override
  public long fileSize(String pathOrUri, Optional<String> namespace) {
    try {
      return files.size(address(pathOrUri, namespace, Optional.empty()));
    } catch (IOException e) {
      throw unreadable(pathOrUri, e);
    }
  }

  private static ExpressionException unreadable(String pathOrUri, IOException cause) {
    return new ExpressionException(
        "Unable to read the file '" + pathOrUri + "': " + cause.getMessage(), 0, cause);
  }

  private URI address(String pathOrUri, Optional<String> namespace, Optional<Integer> revision)
      throws IOException {
    if (!ADDRESS.matcher(pathOrUri).lookingAt()) {
      return FileAddresses.address(namespaceFile(pathOrUri, namespace), revision);
    }
    URI address;
    try {
      address = URI.create(pathOrUri);
    } catch (IllegalArgumentException e) {
      throw new ExpressionException("'" + pathOrUri + "' is no address of a file.", 0, e);
    }
    var file = files.namespaceFile(address);
    if (file.isPresent()) {
      return revision.isPresent() ? FileAddresses.address(file.get(), revision) : address;
    }
    if (address.getScheme().equals("kestra")
        && !new FileRule(sources.controller(), flow, execution()).allows(address)) {
      throw wrong(
          "Unable to read the file '"
              + pathOrUri
              + "' as it didn't belong to the current execution");
    }
    return address;
  }

  private SpaceFile namespaceFile(String path, Optional<String> namespace) {
    try {
      return new SpaceFile(namespace.orElse(flow.namespace()), NamespacePath.of(path).text());
    } catch (IllegalArgumentException e) {
      throw new ExpressionException(String.valueOf(e.getMessage()), 0, e);
    }
  }

  @Override
  public List<Map<String, Object>> errorLogs() {
    return sources.controller().errorLogs(execution());
  }

  @Override
  public List<Map<String, Object>> tasksWithState(String state) {
    return sources.controller().tasksWithState(execution(), state);
  }

  @Override
  public void sensitive(String value) {
    keeper.masker().add(value);
  }

  @Override
  public boolean knowsSecrets() {
    return !keeper.masker().isEmpty();
  }

  @Override
  public boolean holdsSecret(String text) {
    return keeper.masker().finds(text);
  }

  private ExecutionId execution() {
    return execution.orElseThrow(() -> wrong("there is no execution yet to ask about"));
  }

  private static ExpressionException wrong(String message) {
    return new ExpressionException(message, 0);
  }
}
