package io.orrery.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RunCommandTest {

  private static final Path EXAMPLES = Path.of("../examples").toAbsolutePath().normalize();
  private static final Parts PARTS = new RealParts();

  @TempDir Path folder = Path.of("");
  private Shell shell = new Shell(folder, PARTS);

  @BeforeEach
  void openShell() {
    shell = new Shell(folder, PARTS);
  }

  @Test
  void outputs_go_to_standard_output_and_all_else_to_standard_error() throws IOException {
    var said = shell.run("run", EXAMPLES.resolve("hello.yaml").toString(), "-i", "name=Ada");
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(json(said.out())).isEqualTo(Map.of("greeting", "Hello, Ada!"));
    assertThat(said.err())
        .contains("INFO  say: Hello, Ada!")
        .containsPattern("SUCCESS  greeting \\(.* s\\)")
        .containsPattern("execution \\w{22} of examples.hello: SUCCESS in");
  }

  @Test
  void no_secret_reaches_the_terminal_whatever_a_template_makes_of_it() throws IOException {
    var flow =
        Files.writeString(
            folder.resolve("discreet.yaml"),
            """
            id: discreet
            namespace: test
            inputs:
              - {id: pin, type: SECRET}
            tasks:
              - id: plain
                type: io.kestra.plugin.core.log.Log
                message: "{{ inputs.pin }} {{ inputs.pin | upper }} {{ inputs.pin | base64encode }}"
              - id: handed_on
                type: io.kestra.plugin.core.debug.Return
                format: "pin={{ inputs.pin | replace({'s': 'z'}) }}"
              - id: later
                type: io.kestra.plugin.core.log.Log
                message: "{{ outputs.handed_on.value }}"
              - id: fails
                type: io.kestra.plugin.core.execution.Fail
                errorMessage: "wrong pin {{ inputs.pin | upper }}"
            outputs:
              - {id: out, type: STRING, value: "{{ outputs.handed_on.value }}"}
            """);

    var said = shell.run("run", flow.toString(), "-i", "pin=swordfish77");

    assertThat(said.code()).isEqualTo(1);
    assertThat(said.err()).contains("******", "wrong pin ******");
    assertThat(said.out() + said.err())
        .doesNotContainIgnoringCase("swordfish77")
        .doesNotContain("zwordfizh77", "c3dvcmRmaXNoNzc");
  }

  static List<String> examples() {
    return Examples.NAMES;
  }

  @ParameterizedTest
  @MethodSource("examples")
  void every_example_ends_well(String name) {
    var arguments = new ArrayList<>(List.of("run", EXAMPLES.resolve(name + ".yaml").toString()));
    if (name.equals("subflow-parent")) {
      arguments.addAll(List.of("--with", EXAMPLES.resolve("subflow-child.yaml").toString()));
    }
    if (name.equals("subflow-child")) {
      arguments.addAll(List.of("-i", "number=4"));
    }
    var said = shell.run(arguments.toArray(new String[0]));
    assertThat(said.code()).as(said.err()).isZero();
  }

  @Test
  void every_example_is_accepted_without_a_remark() {
    var said = shell.run("validate", EXAMPLES.toString());
    assertThat(said.out()).isEmpty();
    assertThat(said.code()).isZero();
  }

  @Test
  void a_failed_execution_is_exit_code_one_and_its_reason_is_seen() throws IOException {
    var file = flow("{id: f, type: io.kestra.plugin.core.execution.Fail, errorMessage: broken}");
    var said = shell.run("run", file);
    assertThat(said.code()).isEqualTo(ExitCode.FAILED);
    assertThat(said.err()).contains("broken").contains("FAILED   f").contains(": FAILED in");
    assertThat(said.out()).isEmpty();
  }

  @Test
  void the_whole_execution_is_printed_on_demand() throws IOException {
    var file = flow("{id: r, type: io.kestra.plugin.core.debug.Return, format: x}");
    var said = shell.run("run", "--json", "-l", "team=blue", file);
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(json(said.out())).containsEntry("flowId", "one").containsKey("taskRunList");
    assertThat(said.out()).contains("\"current\" : \"SUCCESS\"").contains("blue");
  }

  @Test
  void a_file_is_uploaded_for_an_input_of_its_type() throws IOException {
    Files.writeString(folder.resolve("notes.txt"), "the notes");
    var file =
        write(
            """
            id: one
            namespace: test
            inputs:
              - {id: attachment, type: FILE}
            tasks:
              - {id: r, type: io.kestra.plugin.core.debug.Return, format: "{{ read(inputs.attachment) }}"}
            outputs:
              - {id: content, type: STRING, value: "{{ outputs.r.value }}"}
            """);
    var said = shell.run("run", file, "-i", "attachment=@notes.txt");
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(json(said.out())).isEqualTo(Map.of("content", "the notes"));
    assertThat(shell.run("run", file, "-i", "attachment=@nowhere").code())
        .isEqualTo(ExitCode.INVALID);
  }

  @Test
  void inputs_are_checked_before_anything_runs() {
    var hello = EXAMPLES.resolve("hello.yaml").toString();
    var unknown = shell.run("run", hello, "-i", "nane=x");
    assertThat(unknown.code()).isEqualTo(ExitCode.INVALID);
    assertThat(unknown.err()).contains("has no input 'nane'. Did you mean 'name'?");
    var wrong = shell.run("run", EXAMPLES.resolve("inputs.yaml").toString(), "-i", "count=many");
    assertThat(wrong.code()).isEqualTo(ExitCode.INVALID);
    assertThat(wrong.err()).contains("count");
    var child = shell.run("run", EXAMPLES.resolve("subflow-child.yaml").toString());
    assertThat(child.code()).isEqualTo(ExitCode.INVALID);
    assertThat(child.err()).contains("number");
  }

  @Test
  void a_home_that_is_given_is_kept_and_remembers() throws IOException {
    var kv = EXAMPLES.resolve("kv.yaml").toString();
    assertThat(shell.run("run", kv, "--home", "kept", "-i", "note=first").code()).isZero();
    assertThat(shell.run("run", kv, "--home", "kept", "-i", "note=second").err())
        .contains("was: first; is now: second");
    assertThat(Files.exists(folder.resolve("kept/orrery.db"))).isTrue();
  }

  private String flow(String task) throws IOException {
    return write("id: one\nnamespace: test\ntasks:\n  - " + task + "\n");
  }

  private String write(String text) throws IOException {
    Files.writeString(folder.resolve("one.yaml"), text);
    return "one.yaml";
  }

  private static Map<String, Object> json(String text) throws IOException {
    return new ObjectMapper().readValue(text, new TypeReference<>() {});
  }
}
