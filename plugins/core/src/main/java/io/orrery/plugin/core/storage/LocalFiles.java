package io.orrery.plugin.core.storage;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;

@Plugin(
    type = "io.kestra.plugin.core.storage.LocalFiles",
    aliases = "io.kestra.core.tasks.storages.LocalFiles",
    title = "Makes files in the working folder, and stores files of it.",
    examples =
        @Example(
            """
            id: files
            type: io.kestra.plugin.core.storage.LocalFiles
            inputs:
              greeting.txt: "Hello, {{ flow.id }}!"
            outputs:
              - "*.txt"
            """))
public record LocalFiles(
    @Doc(
            "Files to make: by path a text, the address of a stored file, or a tree that becomes"
                + " JSON.")
        Property<Object> inputs,
    @Doc("Patterns of files in the working folder that are stored.") Property<List<String>> outputs)
    implements RunnableTask<LocalFiles.Output> {

  /// @param uris addresses by path in the working folder
  public record Output(@Doc("Addresses by path in the working folder.") Map<String, URI> uris) {}

  @Override
  public Output run(RunContext context) throws IOException {
    var written = inputs.raw().orElse(null);
    context
        .files()
        .write(
            written instanceof String text ? context.evaluate(text) : context.renderTree(written),
            "inputs");
    return new Output(context.files().store(context.render(outputs).orElse(List.of())));
  }
}
