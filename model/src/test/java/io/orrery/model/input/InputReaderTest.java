package io.orrery.model.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.corpus.FakeCatalog;
import io.orrery.model.corpus.FakeChecks;
import io.orrery.model.corpus.FakeRendering;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.FlowOutput;
import io.orrery.model.flow.InputType;
import io.orrery.model.problem.Parsed;
import io.orrery.model.problem.Problem;
import io.orrery.model.yaml.FlowReader;
import java.time.Instant;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputReaderTest {
  private final InputReader reader =
      new InputReader(new FakeRendering(), secret -> "sealed(" + secret.length() + ")");

  private Resolved resolve(String inputs, Map<String, ?> given) {
    var text =
        "id: f\nnamespace: n\ninputs:\n" + inputs.indent(2) + "tasks:\n  - {id: t, type: Return}\n";
    var parsed = new FlowReader(new FakeCatalog(), new FakeChecks()).read(text);
    assertThat(parsed).as("%s", parsed.problems()).isInstanceOf(Parsed.Ok.class);
    return reader.resolve(((Parsed.Ok<Flow>) parsed).value().inputs(), given);
  }

  private @Nullable Object typed(String type, Object given) {
    var resolved = resolve("- {id: x, type: " + type + "}", Map.of("x", given));
    assertThat(resolved.problems()).isEmpty();
    return resolved.inputs().getFirst().value();
  }

  private String refusal(String declaration, Object given) {
    var resolved = resolve("- " + declaration, Map.of("x", given));
    assertThat(resolved.values()).isEmpty();
    return resolved.problems().stream().map(Problem::what).findFirst().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "INT, 42",
    "INT, 3000000000",
    "FLOAT, 42.5",
    "BOOL, true",
    "DATE, 2024-02-29",
    "DURATION, PT5M6S",
    "URI, https://a.b/c",
    "EMAIL, a@b.c",
    "FILE, kestra:///a/b",
    "STRING, 1.10"
  })
  void text_becomes_its_type_and_prints_the_same(String type, String text) {
    assertThat(typed(type, text)).hasToString(text);
  }

  @Test
  void values_that_are_typed_already_pass() {
    assertThat(typed("INT", 42)).isEqualTo(42);
    assertThat(typed("INT", 42.0)).isEqualTo(42);
    assertThat(typed("BOOL", true)).isEqualTo(true);
    assertThat(typed("STRING", 5)).isEqualTo("5");
    assertThat(typed("STRING", Map.of("a", 1))).isEqualTo("{\"a\":1}");
    assertThat(typed("JSON", "[1, {\"a\": null}]")).asString().isEqualTo("[1, {a=null}]");
    assertThat(typed("YAML", "a: [1]")).isEqualTo(Map.of("a", List.of(1)));
    assertThat(typed("DATETIME", "2024-01-01T02:00:00+02:00"))
        .isEqualTo(Instant.parse("2024-01-01T00:00:00Z"));
    assertThat(typed("TIME", "11:00")).isEqualTo(LocalTime.of(11, 0));
  }

  @ParameterizedTest
  @CsvSource({
    "INT, 4.2",
    "INT, x",
    "INT, 1e999999999",
    "INT, 99999999999999999999",
    "FLOAT, x",
    "BOOL, yes",
    "DATE, 2024-02-30",
    "TIME, 25:00",
    "DATETIME, 2024-01-01",
    "DURATION, 5m",
    "JSON, {",
    "JSON, 1 2",
    "URI, nowhere",
    "EMAIL, nobody",
    "FILE, hello"
  })
  void text_that_is_not_of_the_type_is_refused(String type, String text) {
    assertThat(refusal("{id: x, type: " + type + "}", text))
        .startsWith("Invalid input for `x`, it must be ")
        .endsWith("but received `" + text + "`");
  }

  @Test
  void broken_yaml_is_refused() {
    assertThat(refusal("{id: x, type: YAML}", "a: [")).contains("valid YAML");
  }

  @Test
  void a_pattern_that_never_ends_refuses_instead() {
    assertThat(refusal("{id: x, type: STRING, validator: \"(a+)+b\"}", "a".repeat(5000)))
        .contains("must match the pattern");
    assertThat(refusal("{id: x, type: STRING, validator: \"(a|b)*c\"}", "ab".repeat(50_000)))
        .contains("must match the pattern");
  }

  @Test
  void a_secret_is_sealed_and_never_shown() {
    assertThat(typed("SECRET", "hunter2")).isEqualTo("sealed(7)");
    assertThat(refusal("{id: x, type: SECRET, validator: \"[0-9]+\"}", "hunter2"))
        .doesNotContain("hunter2");
  }

  @Test
  void dots_nest_in_both_directions() {
    var inputs = "- {id: a.b, type: INT}\n- {id: a.c.d, type: INT}\n";
    var values = Map.of("a", Map.of("b", 1, "c", Map.of("d", 2)));
    assertThat(resolve(inputs, Map.of("a.b", "1", "a.c.d", "2")).values()).isEqualTo(values);
    assertThat(resolve(inputs, values).values()).isEqualTo(values);
  }

  @Test
  void defaults_count_only_when_nothing_is_given_and_may_be_templates() {
    var inputs =
        """
        - {id: a, type: STRING, defaults: "{{ inputs.b }}", dependsOn: {inputs: [b]}}
        - {id: b, type: STRING, defaults: x}
        """;
    var resolved = resolve(inputs, Map.of());
    assertThat(resolved.values()).isEqualTo(Map.of("a", "x", "b", "x"));
    assertThat(resolved.inputs()).allMatch(Resolved.Value::isDefault);
    assertThat(resolve(inputs, Map.of("b", "y")).values()).isEqualTo(Map.of("a", "y", "b", "y"));
    assertThat(resolve(inputs, Map.of("a", "z")).inputs().getFirst().isDefault()).isFalse();
  }

  @Test
  void a_template_sees_only_what_its_input_depends_on() {
    var resolved =
        resolve(
            """
            - {id: b, type: STRING, defaults: x}
            - {id: a, type: STRING, defaults: "{{ inputs.b }}"}
            """,
            Map.of());
    assertThat(resolved.problems()).singleElement().extracting(Problem::path).isEqualTo("a");
  }

  @Test
  void what_depends_on_something_left_out_is_left_out() {
    var inputs =
        """
        - {id: a, type: STRING}
        - {id: b, type: STRING, dependsOn: {inputs: [a], condition: "{{ inputs.a equals 'yes' }}"}}
        - {id: c, type: STRING, dependsOn: {inputs: [b]}}
        """;
    assertThat(resolve(inputs, Map.of("a", "no")).values()).isEqualTo(Map.of("a", "no"));
    assertThat(resolve(inputs, Map.of("a", "yes")).problems()).hasSize(2);
  }

  @Test
  void times_are_kept_as_iso_text() {
    var inputs = "- {id: t, type: TIME}\n- {id: d, type: DURATION}\n- {id: i, type: DATETIME}\n";
    var given = Map.of("t", "11:00", "d", "PT90S", "i", "2024-01-01T02:00:00+02:00");
    assertThat(resolve(inputs, given).values())
        .isEqualTo(Map.of("t", "11:00:00", "d", "PT1M30S", "i", "2024-01-01T00:00:00Z"));
  }

  @Test
  void missing_inputs_are_told_all_at_once() {
    assertThat(
            resolve(
                    """
                    - {id: a, type: STRING}
                    - {id: b, type: STRING}
                    - {id: c, type: STRING, required: false}
                    """,
                    Map.of())
                .problems())
        .extracting(Problem::what)
        .containsExactly(
            "Invalid input for `a`, missing required input, but received `null`",
            "Invalid input for `b`, missing required input, but received `null`");
  }

  @Test
  void choices_are_checked_unless_any_value_goes() {
    assertThat(refusal("{id: x, type: MULTISELECT, values: [a, b]}", List.of("a", "c")))
        .contains("must match the values `[a, b]`");
    assertThat(
            resolve(
                    "- {id: x, type: SELECT, values: [a], allowCustomValue: true}",
                    Map.of("x", "z"))
                .ok())
        .isTrue();
    assertThat(
            resolve("- {id: x, type: SELECT, values: [a, b], autoSelectFirst: true}", Map.of())
                .values())
        .isEqualTo(Map.of("x", "a"));
    assertThat(
            resolve("- {id: x, type: SELECT, expression: \"{{ [1, 2] }}\"}", Map.of("x", 2))
                .values())
        .isEqualTo(Map.of("x", "2"));
  }

  @Test
  void files_are_held_to_their_extensions() {
    assertThat(refusal("{id: x, type: FILE, allowedFileExtensions: [.csv]}", "kestra:///a/b.txt"))
        .contains("[.csv]");
    assertThat(
            resolve(
                    "- {id: x, type: FILE, allowedFileExtensions: [.csv]}",
                    Map.of("x", "kestra:///a/B.CSV"))
                .ok())
        .isTrue();
  }

  @Test
  void inputs_resolve_in_a_long_chain() {
    var inputs = new StringBuilder();
    for (int i = 0; i < 3000; i++) {
      inputs.append(
          "- {id: i%d, type: INT, defaults: 1, dependsOn: {inputs: [i%d]}}\n".formatted(i, i + 1));
    }
    inputs.append("- {id: i3000, type: INT, defaults: 1}\n");
    assertThat(resolve(inputs.toString(), Map.of()).values()).hasSize(3001);
  }

  @Test
  void outputs_are_typed_by_the_same_rules() {
    var outputs = new OutputReader(secret -> "sealed");
    assertThat(outputs.read(output(InputType.INT, true), "5")).isEqualTo(new OutputReader.Read(5));
    assertThat(outputs.read(output(InputType.DATE, true), "2024-01-31"))
        .isEqualTo(new OutputReader.Read("2024-01-31"));
    assertThat(outputs.read(output(InputType.SECRET, true), "s"))
        .isEqualTo(new OutputReader.Read("sealed"));
    assertThat(outputs.read(output(InputType.ARRAY, true), Arrays.asList("a", 1)))
        .isEqualTo(new OutputReader.Read(List.of("a", 1)));
    assertThat(outputs.read(output(InputType.INT, false), null))
        .isEqualTo(new OutputReader.Read(null));
    assertThat(outputs.read(output(InputType.INT, true), null))
        .isInstanceOf(OutputReader.Refusal.class);
    assertThat(outputs.read(output(InputType.INT, true), "x"))
        .isInstanceOf(OutputReader.Refusal.class);
  }

  private static FlowOutput output(InputType type, boolean required) {
    return new FlowOutput("o", type, "", Optional.empty(), Optional.empty(), required);
  }

  private static final String FORM =
      """
      - id: on
        type: BOOL
        defaults: true
      - id: where
        type: FORM
        dependsOn: {inputs: [on], condition: "{{ inputs.on }}"}
        inputs:
          - {id: host, type: STRING}
          - {id: port, type: INT, defaults: 80}
          - id: path
            type: STRING
            required: false
            dependsOn: {inputs: [port]}
      """;

  @Test
  void the_children_of_a_form_are_given_and_read_below_its_id() {
    var nested = resolve(FORM, Map.of("where", Map.of("host", "a")));
    var dotted = resolve(FORM, Map.of("where.host", "a", "where.port", "81"));

    assertThat(nested.problems()).isEmpty();
    assertThat(nested.values().get("where")).asString().isEqualTo("{host=a, port=80, path=null}");
    assertThat(dotted.values().get("where")).asString().isEqualTo("{host=a, port=81, path=null}");
  }

  @Test
  void a_form_that_is_left_out_leaves_out_its_children() {
    var resolved = resolve(FORM, Map.of("on", false));

    assertThat(resolved.problems()).isEmpty();
    assertThat(resolved.values()).containsOnlyKeys("on");
  }

  @Test
  void a_required_child_of_a_form_is_missed_by_its_whole_id() {
    assertThat(resolve(FORM, Map.of()).problems().getFirst().what()).contains("`where.host`");
  }

  @Test
  void a_choice_takes_the_value_and_knows_its_label() {
    var declared = "- {id: x, type: SELECT, values: [{label: One, value: 1}, two]}";
    var resolved = resolve(declared, Map.of("x", "1"));

    assertThat(resolved.values()).isEqualTo(Map.of("x", "1"));
    assertThat(resolved.inputs().getFirst().input().labels()).isEqualTo(Map.of("1", "One"));
    assertThat(refusal(declared.substring(2), "One")).contains("must match the values");
  }

  @Test
  void json_must_fit_its_schema_when_it_has_one() {
    var declared = "{id: x, type: JSON, jsonSchema: {type: object, required: [a]}}";

    assertThat(resolve("- " + declared, Map.of("x", "{\"a\": 1}")).problems()).isEmpty();
    assertThat(refusal(declared, "{\"b\": 1}")).contains("JSON schema").contains("[a]");
  }

  @Test
  void a_schema_that_refers_to_itself_or_to_the_world_ends() {
    assertThat(JsonSchemas.check(Map.of("$ref", "#"), Map.of())).isPresent();
    assertThat(JsonSchemas.check(Map.of("$ref", "https://example.com/s"), Map.of())).isPresent();
    assertThat(JsonSchemas.wrong(Map.of("type", "nothing"))).isPresent();
    assertThat(JsonSchemas.wrong(5)).isPresent();
    assertThat(JsonSchemas.wrong("{\"type\": \"object\"}")).isEmpty();
  }

  @Test
  void an_upload_keeps_its_name_and_gets_the_declared_extension() {
    var plain = resolve("- {id: x, type: FILE}", Map.of()).inputs().getFirst().input();
    var zip =
        resolve("- {id: x, type: FILE, extension: .zip}", Map.of()).inputs().getFirst().input();

    assertThat(InputReader.uploadName(plain, "a.csv")).isEqualTo("a.csv");
    assertThat(InputReader.uploadName(plain, "a")).isEqualTo("a.upl");
    assertThat(InputReader.uploadName(zip, "a.ZIP")).isEqualTo("a.ZIP");
    assertThat(InputReader.uploadName(zip, "a.csv")).isEqualTo("a.csv.zip");
  }
}
