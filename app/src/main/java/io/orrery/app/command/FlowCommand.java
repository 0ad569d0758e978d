package io.orrery.app.command;

import io.orrery.model.flow.Flow;
import io.orrery.model.problem.Parsed;
import io.orrery.model.problem.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The commands about flows under the names that they have in Kestra, for scripts that exist.
@Command(
    name = "flow",
    description = "Commands about flows, as Kestra's command line has them.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "Examples:", "  orrery flow validate --local flows/"})
final class FlowCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is needed");
  }

  @Command(
      name = "validate",
      description = "Validates flows; one line for each. 'orrery validate' says more.",
      mixinStandardHelpOptions = true,
      footer = {"", "Examples:", "  orrery flow validate --local flows/"})
  static final class Validate implements Callable<Integer> {

    private final Outside outside;

    @Parameters(paramLabel = "PATH", arity = "1..*", description = "Flow files, or folders.")
    private List<Path> paths = new ArrayList<>();

    @Option(
        names = "--local",
        description = "Without a server. Accepted for Kestra's sake: it is always so.")
    void local(boolean always) {
      // nothing to choose
    }

    Validate(Outside outside) {
      this.outside = outside;
    }

    @Override
    public Integer call() throws IOException {
      boolean good = true;
      for (var path : paths) {
        for (var file : FlowFiles.below(outside.folder().resolve(path))) {
          good &= said(file, outside.parts().read(FlowFiles.text(file)));
        }
      }
      return good ? ExitCode.DONE : ExitCode.FAILED;
    }

    private boolean said(Path file, Parsed<Flow> parsed) {
      return switch (parsed) {
        case Parsed.Ok<Flow>(var flow, var remarks) -> {
          var key = flow.key();
          outside.out().println("\u2713 - " + key.namespace() + " / " + key.id());
          remarks.forEach(remark -> outside.out().println("\u26A0 - " + remark.text("" + file)));
          yield true;
        }
        case Parsed.Bad<Flow>(var problems) -> {
          outside.err().println("\u2718 - " + file);
          problems.stream()
              .filter(Problem::refuses)
              .forEach(problem -> outside.err().println("\t- " + problem.text("" + file)));
          yield false;
        }
      };
    }
  }
}
