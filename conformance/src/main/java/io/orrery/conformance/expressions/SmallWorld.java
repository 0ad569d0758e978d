package io.orrery.conformance.expressions;

import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Paths;
import io.orrery.conformance.match.Values;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.Services;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What functions may ask in an expression case: the secrets, keys, files and logs that the case
/// sets up. It stands in for a worker, with the rule about whose files an execution may read; so
/// these cases prove the functions, and cases with flows prove a worker's own services.
///
/// @param variables `flow`, `execution` and `trigger` decide what may be read
/// @param setup `storage`, `namespaceFiles`, `kv` and `logs`
/// @param secrets by key
record SmallWorld(
    Instant now,
    Map<String, Object> variables,
    Map<String, Object> setup,
    Map<String, String> secrets)
    implements Services {

  private static final String SCHEME = "kestra:///";

  @Override
  public String secret(String key, Optional<String> namespace) {
    return Optional.ofNullable(secrets.get(key))
        .orElseThrow(() -> wrong("Cannot find secret for key '" + key + "'."));
  }

  @Override
  public @Nullable Object kv(String key, Optional<String> namespace, boolean errorOnMissing) {
    var space = namespace(namespace);
    var keys = Json.members(Json.members(setup.get("kv")).get(space));
    if (!keys.containsKey(key) && errorOnMissing) {
      throw wrong("The key '" + key + "' does not exist in the namespace '" + space + "'.");
    }
    return keys.get(key);
  }

  @Override
  public byte[] read(String pathOrUri, Optional<String> namespace, Optional<Integer> revision) {
    return content(pathOrUri, namespace)
        .orElseThrow(() -> wrong("Unable to read the file '" + pathOrUri + "'"));
  }

  @Override
  public String fileUri(String path, Optional<String> namespace, Optional<Integer> revision) {
    return SCHEME + folder(namespace(namespace)) + "/_files/" + path;
  }

  @Override
  public long fileSize(String pathOrUri, Optional<String> namespace) {
    return content(pathOrUri, namespace).map(bytes -> (long) bytes.length).orElse(-1L);
  }

  @Override
  public List<Map<String, Object>> errorLogs() {
    return Json.items(setup.get("logs")).stream()
        .map(Json::members)
        .filter(line -> "ERROR".equals(line.get("level")))
        .toList();
  }

  @Override
  public List<Map<String, Object>> tasksWithState(String state) {
    return List.of();
  }

  @Override
  public void sensitive(String value) {}

  private Optional<byte[]> content(String pathOrUri, Optional<String> namespace) {
    var found =
        pathOrUri.startsWith(SCHEME)
            ? stored(pathOrUri)
            : Json.members(Json.members(setup.get("namespaceFiles")).get(namespace(namespace)))
                .get(pathOrUri.startsWith("/") ? pathOrUri : "/" + pathOrUri);
    return Optional.ofNullable(found)
        .map(text -> Values.text(text).getBytes(StandardCharsets.UTF_8));
  }

  private @Nullable Object stored(String address) {
    var path = address.substring(SCHEME.length() - 1);
    var own = execution("flow.namespace", "flow.id", "execution.id");
    var parents = execution("trigger.namespace", "trigger.flowId", "trigger.executionId");
    if (own.filter(path::startsWith).isEmpty() && parents.filter(path::startsWith).isEmpty()) {
      throw wrong(
          "Unable to read the file '" + address + "' as it didn't belong to the current execution");
    }
    return Json.members(setup.get("storage")).get(path);
  }

  /// The folder of an execution that the variables name; empty when they do not name it in full.
  private Optional<String> execution(String namespace, String flow, String execution) {
    return variable(namespace)
        .flatMap(
            space ->
                variable(flow)
                    .flatMap(
                        id ->
                            variable(execution)
                                .map(
                                    run ->
                                        "/"
                                            + folder(space)
                                            + "/"
                                            + id
                                            + "/executions/"
                                            + run
                                            + "/")));
  }

  private Optional<String> variable(String path) {
    return Paths.get(variables, path) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  private String namespace(Optional<String> given) {
    return given.or(() -> variable("flow.namespace")).orElse("");
  }

  private static String folder(String namespace) {
    return namespace.replace('.', '/');
  }

  private static ExpressionException wrong(String message) {
    return new ExpressionException(message, 0);
  }
}
