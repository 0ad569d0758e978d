package io.orrery.app.command;

import io.orrery.app.terminal.Ink;
import io.orrery.imports.FlowFile;
import io.orrery.imports.Import;
import io.orrery.imports.Item;
import io.orrery.imports.Source;
import io.orrery.imports.dolphinscheduler.DolphinScheduler;
import io.orrery.imports.quartz.Quartz;
import io.orrery.model.problem.Problem;
import io.orrery.model.state.LogLevel;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Schedules and workflows of others as flows.
@Command(
    name = "import",
    description =
        "Turns what other schedulers export into flows, and says what could not be mapped.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  orrery import quartz quartz_jobs.xml --out flows/",
      "  orrery import dolphinscheduler workflows.json --namespace company.team"
    })
final class ImportCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is needed");
  }

  /// What both have in common.
  abstract static class From implements Callable<Integer> {

    static final String EXITS =
        "Exit code 0 when everything was mapped, remarks or not; 1 when something was not; 2 when a"
            + " file is no such export.";
    static final String WHERE =
        "Prints the flows, or writes them to DIR, a file each; the report goes to standard error.";

    private static final long BYTES_MAX = 100L << 20;

    private final Outside outside;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "What was exported.")
    private List<Path> paths = new ArrayList<>();

    @Option(
        names = "--out",
        paramLabel = "DIR",
        description = "Folder to write the flows to; a file that is there already is not replaced.")
    private @Nullable Path folder;

    @Option(
        names = "--namespace",
        paramLabel = "NS",
        description = "Namespace of the flows (default ${DEFAULT-VALUE}).")
    private String namespace = "imported";

    @Option(names = "--json", description = "Print the report as JSON.")
    private boolean json;

    From(Outside outside) {
      this.outside = outside;
    }

    abstract Import read(List<Source> sources, String into);

    @Override
    public Integer call() throws IOException {
      if (!namespace.matches("[a-z0-9][a-z0-9._-]{0,149}")) {
        throw new ParameterException(
            spec.commandLine(),
            "--namespace must be lower case letters, digits, '.', '_' and '-', not '"
                + namespace
                + "'");
      }
      var sources = new ArrayList<Source>();
      for (var path : paths) {
        try {
          sources.add(new Source(path.toString(), text(outside.folder().resolve(path))));
        } catch (IOException e) {
          outside.err().println("orrery: " + path + " cannot be read: " + e.getMessage());
          return ExitCode.INVALID;
        }
      }
      return switch (read(sources, namespace)) {
        case Import.Unreadable(var place, var what, var mend) -> {
          outside.err().println(("orrery: " + place + ": " + what + ". " + mend).strip());
          yield ExitCode.INVALID;
        }
        case Import.Done done -> done(done);
      };
    }

    private static String text(Path file) throws IOException {
      if (!Files.exists(file)) throw new IOException("there is no such file");
      if (Files.size(file) > BYTES_MAX) {
        throw new IOException("it has more than " + BYTES_MAX + " bytes");
      }
      try {
        return Files.readString(file);
      } catch (CharacterCodingException e) {
        throw new IOException("it is not UTF-8 text: save it as UTF-8", e);
      }
    }

    private int done(Import.Done done) throws IOException {
      boolean kept = folder == null ? printed(done.flows()) : written(done.flows(), folder);
      report(done.items());
      boolean good = true;
      for (var flow : done.flows()) {
        good &= validated(flow);
      }
      if (!kept) return ExitCode.INVALID;
      return done.complete() && good ? ExitCode.DONE : ExitCode.FAILED;
    }

    private boolean printed(List<FlowFile> flows) {
      for (int i = 0; i < flows.size(); i++) {
        if (i > 0) outside.out().println("---");
        outside.out().print(flows.get(i).yaml());
      }
      return true;
    }

    private boolean written(List<FlowFile> flows, Path into) throws IOException {
      var target = outside.folder().resolve(into);
      Files.createDirectories(target);
      boolean all = true;
      for (var flow : flows) {
        var file = target.resolve(flow.fileName());
        try {
          Files.writeString(
              file, flow.yaml(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
          outside.out().println(into.resolve(flow.fileName()));
        } catch (FileAlreadyExistsException e) {
          outside.err().println("orrery: " + into.resolve(flow.fileName()) + " is there already");
          all = false;
        }
      }
      return all;
    }

    private void report(List<Item> items) {
      if (json) {
        outside.err().println(Json.of(items.stream().map(From::shape).toList()));
        return;
      }
      var ink = Ink.of(outside.terminal().colourErr());
      for (var item : items) {
        outside.err().println(ink.level(level(item), line(item)));
      }
      outside
          .err()
          .println(
              String.format(
                  Locale.ROOT,
                  "%d mapped, %d mapped with a remark, %d not mapped",
                  count(items, Item.Outcome.MAPPED),
                  count(items, Item.Outcome.MAPPED_WITH_REMARK),
                  count(items, Item.Outcome.NOT_MAPPED)));
    }

    private static String line(Item item) {
      var outcome =
          switch (item.outcome()) {
            case MAPPED -> "mapped";
            case MAPPED_WITH_REMARK -> "mapped with a remark";
            case NOT_MAPPED -> "not mapped";
          };
      var flow = item.flow().map(id -> " (flow " + id + ")").orElse("");
      var remarks = item.remarks().isEmpty() ? "" : ": " + String.join("; ", item.remarks());
      return item.place() + ": " + item.what() + flow + ": " + outcome + remarks;
    }

    private static LogLevel level(Item item) {
      return switch (item.outcome()) {
        case MAPPED -> LogLevel.INFO;
        case MAPPED_WITH_REMARK -> LogLevel.WARN;
        case NOT_MAPPED -> LogLevel.ERROR;
      };
    }

    private static Map<String, Object> shape(Item item) {
      var shape = new LinkedHashMap<String, Object>();
      shape.put("place", item.place());
      shape.put("what", item.what());
      item.flow().ifPresent(flow -> shape.put("flow", flow));
      shape.put("outcome", item.outcome().name());
      shape.put("remarks", item.remarks());
      return shape;
    }

    private static long count(List<Item> items, Item.Outcome outcome) {
      return items.stream().filter(item -> item.outcome() == outcome).count();
    }

    /// What saving the flow would say.
    private boolean validated(FlowFile flow) {
      var problems = outside.parts().read(flow.yaml()).problems();
      for (var problem : problems) {
        var ink = Ink.of(outside.terminal().colourErr());
        outside.err().println(ValidateCommand.line(ink, problem, problem.text(flow.fileName())));
      }
      return problems.stream().noneMatch(Problem::refuses);
    }
  }

  @Command(
      name = "quartz",
      description = "Imports Quartz's XML of jobs (1.8 and later), or its QRTZ_ tables as CSV.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        From.WHERE,
        From.EXITS,
        "",
        "Examples:",
        "  orrery import quartz quartz_jobs.xml --out flows/",
        "  orrery import quartz qrtz_*.csv --namespace company.team"
      })
  static final class OfQuartz extends From {
    OfQuartz(Outside outside) {
      super(outside);
    }

    @Override
    Import read(List<Source> sources, String into) {
      return Quartz.read(sources, into);
    }
  }

  @Command(
      name = "dolphinscheduler",
      description = "Imports workflows that DolphinScheduler 2 or 3 exported as JSON.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        From.WHERE,
        From.EXITS,
        "",
        "Examples:",
        "  orrery import dolphinscheduler workflows.json --out flows/",
        "  orrery import dolphinscheduler *.json --namespace company.team --json"
      })
  static final class OfDolphinScheduler extends From {
    OfDolphinScheduler(Outside outside) {
      super(outside);
    }

    @Override
    Import read(List<Source> sources, String into) {
      return DolphinScheduler.read(sources, into);
    }
  }
}
