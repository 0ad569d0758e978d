package io.orrery.model.yaml;

import io.orrery.model.flow.Branches;
import io.orrery.model.flow.Task;
import io.orrery.model.flow.TaskCommon;
import io.orrery.model.problem.Code;
import java.util.LinkedHashMap;
import java.util.Map;

/// Reads a WorkingDirectory: its main tasks must be a worker's, since one worker runs them in one
/// folder.
final class WorkingDirectoryReader {
  private final TaskReader tasks;
  private final Fields fields;

  WorkingDirectoryReader(TaskReader tasks, Fields fields) {
    this.tasks = tasks;
    this.fields = fields;
  }

  Task read(TaskCommon common) {
    var main = tasks.someOf(fields, "tasks");
    for (var task : main) {
      if (!(task instanceof Task.PluginTask)) notRunnable(task);
    }
    var files = files();
    return new Task.WorkingDirectory(
        common,
        new Branches(main, tasks.list(fields, "errors"), tasks.list(fields, "finally")),
        files);
  }

  private void notRunnable(Task task) {
    fields
        .reading()
        .error(
            Code.BAD_VALUE,
            fields.pathOf("tasks"),
            task.common().at(),
            ("Only runnable tasks are allowed as children of a WorkingDirectory, and '%s' is of"
                    + " type %s.")
                .formatted(task.id(), task.common().type()),
            "Put '%s' before or after the WorkingDirectory.".formatted(task.id()));
  }

  private Map<String, Object> files() {
    var files = new LinkedHashMap<String, Object>();
    keep(files, Task.WorkingDirectory.INPUT_FILES);
    keep(files, Task.WorkingDirectory.NAMESPACE_FILES);
    keep(files, Task.WorkingDirectory.OUTPUT_FILES);
    fields.inner(Task.WorkingDirectory.CACHE).ifPresent(cache -> files.put("cache", cache(cache)));
    return files;
  }

  private void keep(Map<String, Object> files, String name) {
    var node = fields.node(name);
    if (node == null) return;
    fields.reading().templates(node, fields.pathOf(name));
    files.put(name, node.plain());
  }

  private static Map<String, Object> cache(Fields cache) {
    var kept = new LinkedHashMap<String, Object>();
    if (!cache.has("patterns")) cache.missing("patterns");
    kept.put("patterns", cache.texts("patterns"));
    cache.durationText("ttl").ifPresent(ttl -> kept.put("ttl", ttl));
    cache.close();
    return kept;
  }
}
