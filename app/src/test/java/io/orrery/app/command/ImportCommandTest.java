package io.orrery.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImportCommandTest {

  private final RealParts parts = new RealParts();
  @TempDir private Path folder = Path.of("");

  private Shell shell() {
    return new Shell(folder, parts);
  }

  private Path given(String name) throws IOException {
    var file = folder.resolve(name);
    try (var in = Objects.requireNonNull(ImportCommandTest.class.getResourceAsStream(name))) {
      Files.write(file, in.readAllBytes());
    }
    return file;
  }

  private String written(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
    return name;
  }

  @ParameterizedTest
  @CsvSource({"quartz, quartz_jobs.xml", "dolphinscheduler, dolphinscheduler.json"})
  void every_flow_that_is_made_is_valid_without_a_remark(String from, String name)
      throws IOException {
    given(name);
    var said = shell().run("import", from, name, "--out", "flows", "--namespace", "company.team");
    assertThat(said.code()).isEqualTo(ExitCode.FAILED);
    assertThat(said.err()).contains(" not mapped").doesNotContain("ORR-");
    var files = FlowFiles.below(folder.resolve("flows"));
    assertThat(files).hasSize(2);
    for (var file : files) {
      var read = parts.read(Files.readString(file));
      assertThat(read.problems()).as(read.problems().toString()).isEmpty();
    }
    assertThat(shell().run("validate", "flows").code()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"quartz, quartz_jobs.xml", "dolphinscheduler, dolphinscheduler.json"})
  void the_same_export_gives_the_same_flows(String from, String name) throws IOException {
    given(name);
    var once = shell().run("import", from, name);
    assertThat(shell().run("import", from, name).out()).isEqualTo(once.out()).isNotEmpty();
  }

  @Test
  void a_flow_that_is_there_already_is_not_replaced() throws IOException {
    given("quartz_jobs.xml");
    Files.createDirectories(folder.resolve("flows"));
    Files.writeString(folder.resolve("flows/imported.clean.yaml"), "mine");
    var said = shell().run("import", "quartz", "quartz_jobs.xml", "--out", "flows");
    assertThat(said.code()).isEqualTo(ExitCode.INVALID);
    assertThat(said.err()).contains("imported.clean.yaml is there already");
    assertThat(folder.resolve("flows/imported.clean.yaml")).hasContent("mine");
  }

  @Test
  void the_report_names_the_place_of_each_item() throws IOException {
    given("quartz_jobs.xml");
    var said = shell().run("import", "quartz", "quartz_jobs.xml");
    assertThat(said.err())
        .contains(
            "quartz_jobs.xml:20: simple trigger 'DEFAULT.seven' (flow clean): not mapped: every 7"
                + " minutes is no division of a day");
    assertThat(shell().run("import", "quartz", "quartz_jobs.xml", "--json").err())
        .contains("\"outcome\"", "NOT_MAPPED");
  }

  @Test
  void an_export_that_is_mapped_wholly_is_exit_code_zero() throws IOException {
    var name =
        written(
            "jobs.xml",
            """
            <job-scheduling-data><schedule>
              <job><name>j</name><job-class>org.quartz.jobs.NoOpJob</job-class></job>
              <trigger><cron><name>t</name><job-name>j</job-name><cron-expression>0 0 2 * * ?</cron-expression></cron></trigger>
            </schedule></job-scheduling-data>
            """);
    var said = shell().run("import", "quartz", name);
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(parts.read(said.out()).problems()).noneMatch(Problem::refuses);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<quartz/>",
        "<job-scheduling-data>",
        "<!DOCTYPE a [<!ENTITY x SYSTEM"
            + " \"file:///etc/passwd\">]><job-scheduling-data>&x;</job-scheduling-data>",
        "a,b\n1,2\n",
        ""
      })
  void what_is_no_export_of_quartz_is_exit_code_two(String text) throws IOException {
    var said = shell().run("import", "quartz", written("given", text));
    assertThat(said.code()).as(said.err()).isEqualTo(ExitCode.INVALID);
    assertThat(said.out()).isEmpty();
    assertThat(said.err()).contains("given").doesNotContain("root:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[1]", "{}", "[{\"a\": 1}]"})
  void what_is_no_export_of_dolphinscheduler_is_exit_code_two(String text) throws IOException {
    var said = shell().run("import", "dolphinscheduler", written("given.json", text));
    assertThat(said.code()).as(said.err()).isEqualTo(ExitCode.INVALID);
    assertThat(said.err()).contains("given.json");
  }

  @Test
  void wrong_flags_are_explained() {
    assertThat(shell().run("import").err()).contains("a command is needed");
    assertThat(shell().run("import", "quartz", "x", "--namespace", "A B").code())
        .isEqualTo(ExitCode.INVALID);
    assertThat(shell().run("import", "quartz", "missing.xml").err()).contains("no such file");
  }
}
