package io.orrery.plugin.core.storage;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.TaskFailure;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/// Batches have numbers for names, so that whoever knows the first address knows them all.
@Plugin(
    type = "io.kestra.plugin.core.flow.ForEachItem$ForEachItemSplit",
    title = "The first step of a ForEachItem: splits the file into batches.")
public record SplitItems(
    @Doc(value = "The file.", required = true) Property<String> from,
    @Doc("How many lines a batch has.") Property<Integer> rows,
    @Doc("How large a batch may grow, as `10MB`; a line is never split.") Property<String> bytes,
    @Doc("How many batches there are; lines are dealt out in turn.") Property<Integer> partitions,
    @Doc(value = "What ends a line.", defaultText = "\\n") Property<String> separator)
    implements RunnableTask<SplitItems.Output> {

  private static final String NAME = "batch-";
  private static final String LIST = "batches.txt";

  /// @param splits a file with the addresses of all batches, one a line
  /// @param base what the address of each begins with; its number, from 0, and `extension` follow
  public record Output(URI splits, int numberOfBatches, String base, String extension) {}

  @Override
  public Output run(RunContext context) throws IOException {
    var file = Addresses.read(context.require(from, "items"));
    var end = context.render(separator).orElse("\n");
    if (end.isEmpty()) {
      throw new TaskFailure("property 'separator' is empty");
    }
    var extension = Addresses.extension(file);
    var list = context.workingFolder().createFile(".txt");
    int count;
    try (var content = context.storage().open(file);
        var addresses =
            new BufferedWriter(
                new OutputStreamWriter(Files.newOutputStream(list), StandardCharsets.UTF_8));
        var parts =
            new Split(from, rows, bytes, partitions, separator)
                .parts(
                    new Parts.Target(
                        context,
                        number -> NAME + number + extension,
                        (_, part) -> {
                          addresses.write(part.toString());
                          addresses.newLine();
                        }))) {
      new Lines(content, end).forEach(parts::line);
      count = parts.store();
    }
    try (var addresses = Files.newInputStream(list)) {
      var splits = context.storage().put(LIST, addresses);
      var text = splits.toString();
      var base = text.substring(0, text.length() - LIST.length()) + NAME;
      return new Output(splits, count, base, extension);
    }
  }
}
