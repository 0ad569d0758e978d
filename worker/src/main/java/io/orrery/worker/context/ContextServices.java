package io.orrery.worker.context;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.MissingValueException;
import io.orrery.expression.Services;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.kept.Keeper;
import io.orrery.model.kept.Opened;
import io.orrery.rpc.ControllerPort;
import io.orrery.storage.InternalStorage;
import io.orrery.storage.StoragePaths;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the functions of a template may ask: while a job runs, and wherever else a flow's templates
/// are rendered.
public final class ContextServices implements Services {

  /// A larger file is no text to put into a template.
  private static final int READ_BYTES_MAX = 64 * 1024 * 1024;

  private final FlowId flow;
  private final Optional<ExecutionId> execution;
  private final ControllerPort controller;
  private final InternalStorage storage;
  private final Secrets secrets;
  private final Keeper keeper;
  private final InstantSource clock;

  /// @param execution absent while there is none yet
  /// @param keeper told of every plain secret, and of what was derived from one
  public ContextServices(
      FlowId flow,
      Optional<ExecutionId> execution,
      ControllerPort controller,
      InternalStorage storage,
      Secrets secrets,
      Keeper keeper,
      InstantSource clock) {
    this.flow = flow;
    this.execution = execution;
    this.controller = controller;
    this.storage = storage;
    this.secrets = secrets;
    this.keeper = keeper;
    this.clock = clock;
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public String secret(String key, Optional<String> namespace) {
    var value =
        secrets.find(key).orElseThrow(() -> wrong("Cannot find secret for key '" + key + "'."));
    keeper.masker().add(value);
    return value;
  }

  /// Looks in the namespace, then in its parents.
  @Override
  public @Nullable Object kv(String key, Optional<String> namespace, boolean errorOnMissing) {
    var own = namespace.orElse(flow.namespace());
    for (var place = own; !place.isEmpty(); place = parent(place)) {
      var value = controller.kv(place, key);
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

  private static String parent(String namespace) {
    int dot = namespace.lastIndexOf('.');
    return dot < 0 ? "" : namespace.substring(0, dot);
  }

  @Override
  public byte[] read(String pathOrUri, Optional<String> namespace) {
    var file = address(pathOrUri, namespace);
    try (var content = storage.open(file)) {
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
  public String fileUri(String path, Optional<String> namespace) {
    return namespaceFile(path, namespace).toString();
  }

  @Override
  public long fileSize(String pathOrUri, Optional<String> namespace) {
    try {
      return storage.size(address(pathOrUri, namespace));
    } catch (IOException e) {
      throw unreadable(pathOrUri, e);
    }
  }

  private static ExpressionException unreadable(String pathOrUri, IOException cause) {
    return new ExpressionException(
        "Unable to read the file '" + pathOrUri + "': " + cause.getMessage(), 0, cause);
  }

  private URI address(String pathOrUri, Optional<String> namespace) {
    if (!pathOrUri.startsWith("kestra:")) {
      return namespaceFile(pathOrUri, namespace);
    }
    URI file;
    try {
      file = URI.create(pathOrUri);
    } catch (IllegalArgumentException e) {
      throw new ExpressionException("'" + pathOrUri + "' is no address of a file.", 0, e);
    }
    if (!new FileRule(controller, flow, execution()).allows(file)) {
      throw wrong(
          "Unable to read the file '"
              + pathOrUri
              + "' as it didn't belong to the current execution");
    }
    return file;
  }

  private URI namespaceFile(String path, Optional<String> namespace) {
    return JobStorage.address(StoragePaths.namespaceFile(namespace.orElse(flow.namespace()), path));
  }

  @Override
  public List<Map<String, Object>> errorLogs() {
    return controller.errorLogs(execution());
  }

  @Override
  public List<Map<String, Object>> tasksWithState(String state) {
    return controller.tasksWithState(execution(), state);
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
