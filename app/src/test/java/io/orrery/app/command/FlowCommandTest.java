package io.orrery.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlowCommandTest {

  @TempDir Path folder = Path.of("");
  private Shell shell = new Shell(folder, new RealParts());

  @BeforeEach
  void openShell() {
    shell = new Shell(folder, new RealParts());
  }

  private static String flow(String format) {
    return """
    id: include
    namespace: demo
    tasks:
      - id: t
        type: io.kestra.plugin.core.debug.Return
        format: %s
    """
        .formatted(format);
  }

  @Test
  void a_good_flow_is_ticked_off() throws IOException {
    Files.writeString(folder.resolve("a.yaml"), flow("x"));

    var said = shell.run("flow", "validate", "--local", "a.yaml");

    assertThat(said.code()).isZero();
    assertThat(said.out()).isEqualTo("\u2713 - demo / include\n");
  }

  @Test
  void a_bad_flow_is_told_with_every_mistake_and_fails_the_command() throws IOException {
    Files.writeString(folder.resolve("a.yaml"), flow("x\n    formt: y"));
    Files.writeString(folder.resolve("b.yaml"), flow("x"));

    var said = shell.run("flow", "validate", "--local", ".");

    assertThat(said.code()).isEqualTo(ExitCode.FAILED);
    assertThat(said.out()).isEqualTo("\u2713 - demo / include\n");
    assertThat(said.err()).contains("a.yaml:7:5").contains("Did you mean 'format'?");
  }

  @Test
  void an_included_file_of_one_line_stands_in_its_place() throws IOException {
    Files.writeString(folder.resolve("one.txt"), "say \"hi\"");

    assertThat(Includes.expand("format: \"[[> one.txt]]!\"", folder))
        .isEqualTo("format: \"say \\\"hi\\\"!\"");
  }

  @Test
  void an_included_file_of_several_lines_keeps_the_indentation() throws IOException {
    Files.writeString(folder.resolve("two.txt"), "a\nb\n");

    assertThat(Includes.expand("format: |\n  [[> two.txt]]\nlast", folder))
        .isEqualTo("format: |\n  a\n  b\nlast");
  }

  @Test
  void an_include_that_is_not_there_is_said_to_be_so() throws IOException {
    Files.writeString(folder.resolve("a.yaml"), flow("'[[> none.txt]]'"));

    var said = shell.run("flow", "validate", "a.yaml");

    assertThat(said.code()).isEqualTo(ExitCode.FAILED);
    assertThat(said.err()).contains("none.txt");
  }
}
