package io.orrery.plugin.core.storage;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.io.IOException;
import java.net.URI;
import java.util.List;

@Plugin(
    type = "io.kestra.plugin.core.storage.PurgeCurrentExecutionFiles",
    aliases = {
      "io.kestra.plugin.core.storage.PurgeExecution",
      "io.kestra.core.tasks.storages.PurgeExecution"
    },
    title = "Deletes all files of this execution: its inputs and those of its tasks.",
    examples =
        @Example(
            """
            id: tidy
            type: io.kestra.plugin.core.storage.PurgeCurrentExecutionFiles
            """))
public record PurgeCurrentExecutionFiles()
    implements RunnableTask<PurgeCurrentExecutionFiles.Output> {

  /// @param uris addresses of the files that were deleted
  public record Output(@Doc("Addresses of the deleted files.") List<URI> uris) {}

  @Override
  public Output run(RunContext context) throws IOException {
    return new Output(context.storage().deleteExecutionFiles());
  }
}
