package io.orrery.plugin.core.storage;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.TaskFailure;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

@Plugin(
    type = "io.kestra.plugin.core.storage.Split",
    aliases = "io.kestra.core.tasks.storages.Split",
    title = "Splits a stored file at the ends of its lines into several.",
    examples =
        @Example(
            """
            id: cut
            type: io.kestra.plugin.core.storage.Split
            from: "{{ inputs.file }}"
            rows: 100
            """))
public record Split(
    @Doc(value = "The file.", required = true) Property<String> from,
    @Doc("How many lines a part has.") Property<Integer> rows,
    @Doc("How large a part may grow, as `10MB`; a line is never split.") Property<String> bytes,
    @Doc("How many parts there are; lines are dealt out in turn.") Property<Integer> partitions,
    @Doc(value = "What ends a line.", defaultText = "\\n") Property<String> separator)
    implements RunnableTask<Split.Output> {

  private static final int PARTITIONS_MAX = 1_000;
  private static final Pattern SIZE = Pattern.compile("(\\d+)\\s*([kmgt]?)i?b?");

  public record Output(@Doc("The addresses of the parts.") List<URI> uris) {}

  @Override
  public Output run(RunContext context) throws IOException {
    var file = Addresses.read(context.require(from, "from"));
    var end = context.render(separator).orElse("\n");
    if (end.isEmpty()) {
      throw new TaskFailure("property 'separator' is empty");
    }
    var uris = new ArrayList<URI>();
    try (var content = context.storage().open(file);
        var parts = parts(Parts.Target.list(context, Addresses.extension(file), uris))) {
      new Lines(content, end).forEach(parts::line);
      parts.store();
    }
    return new Output(List.copyOf(uris));
  }

  /// By the first of the sizes that is given.
  Parts parts(Parts.Target target) {
    var context = target.context();
    var byRows = context.render(rows);
    var bySize = context.render(bytes);
    var byCount = context.render(partitions);
    if (byRows.isPresent()) {
      return Parts.ofRows(atLeastOne(byRows.get(), "rows"), target);
    }
    if (bySize.isPresent()) {
      return Parts.ofBytes(size(bySize.get()), target);
    }
    if (byCount.isPresent()) {
      int count = atLeastOne(byCount.get(), "partitions");
      if (count > PARTITIONS_MAX) {
        throw new TaskFailure("property 'partitions' is at most " + PARTITIONS_MAX);
      }
      return Parts.ofCount(count, target);
    }
    throw new TaskFailure("one of 'rows', 'bytes' and 'partitions' is needed");
  }

  private static int atLeastOne(int value, String name) {
    if (value < 1) {
      throw new TaskFailure("property '" + name + "' is at least 1");
    }
    return value;
  }

  /// `10`, `10KB`, `10 MiB`: units are powers of 1024.
  static long size(String text) {
    var found = SIZE.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!found.matches()) {
      throw new TaskFailure("'" + text + "' is no size; write it as 10MB");
    }
    long unit =
        switch (found.group(2)) {
          case "k" -> 1L << 10;
          case "m" -> 1L << 20;
          case "g" -> 1L << 30;
          case "t" -> 1L << 40;
          default -> 1L;
        };
    return Math.multiplyExact(Long.parseLong(found.group(1)), unit);
  }
}
