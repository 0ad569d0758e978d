package io.orrery.plugin.core.storage;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.io.FileNotFoundException;
import java.io.IOException;

@Plugin(
    type = "io.kestra.plugin.core.storage.Size",
    aliases = "io.kestra.core.tasks.storages.Size",
    title = "Tells the size of a stored file.",
    examples =
        @Example(
            """
            id: size
            type: io.kestra.plugin.core.storage.Size
            uri: "{{ inputs.file }}"
            """))
public record Size(@Doc(value = "The file.", required = true) Property<String> uri)
    implements RunnableTask<Size.Output> {

  /// @param size in bytes
  public record Output(@Doc("The size in bytes.") long size) {}

  @Override
  public Output run(RunContext context) throws IOException {
    var file = Addresses.read(context.require(uri, "uri"));
    long size = context.storage().size(file);
    if (size < 0) {
      throw new FileNotFoundException("there is no file " + file);
    }
    return new Output(size);
  }
}
