package io.orrery.worker.folder;

import io.orrery.model.flow.Task.WorkingDirectory;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Brings files into a folder that was just made: those of the cache, then those of namespaces,
/// then those that the flow itself writes, so that the nearest word wins.
///
/// @param files what the WorkingDirectory says, not yet rendered
public record SetUp(Map<String, Object> files, SharedFolders.Shared folder, FolderCache cache)
    implements RunnableTask<Void> {

  @Override
  public @Nullable Void run(RunContext context) throws IOException {
    var settings = FolderCache.Settings.of(files.get(WorkingDirectory.CACHE), context);
    if (settings.isPresent() && cache.restore(settings.get(), context)) {
      folder.restored(context.clock().instant());
    }
    var wanted = files.get(WorkingDirectory.NAMESPACE_FILES);
    if (wanted != null) {
      context
          .namespaceFiles()
          .copyTo(
              context.workingFolder(),
              context.render(Property.<Map<String, Object>>of(wanted, Map.class)).orElse(Map.of()));
    }
    var written = files.get(WorkingDirectory.INPUT_FILES);
    context
        .files()
        .write(
            written instanceof String text ? context.evaluate(text) : context.renderTree(written),
            WorkingDirectory.INPUT_FILES);
    return null;
  }
}
