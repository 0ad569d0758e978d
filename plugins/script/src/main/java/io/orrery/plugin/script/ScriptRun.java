package io.orrery.plugin.script;

import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.api.TaskRunner;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One run of a script, from its input files to its output files.
public final class ScriptRun {

  private static final String OUTPUT_FOLDER = "outputs";

  private final ScriptOptions options;
  private final RunContext context;
  private final TaskRunner runner;
  private final Path folder;
  private final Path outputFolder;
  private final Map<String, Path> fetched = new HashMap<>();

  private ScriptRun(ScriptOptions options, RunContext outer) throws IOException {
    this.options = options;
    this.folder = outer.workingFolder().path();
    this.outputFolder = folder.resolve(OUTPUT_FOLDER);
    this.context =
        outer.with(Map.of("workingDir", folder.toString(), "outputDir", outputFolder.toString()));
    this.runner = context.taskRunner(taskRunner());
  }

  /// Runs commands, one shell for all.
  public static ScriptOutput commands(
      Property<List<String>> commands, ScriptOptions options, RunContext context)
      throws IOException, InterruptedException {
    return tryCommands(commands, options, context).orFail();
  }

  /// The same, whatever its exit code is.
  public static Ended tryCommands(
      Property<List<String>> commands, ScriptOptions options, RunContext context)
      throws IOException, InterruptedException {
    var run = new ScriptRun(options, context);
    return run.shell(run.localized(run.context.require(commands, "commands")));
  }

  /// Runs one script by the shell itself.
  public static ScriptOutput shellScript(
      Property<String> script, ScriptOptions options, RunContext context)
      throws IOException, InterruptedException {
    return tryShellScript(script, options, context).orFail();
  }

  /// The same, whatever its exit code is.
  public static Ended tryShellScript(
      Property<String> script, ScriptOptions options, RunContext context)
      throws IOException, InterruptedException {
    var run = new ScriptRun(options, context);
    return run.shell(run.localized(List.of(run.context.require(script, "script"))));
  }

  /// Runs one script, from a file, by the first of `programs` that is there.
  ///
  /// @param extension of the file, as `.py`
  public static ScriptOutput fileScript(
      Property<String> script,
      List<String> programs,
      String extension,
      ScriptOptions options,
      RunContext context)
      throws IOException, InterruptedException {
    return tryFileScript(script, programs, extension, options, context).orFail();
  }

  /// The same, whatever its exit code is.
  public static Ended tryFileScript(
      Property<String> script,
      List<String> programs,
      String extension,
      ScriptOptions options,
      RunContext context)
      throws IOException, InterruptedException {
    var run = new ScriptRun(options, context);
    var text = run.localized(List.of(run.context.require(script, "script"))).getFirst();
    var file = context.workingFolder().createFile(extension);
    Files.writeString(file, text);
    var quoted = "'" + file + "'";
    var choice = new StringBuilder();
    for (var program : programs.subList(0, programs.size() - 1)) {
      choice
          .append("if command -v ")
          .append(program)
          .append(" >/dev/null 2>&1; then exec ")
          .append(program)
          .append(' ')
          .append(quoted)
          .append("; fi\n");
    }
    choice.append("exec ").append(programs.getLast()).append(' ').append(quoted);
    return run.shell(List.of(choice.toString()));
  }

  /// The older properties `runner` and `docker` ask for a container only when they say so.
  private Map<String, Object> taskRunner() {
    var chosen = context.render(options.taskRunner());
    if (chosen.isPresent()) {
      return chosen.get();
    }
    var older = context.render(options.runner()).orElse("PROCESS");
    return Map.of("type", older.equalsIgnoreCase("PROCESS") ? "Process" : older);
  }

  private List<String> localized(List<String> texts) throws IOException {
    var local = new ArrayList<String>(texts.size());
    for (var text : texts) {
      local.add(ScriptFiles.localize(text, fetched, context));
    }
    return local;
  }

  private Ended shell(List<String> lines) throws IOException, InterruptedException {
    warnOfWhatIsIgnored();
    var wanted = context.render(options.namespaceFiles()).orElse(Map.of());
    context.namespaceFiles().copyTo(context.workingFolder(), wanted);
    context.files().write(inputFiles(), "inputFiles");
    var script = new ArrayList<String>();
    if (context.render(options.failFast()).orElse(true)) {
      script.add("set -e");
    }
    script.addAll(localized(context.render(options.beforeCommands()).orElse(List.of())));
    script.addAll(lines);
    var text = String.join("\n", script);
    boolean usesOutputFolder =
        context.render(options.outputDirectory()).orElse(false)
            || text.contains(outputFolder.toString())
            || text.contains("OUTPUT_DIR");
    if (usesOutputFolder) {
      Files.createDirectories(outputFolder);
    }
    var command = new ArrayList<>(context.render(options.interpreter()).orElse(interpreter()));
    command.add(text);
    var said = new LineProtocol(context);
    int exitCode = runner.run(new TaskRunner.Command(command, environment(), folder), said);
    var output =
        new ScriptOutput(
            exitCode, said.vars(), outputFiles(usesOutputFolder), said.outLines(), said.errLines());
    return new Ended(output, said.text());
  }

  /// A script that came to its end.
  ///
  /// @param text what it wrote to standard output; the beginning when that was much
  public record Ended(ScriptOutput output, String text) {

    /// @throws TaskFailure when its exit code is not 0
    ScriptOutput orFail() {
      if (output.exitCode() != 0) {
        throw new TaskFailure("Command failed with exit code " + output.exitCode(), output.asMap());
      }
      return output;
    }
  }

  private static List<String> interpreter() {
    return List.of("/bin/sh", "-c");
  }

  private @Nullable Object inputFiles() {
    var written = options.inputFiles().raw().orElse(null);
    return written instanceof String text ? context.evaluate(text) : context.renderTree(written);
  }

  private Map<String, String> environment() throws IOException {
    var environment = new LinkedHashMap<String, String>();
    for (var variable : context.render(options.env()).orElse(Map.of()).entrySet()) {
      environment.put(
          variable.getKey(),
          ScriptFiles.localize(String.valueOf(variable.getValue()), fetched, context));
    }
    environment.put("WORKING_DIR", folder.toString());
    environment.put("OUTPUT_DIR", outputFolder.toString());
    return environment;
  }

  private Map<String, URI> outputFiles(boolean usesOutputFolder) throws IOException {
    var patterns = context.render(options.outputFiles()).orElse(List.of());
    var files = new LinkedHashMap<String, URI>(context.files().store(patterns));
    if (usesOutputFolder && Files.isDirectory(outputFolder)) {
      for (var file : context.files().store(List.of(OUTPUT_FOLDER + "/**")).entrySet()) {
        files.put(file.getKey().substring(OUTPUT_FOLDER.length() + 1), file.getValue());
      }
    }
    return files;
  }

  private void warnOfWhatIsIgnored() {
    context
        .render(options.containerImage())
        .ifPresent(
            image ->
                context
                    .logger()
                    .debug(
                        "containerImage '{}' has no effect: the script is a local process", image));
  }
}
