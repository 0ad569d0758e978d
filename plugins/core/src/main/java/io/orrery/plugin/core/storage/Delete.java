package io.orrery.plugin.core.storage;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;

@Plugin(
    type = "io.kestra.plugin.core.storage.Delete",
    aliases = "io.kestra.core.tasks.storages.Delete",
    title = "Deletes a stored file.",
    examples =
        @Example(
            """
            id: remove
            type: io.kestra.plugin.core.storage.Delete
            uri: "{{ inputs.file }}"
            """))
public record Delete(
    @Doc(value = "The file.", required = true) Property<String> uri,
    @Doc(value = "Whether a missing file is a failure.", defaultText = "false")
        Property<Boolean> errorOnMissing)
    implements RunnableTask<Delete.Output> {

  public record Output(
      @Doc("The address.") URI uri, @Doc("Whether a file was there.") boolean deleted) {}

  @Override
  public Output run(RunContext context) throws IOException {
    var file = Addresses.read(context.require(uri, "uri"));
    boolean deleted = context.storage().delete(file);
    if (!deleted && context.render(errorOnMissing).orElse(false)) {
      throw new FileNotFoundException("there is no file " + file);
    }
    return new Output(file, deleted);
  }
}
