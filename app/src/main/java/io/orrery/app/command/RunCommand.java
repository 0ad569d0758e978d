package io.orrery.app.command;

import io.orrery.app.config.ServerConfig;
import io.orrery.app.terminal.Ink;
import io.orrery.controller.Orchestrator.Refused;
import io.orrery.model.flow.Flow;
import io.orrery.model.kept.Kept;
import io.orrery.model.problem.Parsed;
import io.orrery.model.problem.Problem;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "run",
    description = "Runs one flow in this process, without a server, and waits for its end.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Log lines and progress go to standard error, the flow's outputs as JSON to standard output.",
      "The flow's triggers do not fire. Ctrl-C kills the execution.",
      "Exit code: 0 SUCCESS or WARNING, 1 any other end, 2 not started, 130 Ctrl-C.",
      "",
      "Examples:",
      "  orrery run examples/hello.yaml",
      "  orrery run examples/inputs.yaml -i name=Ada -i count=3 -i attachment=@notes.txt",
      "  orrery run examples/subflow-parent.yaml --with examples/subflow-child.yaml",
      "  orrery run --json flow.yaml | jq .state.current"
    })
final class RunCommand implements Callable<Integer> {

  private final Outside outside;

  @Parameters(paramLabel = "FILE", description = "The flow.")
  private Path file = Path.of("");

  @Option(
      names = {"-i", "--input"},
      paramLabel = "NAME=VALUE",
      description = "An input; NAME=@PATH uploads a file for an input of type FILE. Repeatable.")
  private Map<String, String> inputs = new LinkedHashMap<>();

  @Option(
      names = {"-l", "--label"},
      paramLabel = "NAME=VALUE",
      description = "A label of the execution. Repeatable.")
  private Map<String, String> labels = new LinkedHashMap<>();

  @Option(
      names = "--with",
      paramLabel = "PATH",
      description = "Flow files or folders that the flow may start as subflows. Repeatable.")
  private List<Path> others = new ArrayList<>();

  @Option(names = "--json", description = "Print the whole execution as JSON, not its outputs.")
  private boolean json;

  @Option(
      names = "--home",
      paramLabel = "FOLDER",
      description =
          "Keep database and files there (with its orrery.yml). Not given: a temporary folder.")
  private @Nullable Path home;

  RunCommand(Outside outside) {
    this.outside = outside;
  }

  /// A flow and the text it was read from.
  record Source(Path file, Flow flow, String text) {}

  @Override
  public Integer call() {
    var main = read(outside.folder().resolve(file));
    var around = main.isPresent() ? readOthers() : Optional.<List<Source>>empty();
    if (main.isEmpty() || around.isEmpty()) {
      return ExitCode.INVALID;
    }
    try (var interrupt = Interrupt.watch(outside.err());
        var place = home == null ? Home.passing() : Home.lasting(outside, Optional.of(home))) {
      var config = place.config(outside, Map.of());
      return config.isEmpty()
          ? ExitCode.INVALID
          : run(config.get(), main.get(), around.get(), interrupt);
    }
  }

  private int run(ServerConfig config, Source main, List<Source> around, Interrupt interrupt) {
    try (var instance = outside.parts().open(config.withoutHttp())) {
      var here = asReadBy(instance, main);
      var run = new OneRun(outside, instance, interrupt, here.flow());
      var asked = new OneRun.Asked(inputs, labels, outside.folder());
      for (var source : around) {
        run.save(asReadBy(instance, source));
      }
      run.save(here);
      var end = run.start(asked);
      return end.isPresent() ? report(end.get()) : ExitCode.INVALID;
    } catch (Refused refused) {
      outside.err().println("orrery: " + refused.getMessage());
      refused.problems().forEach(problem -> say(main.file(), problem));
      return ExitCode.INVALID;
    }
  }

  /// The plugin defaults of the instance and its namespaces count as well.
  private static Source asReadBy(Instance instance, Source source) {
    return switch (instance.read(source.text())) {
      case Parsed.Ok<Flow>(var flow, var _) -> new Source(source.file(), flow, source.text());
      case Parsed.Bad<Flow>(var problems) ->
          throw new Refused(Refused.Reason.INVALID, "the flow is refused", problems);
    };
  }

  private int report(WholeExecution execution) {
    var head = execution.execution();
    if (json) {
      outside.out().println(Json.of(ExecutionShape.of(execution)));
    } else if (!head.outputs().isEmpty()) {
      outside.out().println(Json.of(Kept.shown(head.outputs())));
    }
    return switch (head.state()) {
      case SUCCESS, WARNING -> ExitCode.DONE;
      default -> ExitCode.FAILED;
    };
  }

  private Optional<List<Source>> readOthers() {
    var read = new ArrayList<Source>();
    boolean good = true;
    for (var other : others) {
      try {
        for (var each : FlowFiles.below(outside.folder().resolve(other))) {
          var source = read(each);
          good &= source.isPresent();
          source.ifPresent(read::add);
        }
      } catch (IOException e) {
        outside.err().println("orrery: " + e.getMessage());
        good = false;
      }
    }
    return good ? Optional.of(read) : Optional.empty();
  }

  private Optional<Source> read(Path path) {
    try {
      var text = FlowFiles.text(path);
      return switch (outside.parts().read(text)) {
        case Parsed.Ok<Flow>(var flow, var problems) -> {
          problems.forEach(problem -> say(path, problem));
          yield Optional.of(new Source(path, flow, text));
        }
        case Parsed.Bad<Flow>(var problems) -> {
          problems.forEach(problem -> say(path, problem));
          yield Optional.empty();
        }
      };
    } catch (IOException e) {
      outside.err().println("orrery: cannot read the flow: " + e.getMessage());
      return Optional.empty();
    }
  }

  private void say(Path path, Problem problem) {
    var ink = Ink.of(outside.terminal().colourErr());
    outside.err().println(ValidateCommand.line(ink, problem, problem.text(path.toString())));
  }
}
