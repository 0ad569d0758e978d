package io.orrery.app.command;

import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/// The `orrery` command and those below it.
public final class CommandLineTool {
  private CommandLineTool() {}

  @Command(
      name = "orrery",
      description = "Runs declarative YAML flows on schedules, on events and on demand, durably.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      synopsisSubcommandLabel = "COMMAND",
      footer = {
        "",
        "Examples:",
        "  orrery server                        the server, on http://127.0.0.1:8080",
        "  orrery run examples/hello.yaml       one flow, here and now, without a server",
        "  orrery validate flows/               every mistake of every flow, with its place",
        "  orrery docs ForEach                  what a task does, its properties, an example",
        "  orrery next '0 9 * * MON-FRI'        when a cron expression falls due",
        "  orrery trigger why ID --at 03:05     why a trigger did, or did not, fire",
        "",
        "Exit codes: 0 done, 1 failed, 2 wrong flags or invalid input, 130 Ctrl-C.",
        "'orrery COMMAND --help' says more."
      })
  private static final class Root implements Runnable {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
      throw new ParameterException(spec.commandLine(), "a command is needed");
    }
  }

  /// @return the exit code
  public static int run(Outside outside, String... arguments) {
    return of(outside).execute(arguments);
  }

  /// The commands that people see.
  static List<String> names() {
    return List.of(
        "server",
        "run",
        "validate",
        "flow",
        "docs",
        "schema",
        "next",
        "trigger",
        "import",
        "configuration",
        "completion");
  }

  static CommandLine of(Outside outside) {
    var line =
        new CommandLine(new Root())
            .addSubcommand(new ServerCommand(outside))
            .addSubcommand(new RunCommand(outside))
            .addSubcommand(new ValidateCommand(outside))
            .addSubcommand(
                new CommandLine(new FlowCommand()).addSubcommand(new FlowCommand.Validate(outside)))
            .addSubcommand(
                new CommandLine(new ImportCommand())
                    .addSubcommand(new ImportCommand.OfQuartz(outside))
                    .addSubcommand(new ImportCommand.OfDolphinScheduler(outside)))
            .addSubcommand(new DocsCommand(outside))
            .addSubcommand(new SchemaCommand(outside))
            .addSubcommand(new NextCommand(outside))
            .addSubcommand(TriggerCommand.line(outside))
            .addSubcommand(new ConfigurationCommand(outside))
            .addSubcommand(new CompletionCommand(outside))
            .addSubcommand(new RehearseCommand(outside));
    line.setOut(new PrintWriter(outside.out(), true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(outside.err(), true, StandardCharsets.UTF_8));
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(outside.terminal().colourOut() ? Ansi.ON : Ansi.OFF));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setUsageHelpAutoWidth(false);
    line.setUsageHelpWidth(Math.clamp(outside.terminal().columns(), 80, 120));
    line.setParameterExceptionHandler((mistake, arguments) -> explain(mistake));
    line.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          outside.err().println("orrery: " + message(failure));
          return ExitCode.FAILED;
        });
    return line;
  }

  private static int explain(ParameterException mistake) {
    var command = mistake.getCommandLine();
    var err = command.getErr();
    err.println("orrery: " + mistake.getMessage());
    UnmatchedArgumentException.printSuggestions(mistake, err);
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return ExitCode.INVALID;
  }

  private static String message(Throwable failure) {
    var told =
        failure instanceof UncheckedIOException io && io.getCause() != null
            ? io.getCause()
            : failure;
    var message = told.getMessage();
    return message == null ? told.toString() : message;
  }

  /// The version that the jar says; `development` when run from classes.
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      var version = CommandLineTool.class.getPackage().getImplementationVersion();
      return new String[] {"orrery " + (version == null ? "development" : version)};
    }
  }
}
