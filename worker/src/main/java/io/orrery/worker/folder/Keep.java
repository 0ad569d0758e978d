package io.orrery.worker.folder;

import io.orrery.model.flow.Task.WorkingDirectory;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Keeps what is to stay of a folder whose tasks are over: output files for this execution, the
/// cache for the next.
///
/// @param files what the WorkingDirectory says, not yet rendered
public record Keep(Map<String, Object> files, SharedFolders.Shared folder, FolderCache cache)
    implements RunnableTask<Map<String, Object>> {

  @Override
  public Map<String, Object> run(RunContext context) throws IOException {
    var outputs = new LinkedHashMap<String, Object>();
    if (files.containsKey(WorkingDirectory.OUTPUT_FILES)) {
      outputs.put(
          WorkingDirectory.OUTPUT_FILES,
          context.files().store(patterns(files.get(WorkingDirectory.OUTPUT_FILES), context)));
    }
    var settings = FolderCache.Settings.of(files.get(WorkingDirectory.CACHE), context);
    if (settings.isPresent()) {
      cache.save(settings.get(), folder.restoredAt(), context);
    }
    return outputs;
  }

  private static List<String> patterns(Object written, RunContext context) {
    var rendered = context.render(Property.<List<?>>of(written, List.class)).orElse(List.of());
    return rendered.stream().map(String::valueOf).toList();
  }
}
