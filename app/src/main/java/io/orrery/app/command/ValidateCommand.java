package io.orrery.app.command;

import io.orrery.app.terminal.Ink;
import io.orrery.model.problem.Problem;
import io.orrery.model.state.LogLevel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "validate",
    description = "Reads flows as the server would, and says everything that is wrong with them.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Prints 'CODE at FILE:LINE:COLUMN: what is wrong, how to mend it', a line each; docs/errors/ explains the codes.",
      "Exit code 0 when every flow would be accepted, warnings or not; else 2.",
      "",
      "Examples:",
      "  orrery validate examples/hello.yaml",
      "  orrery validate flows/ other.yml",
      "  orrery validate --json flows/ | jq '.[] | select(.severity == \"ERROR\")'"
    })
final class ValidateCommand implements Callable<Integer> {

  private final Outside outside;

  @Parameters(paramLabel = "PATH", arity = "1..*", description = "Flow files, or folders of them.")
  private List<Path> paths = new ArrayList<>();

  @Option(names = "--json", description = "Print the problems as a JSON list.")
  private boolean json;

  ValidateCommand(Outside outside) {
    this.outside = outside;
  }

  private record Found(Path file, Problem problem) {}

  @Override
  public Integer call() {
    var files = new ArrayList<Path>();
    var found = new ArrayList<Found>();
    int unreadable = 0;
    int refused = 0;
    for (var path : paths) {
      try {
        files.addAll(FlowFiles.below(outside.folder().resolve(path)));
      } catch (IOException e) {
        outside.err().println("orrery: " + e.getMessage());
        unreadable++;
      }
    }
    for (var file : files) {
      try {
        var problems = outside.parts().read(FlowFiles.text(file)).problems();
        problems.forEach(problem -> found.add(new Found(file, problem)));
        refused += problems.stream().anyMatch(Problem::refuses) ? 1 : 0;
      } catch (IOException e) {
        outside.err().println("orrery: " + file + " cannot be read: " + e.getMessage());
        unreadable++;
      }
    }
    print(found);
    outside
        .err()
        .println(
            counted(files.size(), "file")
                + ": "
                + (files.size() - refused)
                + " good, "
                + refused
                + " refused"
                + (unreadable > 0 ? ", " + unreadable + " not readable" : ""));
    if (files.isEmpty() && unreadable == 0) {
      outside.err().println("orrery: no .yaml or .yml file is there");
    }
    return refused == 0 && unreadable == 0 && !files.isEmpty() ? ExitCode.DONE : ExitCode.INVALID;
  }

  private void print(List<Found> found) {
    if (json) {
      outside.out().println(Json.of(found.stream().map(this::shape).toList()));
      return;
    }
    var ink = Ink.of(outside.terminal().colourOut());
    for (var each : found) {
      var text = each.problem().text(shown(each.file()));
      outside.out().println(line(ink, each.problem(), text));
    }
  }

  /// A warning says that it is one; an error is the plain case.
  static String line(Ink ink, Problem problem, String text) {
    return switch (problem.severity()) {
      case ERROR -> ink.level(LogLevel.ERROR, text);
      case WARNING -> ink.level(LogLevel.WARN, "warning " + text);
      case DEPRECATION -> ink.level(LogLevel.WARN, "deprecated " + text);
    };
  }

  private Map<String, Object> shape(Found found) {
    var problem = found.problem();
    var shape = new LinkedHashMap<String, Object>();
    shape.put("file", shown(found.file()));
    shape.put("line", problem.at().line());
    shape.put("column", problem.at().column());
    shape.put("code", problem.code().id());
    shape.put("severity", problem.severity().name());
    shape.put("path", problem.path());
    shape.put("what", problem.what());
    shape.put("mend", problem.mend());
    return shape;
  }

  /// As the user wrote it: relative to the folder he stands in, when it is below it.
  private String shown(Path file) {
    return file.startsWith(outside.folder())
        ? outside.folder().relativize(file).toString()
        : file.toString();
  }

  private static String counted(int number, String what) {
    return String.format(Locale.ROOT, "%d %s%s", number, what, number == 1 ? "" : "s");
  }
}
