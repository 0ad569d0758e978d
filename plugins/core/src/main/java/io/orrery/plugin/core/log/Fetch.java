package io.orrery.plugin.core.log;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Housekeeping.LogLine;
import io.orrery.plugin.api.Housekeeping.LogLines;
import io.orrery.plugin.api.Level;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

@Plugin(
    type = "io.kestra.plugin.core.log.Fetch",
    aliases = "io.kestra.core.tasks.log.Fetch",
    title = "Writes the log of an execution into a file.")
public record Fetch(
    @Doc("Whose flow it is; without it this one's.") Property<String> namespace,
    @Doc("Whose execution it is; without it this flow.") Property<String> flowId,
    @Doc(value = "Whose log.", defaultText = "{{ execution.id }}") Property<String> executionId,
    @Doc("Only lines of these tasks.") Property<List<String>> tasksId,
    @Doc(value = "Lighter lines are left out.", defaultText = "INFO") Property<Level> level)
    implements RunnableTask<Fetch.Output> {

  /// @param uri an Ion file with a struct for each line
  /// @param size how many lines
  public record Output(URI uri, long size) {}

  /// Lines of the tasks that are wanted, written as they come.
  private static final class Lines {
    private final Writer out;
    private final Set<String> tasks;
    private long count;

    Lines(Writer out, Set<String> tasks) {
      this.out = out;
      this.tasks = tasks;
    }

    void add(LogLine line) {
      if (!tasks.isEmpty() && !tasks.contains(line.taskId())) {
        return;
      }
      try {
        out.write(IonLine.of(line));
        out.write('\n');
      } catch (IOException e) {
        throw new UncheckedIOException("the log cannot be written", e);
      }
      count++;
    }
  }

  @Override
  public Output run(RunContext context) throws IOException {
    var floor = context.render(level).orElse(Level.INFO);
    var which =
        new LogLines(
            context.render(namespace),
            context.render(flowId),
            Optional.of(context.render(executionId).orElse(context.place().executionId())),
            EnumSet.range(floor, Level.ERROR),
            Optional.empty(),
            Optional.empty());
    var tasks = Set.copyOf(context.render(tasksId).orElse(List.of()));
    var file = context.workingFolder().path().resolve("logs.ion");
    Lines lines;
    try (var out = Files.newBufferedWriter(file)) {
      lines = new Lines(out, tasks);
      context.housekeeping().logs(which, lines::add);
    }
    try (var content = Files.newInputStream(file)) {
      return new Output(context.storage().put("logs.ion", content), lines.count);
    }
  }
}
