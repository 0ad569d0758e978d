package io.orrery.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The script `./orrery`, run with a `Main` of our own in place of the real one.
class LauncherTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final long WAIT_MAX_S = 120;

  @TempDir Path temp = Path.of("");

  /// A copy of the checkout's launcher, in a folder whose name has a space.
  private Path copy = Path.of("");

  @BeforeEach
  void copyLauncher() throws IOException {
    copy = Files.createDirectories(temp.resolve("a checkout"));
    Files.createDirectories(copy.resolve(".mvn"));
    for (var file : List.of("orrery", ".mvn/find-jdk", ".mvn/first-build")) {
      Files.copy(ROOT.resolve(file), copy.resolve(file));
      assertThat(copy.resolve(file).toFile().setExecutable(true)).isTrue();
    }
  }

  @Test
  void a_rebuilt_jar_is_what_runs_although_a_cache_of_the_old_one_is_there() throws Exception {
    build("ONE");
    assertThat(launch("aot").code()).isZero();
    assertThat(launch("run").out()).contains("version ONE").contains("cached true");

    build("TWO");
    assertThat(launch("run").out()).contains("version TWO").contains("cached false");

    assertThat(launch("aot").code()).isZero();
    assertThat(launch("run").out()).contains("version TWO").contains("cached true");
  }

  @Test
  void it_runs_through_a_symbolic_link_from_anywhere_and_hands_arguments_on() throws Exception {
    build("ONE");
    var link = Files.createSymbolicLink(temp.resolve("link"), Path.of("a checkout", "orrery"));
    var second = Files.createSymbolicLink(temp.resolve("second"), link);
    var elsewhere = Files.createDirectories(temp.resolve("elsewhere"));
    var ran = launch(elsewhere, List.of(second.toString(), "run", "two words", ""), Map.of());
    assertThat(ran.out()).contains("arguments [run, two words, ]");
    assertThat(ran.out()).contains("folder " + elsewhere.toRealPath());
  }

  @Test
  void the_exit_code_and_both_streams_are_those_of_the_process() throws Exception {
    build("ONE");
    var ran = launch("fail");
    assertThat(ran.code()).isEqualTo(7);
    assertThat(ran.err()).isEqualTo("failing\n");
    assertThat(ran.out()).startsWith("version ONE");
  }

  @Test
  void jvm_options_of_the_user_win() throws Exception {
    build("ONE");
    var command = List.of(copy.resolve("orrery").toString(), "try");
    var ran = launch(temp, command, Map.of("ORRERY_JAVA_OPTS", "-Dfirst=1 -Xmx77m"));
    assertThat(ran.out()).contains("heap 7");
  }

  @Test
  void the_first_start_builds_and_shows_how_far_it_is() throws Exception {
    build("ONE");
    var jar = copy.resolve("app/target/orrery.jar");
    Files.move(jar, copy.resolve("made.jar"));
    maven(
        """
        echo '[INFO] Building orrery-model 0.1.0   [1/2]'
        echo '[INFO] chatter'
        cp made.jar app/target/orrery.jar
        """);
    var ran = launch("try");
    assertThat(ran.out()).contains("version ONE");
    assertThat(ran.err())
        .startsWith("building Orrery (first run")
        .contains("\n  model 0.1.0   [1/2]\n")
        .doesNotContain("chatter");
    assertThat(launch("try").err()).isEmpty();
  }

  @Test
  void a_first_build_that_fails_says_why_and_runs_nothing() throws Exception {
    build("ONE");
    Files.delete(copy.resolve("app/target/orrery.jar"));
    maven("echo '[ERROR] Main.java:[1,1] cannot find symbol'\nexit 1\n");
    var ran = launch("try");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains("cannot find symbol").contains("first-build.log");
    assertThat(Files.exists(copy.resolve("app/target/first-build.lock"))).isFalse();
  }

  private void maven(String script) throws IOException {
    var file = copy.resolve("mvnw");
    Files.writeString(file, "#!/bin/sh\n" + script);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void without_a_jdk_one_sentence_says_what_to_do() throws Exception {
    build("ONE");
    Files.writeString(
        copy.resolve(".mvn/find-jdk"), "#!/bin/sh\necho 'Orrery needs a JDK' >&2\nexit 1\n");
    var ran = launch("try");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).isEqualTo("Orrery needs a JDK\n");
  }

  private record Ran(int code, String out, String err) {}

  private Ran launch(String argument) throws Exception {
    return launch(temp, List.of(copy.resolve("orrery").toString(), argument), Map.of());
  }

  private Ran launch(Path folder, List<String> command, Map<String, String> environment)
      throws Exception {
    var out = Files.createTempFile(temp, "out", ".txt");
    var err = Files.createTempFile(temp, "err", ".txt");
    var builder =
        new ProcessBuilder(new ArrayList<>(command))
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("ORRERY_"));
    builder.environment().put("ORRERY_JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("ORRERY_CACHE", temp.resolve("cache").toString());
    builder.environment().putAll(environment);
    var process = builder.start();
    process.getOutputStream().close();
    if (!process.waitFor(WAIT_MAX_S, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("the launcher did not end: " + command);
    }
    return new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  /// Puts a jar where the build puts it: its `Main` tells its version and how it was started.
  private void build(String version) throws IOException {
    var source = temp.resolve("Main.java");
    Files.writeString(
        source, PROGRAM.replaceAll(Pattern.quote("VERSION"), version), StandardCharsets.UTF_8);
    var classes = Files.createDirectories(temp.resolve("classes"));
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", classes.toString(), source.toString());
    assertThat(code).isZero();
    var target = Files.createDirectories(copy.resolve("app/target"));
    Files.createDirectories(target.resolve("lib"));
    try (var jar = new JarOutputStream(Files.newOutputStream(target.resolve("orrery.jar")))) {
      jar.putNextEntry(new JarEntry("io/orrery/app/Main.class"));
      Files.copy(classes.resolve("io/orrery/app/Main.class"), jar);
    }
  }

  private static final String PROGRAM =
      """
      package io.orrery.app;

      public class Main {
        public static void main(String[] arguments) {
          System.out.println("version VERSION");
          System.out.println("arguments " + java.util.Arrays.asList(arguments));
          System.out.println("folder " + System.getProperty("user.dir"));
          System.out.println("heap " + Runtime.getRuntime().maxMemory() / 1000 / 1000);
          var options = java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments();
          System.out.println("cached " + options.toString().contains("-XX:AOTCache="));
          if (arguments[0].equals("fail")) {
            System.err.println("failing");
            System.exit(7);
          }
        }
      }
      """;
}
