package io.orrery.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocsCommandTest {

  @TempDir Path folder = Path.of("");
  private Shell shell = new Shell(folder, new RealParts());

  @BeforeEach
  void openShell() {
    shell = new Shell(folder, new RealParts());
  }

  @Test
  void a_plugin_is_told_about_with_its_properties_outputs_and_an_example() {
    var said = shell.run("docs", "io.kestra.plugin.core.http.Request");

    assertThat(said.code()).isZero();
    assertThat(said.out())
        .startsWith("# io.kestra.plugin.core.http.Request\n")
        .contains("```yaml\nid: call\ntype: io.kestra.plugin.core.http.Request\n")
        .contains("- `uri` (text, required, templates)")
        .contains("- `allowFailed` (boolean, templates): ")
        .contains("Default: `false`.")
        .contains("    - `connectTimeout` (duration, templates)")
        .contains("## Outputs")
        .contains("- `code` (integer): The status of the response.")
        .contains("## What every task has")
        .contains("- `io.kestra.plugin.fs.http.Request`");
  }

  @Test
  void flow_control_triggers_conditions_and_inputs_are_told_about_as_well() {
    assertThat(shell.run("docs", "ForEach").out()).contains("`values` (any value, required");
    assertThat(shell.run("docs", "schedule").out()).contains("`cron` (text, required)");
    assertThat(shell.run("docs", "io.kestra.core.models.conditions.types.VariableCondition").out())
        .startsWith("# io.kestra.plugin.core.condition.Expression");
    assertThat(shell.run("docs", "select").out()).startsWith("# SELECT").contains("`isRadio`");
  }

  @Test
  void an_unknown_type_is_refused_with_what_was_probably_meant() {
    var said = shell.run("docs", "io.kestra.plugin.core.log.Lag");

    assertThat(said.code()).isEqualTo(ExitCode.INVALID);
    assertThat(said.out()).isEmpty();
    assertThat(said.err()).contains("Did you mean 'io.kestra.plugin.core.log.Log'?");
  }

  @Test
  void without_a_type_all_are_listed() {
    assertThat(shell.run("docs").out())
        .contains("Tasks\n", "Triggers\n", "Conditions\n", "Inputs\n")
        .contains("  io.kestra.plugin.core.log.Log  Writes lines to the log of the execution.");
  }

  @Test
  void the_schema_goes_to_standard_output_or_into_a_file() throws IOException {
    assertThat(shell.run("schema").out())
        .startsWith("{")
        .contains("http://json-schema.org/draft-07/schema#")
        .contains("\"$ref\" : \"#/definitions/flow\"");

    var said = shell.run("schema", "task", "-o", "task.json");

    assertThat(said.code()).isZero();
    assertThat(said.out()).isEmpty();
    assertThat(Files.readString(folder.resolve("task.json")))
        .contains("\"$ref\" : \"#/definitions/task\"");
    assertThat(shell.run("schema", "nonsense").code()).isEqualTo(ExitCode.INVALID);
  }
}
