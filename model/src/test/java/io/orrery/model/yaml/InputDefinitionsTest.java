package io.orrery.model.yaml;

import static io.orrery.model.yaml.Reads.HEAD;
import static io.orrery.model.yaml.Reads.READER;
import static io.orrery.model.yaml.Reads.TASK;
import static io.orrery.model.yaml.Reads.good;
import static io.orrery.model.yaml.Reads.refusals;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.flow.Input;
import io.orrery.model.problem.Code;
import io.orrery.model.problem.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputDefinitionsTest {

  private static String flow(String inputs) {
    return HEAD + "inputs:\n" + inputs.indent(2) + TASK;
  }

  @Test
  void a_form_stands_before_its_children_whose_ids_begin_with_its_own() {
    var inputs =
        good(flow(
                """
                - id: form
                  type: FORM
                  displayName: Where to
                  inputs:
                    - {id: a, type: STRING}
                    - {id: b, type: INT, dependsOn: {inputs: [a]}}
                """))
            .inputs();

    assertThat(inputs).extracting(Input::id).containsExactly("form", "form.a", "form.b");
    assertThat(inputs.get(2).dependsOn()).containsExactly("form", "form.a");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "- {id: f, type: FORM, inputs: []} | inputs: must not be empty",
        "- {id: f, type: FORM, inputs: [{id: g, type: FORM, inputs: [{id: a, type: INT}]}]} |"
            + " cannot be in a FORM",
        "- {id: f, type: FORM, inputs: [{id: a, type: INT}, {id: a, type: INT}]} | Duplicate input"
            + " id with name [f.a]",
        "- {id: f, type: FORM, inputs: [{id: a, type: INT, dependsOn: {inputs: [z]}}]} |"
            + " non-existent input 'z'",
        "- {id: f, type: FORM, inputs: [{id: a, type: INT, options: [1]}]} | Unrecognized field",
        "- {id: f, type: FORM, defaults: 1, inputs: [{id: a, type: INT}]} | Unrecognized field",
        "- {id: r, type: REUSABLE_INPUTS, ref: x} | not supported",
        "- {id: x, type: SELECT, values: [{label: One}]} | value: must not be null",
        "- {id: x, type: JSON, jsonSchema: {type: nothing}} | is no JSON schema",
        "- {id: x, type: JSON, jsonSchema: 5} | it must be a map",
        "- {id: a.b, type: INT}\\n- {id: a, type: INT} | cannot both be",
      })
  void a_wrong_declaration_is_refused(String inputs, String why) {
    assertThat(refusals(flow(inputs.replace("\\n", "\n"))))
        .anySatisfy(refusal -> assertThat(refusal).contains(why));
  }

  @Test
  void an_output_is_no_form() {
    assertThat(refusals(HEAD + TASK + "outputs: [{id: o, type: FORM, value: x}]\n"))
        .anySatisfy(refusal -> assertThat(refusal).contains("an output cannot be a FORM"));
  }

  private static List<String> missing(String trigger) {
    var inputs =
        """
        - {id: needed, type: STRING}
        - {id: deep.er, type: STRING}
        - {id: default, type: STRING, defaults: x}
        - {id: optional, type: STRING, required: false}
        - {id: perhaps, type: STRING, dependsOn: {inputs: [needed]}}
        """;
    return READER.read(flow(inputs) + "triggers:\n  - " + trigger + "\n").problems().stream()
        .filter(problem -> problem.code() == Code.INPUT_MISSING)
        .map(Problem::what)
        .toList();
  }

  @Test
  void a_trigger_that_gives_no_value_for_a_required_input_is_remarked_upon() {
    assertThat(missing("{id: s, type: Schedule, cron: '@daily'}"))
        .containsExactly(
            "Trigger 's' gives no value for the required inputs: 'needed', 'deep.er'.");
    assertThat(
            missing("{id: s, type: Schedule, cron: '@daily', inputs: {needed: x, deep: {er: y}}}"))
        .isEmpty();
    assertThat(missing("{id: w, type: Webhook, key: k, inputs: {needed: x}}")).hasSize(1);
    assertThat(missing("{id: f, type: Flow}")).isEmpty();
  }
}
