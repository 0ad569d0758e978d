package io.orrery.storage;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/// Where things are kept in internal storage: Kestra's layout.
public final class StoragePaths {
  private StoragePaths() {}

  private static final String FILES = "/_files";

  /// `/io/acme/my-flow/executions/{id}`: everything of one execution.
  public static String execution(FlowId flow, ExecutionId execution) {
    return namespace(flow.namespace()) + "/" + slug(flow.id()) + "/executions/" + execution.value();
  }

  public static String taskRun(FlowId flow, TaskRunId taskRun, String taskId) {
    return execution(flow, taskRun.execution()) + "/tasks/" + slug(taskId) + "/" + taskRun;
  }

  public static String input(FlowId flow, ExecutionId execution, String inputId) {
    return execution(flow, execution) + "/inputs/" + inputId;
  }

  /// What a trigger stored for the execution that it starts.
  public static String trigger(FlowId flow, ExecutionId execution, String triggerId) {
    return execution(flow, execution) + "/trigger/" + slug(triggerId);
  }

  /// What a task keeps from one execution for the next.
  public static String cache(FlowId flow, String taskId) {
    return namespace(flow.namespace()) + "/" + slug(flow.id()) + "/" + slug(taskId) + "/cache";
  }

  /// @param path within the namespace's files, with or without a leading `/`
  public static String namespaceFile(String namespace, String path) {
    return namespaceFiles(namespace) + (path.startsWith("/") ? path : "/" + path);
  }

  public static String namespaceFiles(String namespace) {
    return namespace(namespace) + FILES;
  }

  /// Where the content of one revision of a namespace file lies: never overwritten, whatever
  /// becomes of the file's path.
  ///
  /// @param unique never used before
  /// @param name of the file, so that its extension stays
  public static String namespaceFileContent(String namespace, String unique, String name) {
    return namespace(namespace) + "/_versions/" + unique + "/" + name;
  }

  /// The namespace file that an address below [#namespaceFiles] means; empty for any other, also
  /// for an execution's file in a folder of such a name.
  public static Optional<SpaceFile> namespaceFileAt(String path) {
    int mark = path.indexOf(FILES + "/");
    return mark <= 0 || path.substring(0, mark).contains("/executions/")
        ? Optional.empty()
        : Optional.of(
            new SpaceFile(
                path.substring(1, mark).replace('/', '.'), path.substring(mark + FILES.length())));
  }

  /// The address of a path: `kestra://` before it, and encoded.
  ///
  /// @param path begins with `/`
  public static URI address(String path) {
    try {
      return new URI("kestra", "", path, null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("no path of a file: " + path, e);
    }
  }

  /// @param path begins with `/`
  public record SpaceFile(String namespace, String path) {}

  private static String namespace(String namespace) {
    return "/" + namespace.replace('.', '/');
  }

  /// Lower case; whatever is neither letter nor digit becomes a dash.
  private static String slug(String id) {
    var lower = id.toLowerCase(Locale.ROOT);
    var slug = new StringBuilder(lower.length());
    for (int i = 0; i < lower.length(); i++) {
      char c = lower.charAt(i);
      slug.append(Character.isLetterOrDigit(c) ? c : '-');
    }
    return slug.toString();
  }
}
