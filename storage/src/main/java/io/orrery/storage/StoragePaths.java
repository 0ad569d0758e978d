package io.orrery.storage;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import java.util.Locale;

/// Where things are kept in internal storage: Kestra's layout.
public final class StoragePaths {
  private StoragePaths() {}

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

  /// What a task keeps from one execution for the next.
  public static String cache(FlowId flow, String taskId) {
    return namespace(flow.namespace()) + "/" + slug(flow.id()) + "/" + slug(taskId) + "/cache";
  }

  /// @param path within the namespace's files, with or without a leading `/`
  public static String namespaceFile(String namespace, String path) {
    return namespaceFiles(namespace) + (path.startsWith("/") ? path : "/" + path);
  }

  public static String namespaceFiles(String namespace) {
    return namespace(namespace) + "/_files";
  }

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
