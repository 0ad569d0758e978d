package io.orrery.simulation.mutation;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/// Plants one bug in a copy of its source, compiles that one file, and runs worlds with it in a
/// process of their own until one fails.
final class Trial {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Pattern FAILURE = Pattern.compile("^seed (\\d+): (.*)$", Pattern.MULTILINE);

  private final Path root;
  private final int seeds;

  /// @param root of the checkout
  /// @param seeds how many worlds at most
  Trial(Path root, int seeds) {
    this.root = root;
    this.seeds = seeds;
  }

  /// What came of it.
  sealed interface Outcome {}

  /// @param by what it broke
  record Caught(long seed, String by) implements Outcome {}

  record Survived() implements Outcome {}

  /// @param why it could not be tried
  record Unfit(String why) implements Outcome {}

  Outcome of(Mutation mutation, Path folder) throws IOException, InterruptedException {
    var classes = Files.createDirectories(folder.resolve("classes"));
    var source = folder.resolve(Path.of(mutation.file()).getFileName());
    Files.writeString(source, mutation.plantedIn(Files.readString(root.resolve(mutation.file()))));
    var classpath = System.getProperty("java.class.path");
    var complaints = new StringWriter();
    var compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      return new Unfit("this Java has no compiler: a JDK is needed");
    }
    var options =
        List.of("-nowarn", "-proc:none", "-parameters", "-cp", classpath, "-d", classes.toString());
    boolean compiled;
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      compiled =
          compiler
              .getTask(complaints, files, null, options, null, files.getJavaFileObjects(source))
              .call();
    }
    if (!compiled) {
      return new Unfit("it does not compile: " + complaints);
    }
    return run(folder, classes + File.pathSeparator + classpath);
  }

  private Outcome run(Path folder, String classpath) throws IOException, InterruptedException {
    var output = folder.resolve("output");
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx700m",
                "-Duser.timezone=UTC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classpath,
                "io.orrery.simulation.Main",
                "--seeds",
                Integer.toString(seeds),
                "--threads",
                "1",
                "--first")
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        return new Caught(0, "a world that does not end");
      }
    } finally {
      process.destroyForcibly();
    }
    var text = Files.readString(output);
    var failure = FAILURE.matcher(text);
    if (failure.find()) {
      return new Caught(Long.parseLong(failure.group(1)), failure.group(2));
    }
    return process.exitValue() == 0 ? new Survived() : new Caught(0, lastLine(text));
  }

  private static String lastLine(String text) {
    return text.lines().reduce("", (_, line) -> line);
  }
}
