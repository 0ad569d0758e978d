package io.orrery.plugin.core.storage;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.UUID;

@Plugin(
    type = "io.kestra.plugin.core.storage.Concat",
    aliases = "io.kestra.core.tasks.storages.Concat",
    title = "Puts stored files together into one.",
    examples =
        @Example(
            """
            id: join
            type: io.kestra.plugin.core.storage.Concat
            files:
              - "{{ inputs.first }}"
              - "{{ inputs.second }}"
            extension: .csv
            """))
public record Concat(
    @Doc(value = "The files: a list, or the JSON text of one.", required = true)
        Property<List<String>> files,
    @Doc("What is written after each file, the last one included.") Property<String> separator,
    @Doc(value = "How the name of the new file ends.", defaultText = ".tmp")
        Property<String> extension)
    implements RunnableTask<Concat.Output> {

  public record Output(@Doc("The address of the new file.") URI uri) {}

  @Override
  public Output run(RunContext context) throws IOException {
    var between = context.render(separator).orElse("").getBytes(StandardCharsets.UTF_8);
    var joined = context.workingFolder().createFile("");
    try (var out = Files.newOutputStream(joined)) {
      for (var file : context.require(files, "files")) {
        if (file == null || file.isBlank() || file.equals("null")) {
          continue;
        }
        try (var content = context.storage().open(Addresses.read(file))) {
          var _ = content.transferTo(out);
        }
        out.write(between);
      }
    }
    try (var content = Files.newInputStream(joined)) {
      var name = UUID.randomUUID() + context.render(extension).orElse(".tmp");
      return new Output(context.storage().put(name, content));
    }
  }
}
