package io.orrery.plugin.core.storage;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

@Plugin(
    type = "io.kestra.plugin.core.storage.Write",
    title = "Writes a text to a new file of internal storage.",
    examples =
        @Example(
            """
            id: write
            type: io.kestra.plugin.core.storage.Write
            content: |
              a,b
              1,2
            extension: .csv
            """))
public record Write(
    @Doc(value = "The text.", required = true) Property<String> content,
    @Doc("How the name of the file ends, as `.txt`.") Property<String> extension)
    implements RunnableTask<Write.Output> {

  public record Output(@Doc("The address of the new file.") URI uri) {}

  @Override
  public Output run(RunContext context) throws IOException {
    var bytes = context.require(content, "content").getBytes(StandardCharsets.UTF_8);
    var name = UUID.randomUUID() + context.render(extension).orElse("");
    return new Output(context.storage().put(name, new ByteArrayInputStream(bytes)));
  }
}
