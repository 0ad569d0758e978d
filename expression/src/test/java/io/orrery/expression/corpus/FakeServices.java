package io.orrery.expression.corpus;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.Services;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A small world for expressions: secrets, keys, files and logs in memory, with Kestra's rule about
/// whose files an execution may read.
public final class FakeServices implements Services {

  private static final String SCHEME = "kestra:///";

  private final Instant now;
  private final Map<String, Object> variables;
  private final Map<?, ?> setup;
  private final Map<String, String> secrets;
  private final List<String> sensitive = new ArrayList<>();

  /// @param variables of the expression: `flow`, `execution` and `trigger` decide what may be read
  /// @param setup `storage`, `namespaceFiles`, `kv` and `logs` of a corpus case
  public FakeServices(
      Instant now, Map<String, Object> variables, Map<?, ?> setup, Map<String, String> secrets) {
    this.now = now;
    this.variables = variables;
    this.setup = setup;
    this.secrets = secrets;
  }

  @Override
  public Instant now() {
    return now;
  }

  /// What [#sensitive] was told.
  public List<String> masked() {
    return List.copyOf(sensitive);
  }

  @Override
  public String secret(String key, Optional<String> namespace) {
    var secret = secrets.get(key);
    if (secret == null) {
      throw new ExpressionException("Cannot find secret for key '" + key + "'.", 0);
    }
    return secret;
  }

  @Override
  public @Nullable Object kv(String key, Optional<String> namespace, boolean errorOnMissing) {
    var space = namespace.orElseGet(() -> String.valueOf(of("flow", "namespace")));
    var keys = part(part(setup, "kv"), space);
    if (!keys.containsKey(key) && errorOnMissing) {
      throw new ExpressionException(
          "The key '" + key + "' does not exist in the namespace '" + space + "'.", 0);
    }
    return TypedValues.of(keys.get(key));
  }

  @Override
  public byte[] read(String pathOrUri, Optional<String> namespace, Optional<Integer> revision) {
    var content = content(pathOrUri, namespace);
    if (content == null) {
      throw new ExpressionException("Unable to read the file '" + pathOrUri + "'", 0);
    }
    return content.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String fileUri(String path, Optional<String> namespace, Optional<Integer> revision) {
    return SCHEME + folder(namespace) + "/_files/" + path;
  }

  @Override
  public long fileSize(String pathOrUri, Optional<String> namespace) {
    var content = content(pathOrUri, namespace);
    return content == null ? -1 : content.getBytes(StandardCharsets.UTF_8).length;
  }

  @Override
  public List<Map<String, Object>> errorLogs() {
    var found = new ArrayList<Map<String, Object>>();
    if (setup.get("logs") instanceof List<?> logs) {
      for (var log : logs) {
        if (log instanceof Map<?, ?> line && "ERROR".equals(line.get("level"))) {
          found.add(TypedValues.map(line));
        }
      }
    }
    return found;
  }

  @Override
  public List<Map<String, Object>> tasksWithState(String state) {
    return List.of();
  }

  @Override
  public void sensitive(String value) {
    sensitive.add(value);
  }

  private @Nullable String content(String pathOrUri, Optional<String> namespace) {
    if (pathOrUri.startsWith(SCHEME)) {
      var path = pathOrUri.substring(SCHEME.length() - 1);
      if (!belongsTo(path, "flow", "id", of("execution", "id"))
          && !belongsTo(path, "trigger", "flowId", of("trigger", "executionId"))) {
        throw new ExpressionException(
            "Unable to read the file '"
                + pathOrUri
                + "' as it didn't belong to the current execution",
            0);
      }
      return (String) part(setup, "storage").get(path);
    }
    var space = namespace.orElseGet(() -> String.valueOf(of("flow", "namespace")));
    var files = part(part(setup, "namespaceFiles"), space);
    return (String) files.get(pathOrUri.startsWith("/") ? pathOrUri : "/" + pathOrUri);
  }

  private boolean belongsTo(String path, String root, String flowKey, @Nullable Object execution) {
    var namespace = of(root, "namespace");
    var flow = of(root, flowKey);
    if (namespace == null || flow == null || execution == null) {
      return false;
    }
    var folder = "/" + namespace.toString().replace('.', '/');
    return path.startsWith(folder + "/" + flow + "/executions/" + execution + "/")
        || path.startsWith(folder + "/_files/");
  }

  private String folder(Optional<String> namespace) {
    return namespace.orElseGet(() -> String.valueOf(of("flow", "namespace"))).replace('.', '/');
  }

  private @Nullable Object of(String root, String member) {
    return part(variables, root).get(member);
  }

  private static Map<?, ?> part(Map<?, ?> map, String key) {
    return map.get(key) instanceof Map<?, ?> part ? part : Map.of();
  }
}
