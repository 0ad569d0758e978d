package io.orrery.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.app.config.ServerConfig;
import io.orrery.model.flow.Flow;
import io.orrery.model.language.Catalogue;
import io.orrery.model.problem.Code;
import io.orrery.model.problem.Parsed;
import io.orrery.model.problem.Position;
import io.orrery.model.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLineToolTest {

  /// Every flow has the same mistake; nothing can be opened.
  private static final Parts PARTS =
      new Parts() {
        @Override
        public Parsed<Flow> read(String source) {
          return new Parsed.Bad<>(
              List.of(
                  Problem.error(
                      Code.UNKNOWN_PROPERTY,
                      "tasks[0].mesage",
                      new Position(12, 5),
                      "task 'load' has no property 'mesage'.",
                      "Did you mean 'message'?")));
        }

        @Override
        public Catalogue catalogue() {
          throw new IllegalStateException("no plugins");
        }

        @Override
        public TriggerReading triggers(ServerConfig config) {
          throw new AssertionError("nothing is read here");
        }

        @Override
        public Instance open(ServerConfig config) {
          throw new IllegalStateException("the database is locked by another process");
        }
      };

  @TempDir Path folder = Path.of("");
  private Shell shell = new Shell(folder, PARTS);

  @BeforeEach
  void openShell() {
    shell = new Shell(folder, PARTS);
  }

  @Test
  void an_unknown_flag_is_refused_with_what_was_probably_meant() {
    var said = shell.run("validate", "--jsno", "x");
    assertThat(said.code()).isEqualTo(ExitCode.INVALID);
    assertThat(said.out()).isEmpty();
    assertThat(said.err())
        .contains("Unknown option: '--jsno'")
        .contains("--json")
        .contains("Try 'orrery validate --help'.");
  }

  @Test
  void an_unknown_command_is_refused_with_what_was_probably_meant() {
    var said = shell.run("vlaidate");
    assertThat(said.code()).isEqualTo(ExitCode.INVALID);
    assertThat(said.err()).contains("orrery validate");
  }

  @Test
  void no_command_at_all_is_refused() {
    assertThat(shell.run().code()).isEqualTo(ExitCode.INVALID);
  }

  @Test
  void help_and_version_go_to_standard_output() {
    assertThat(shell.run("--version").out()).startsWith("orrery ");
    assertThat(shell.run("--help").out()).contains("Examples:").contains("Exit codes:");
    assertThat(shell.run("--help").code()).isZero();
  }

  @Test
  void every_command_has_help_with_examples() {
    for (var command : CommandLineTool.names()) {
      var said = shell.run(command, "--help");
      assertThat(said.code()).as(command).isZero();
      assertThat(said.out()).as(command).contains("Examples:").contains("orrery " + command);
    }
  }

  @Test
  void completion_is_a_bash_script_that_knows_the_commands() {
    assertThat(shell.run("completion").out())
        .startsWith("#!/usr/bin/env bash")
        .contains("validate")
        .contains("--password-file")
        .doesNotContain("rehearse");
  }

  @Test
  void configuration_prints_the_reference_page() {
    assertThat(shell.run("configuration").out()).startsWith("# Configuration");
  }

  @Test
  void validate_prints_each_problem_with_its_place_on_a_line() throws IOException {
    var file = Files.createDirectories(folder.resolve("flows/sub")).resolve("etl.yml");
    Files.writeString(file, "id: etl");
    Files.createDirectories(folder.resolve("flows/.git"));
    Files.writeString(folder.resolve("flows/.git/hidden.yaml"), "no flow");
    Files.writeString(folder.resolve("flows/readme.txt"), "no flow");
    var said = shell.run("validate", "flows");
    assertThat(said.code()).isEqualTo(ExitCode.INVALID);
    assertThat(said.out())
        .isEqualTo(
            "ORR-1101 at flows/sub/etl.yml:12:5: task 'load' has no property 'mesage'. Did you mean"
                + " 'message'?\n");
    assertThat(said.err()).isEqualTo("1 file: 0 good, 1 refused\n");
  }

  @Test
  void validate_prints_json_for_programs() throws IOException {
    Files.writeString(folder.resolve("a.yaml"), "id: a");
    var said = shell.run("validate", "--json", "a.yaml");
    assertThat(said.out())
        .contains("\"file\" : \"a.yaml\"")
        .contains("\"line\" : 12")
        .contains("\"code\" : \"ORR-1101\"")
        .contains("\"severity\" : \"ERROR\"");
  }

  @Test
  void validate_of_nothing_is_not_a_success() {
    assertThat(shell.run("validate", "nowhere").code()).isEqualTo(ExitCode.INVALID);
    assertThat(shell.run("validate", "nowhere").err()).contains("there is no");
    assertThat(shell.run("validate", ".").code()).isEqualTo(ExitCode.INVALID);
  }

  @Test
  void run_does_not_start_a_flow_with_mistakes() throws IOException {
    Files.writeString(folder.resolve("a.yaml"), "id: a");
    var said = shell.run("run", "a.yaml");
    assertThat(said.code()).isEqualTo(ExitCode.INVALID);
    assertThat(said.out()).isEmpty();
    assertThat(said.err()).contains("ORR-1101");
    assertThat(shell.run("run", "b.yaml").err()).contains("cannot read the flow");
  }

  @Test
  void server_says_all_that_is_wrong_with_its_configuration() {
    var said = shell.run("server", "--port", "99999", "--host", "0.0.0.0");
    assertThat(said.code()).isEqualTo(ExitCode.INVALID);
    assertThat(said.err()).contains("'99999' is not from 0 to 65535").contains("0.0.0.0 can be");
  }

  @Test
  void a_server_that_cannot_open_says_why_in_one_line() {
    var said = shell.run("server", "--port", "0");
    assertThat(said.code()).isEqualTo(ExitCode.FAILED);
    assertThat(said.err()).isEqualTo("orrery: the database is locked by another process\n");
  }

  @Test
  void home_is_a_flag_or_a_variable_or_a_folder_here() throws IOException {
    Files.createDirectories(folder.resolve(".orrery"));
    Files.writeString(folder.resolve(".orrery/orrery.yml"), "from: here");
    assertThat(shell.run("server").err()).contains("orrery.yml from: unknown key");
    Files.createDirectories(folder.resolve("other"));
    Files.writeString(folder.resolve("other/orrery.yml"), "from: variable");
    shell.environment.put("ORRERY_HOME", "other");
    assertThat(shell.run("server").err()).contains("unknown key");
    assertThat(shell.run("server", "--home", "none").err()).contains("locked by another");
  }
}
