package io.orrery.model.yaml;

import static io.orrery.model.yaml.Reads.HEAD;
import static io.orrery.model.yaml.Reads.READER;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.problem.Code;
import io.orrery.model.problem.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReferencesTest {

  private static List<String> remarks(String text) {
    return READER.read(HEAD + text).problems().stream()
        .filter(problem -> problem.code() == Code.BAD_REFERENCE && !problem.refuses())
        .map(problem -> problem.text("f.yml"))
        .toList();
  }

  @Test
  void outputs_of_a_task_that_is_not_there_are_remarked_upon_with_their_place() {
    assertThat(
            remarks(
                """
                tasks:
                  - {id: load, type: Return, format: x}
                  - {id: say, type: Log, message: "{{ outputs.laod.value }}"}
                """))
        .containsExactly(
            "ORR-1107 at f.yml:5:35: outputs.laod: no task of this flow has that id. Did you mean"
                + " 'load'?");
  }

  @Test
  void an_input_that_is_not_there_is_remarked_upon() {
    assertThat(
            remarks(
                """
                inputs:
                  - {id: region, type: STRING}
                  - {id: deep.er, type: STRING}
                tasks:
                  - {id: a, type: Log, message: "{{ inputs.regoin }} {{ inputs.deep }}"}
                """))
        .singleElement()
        .asString()
        .contains("inputs.regoin")
        .contains("'region'");
  }

  @Test
  void tasks_anywhere_in_the_flow_are_known() {
    assertThat(
            remarks(
                """
                tasks:
                  - id: s
                    type: Sequential
                    tasks:
                      - {id: inner, type: Return, format: x}
                errors:
                  - {id: sorry, type: Log, message: "{{ outputs.inner.value }}"}
                outputs:
                  - {id: o, type: STRING, value: "{{ outputs.sorry.value }}"}
                """))
        .isEmpty();
  }

  @Test
  void what_renders_elsewhere_is_not_held_against_this_flow() {
    assertThat(
            remarks(
                """
                tasks:
                  - id: call
                    type: Subflow
                    namespace: n
                    flowId: other
                    outputs: {x: "{{ outputs.theirs.value }}"}
                  - id: wait
                    type: Pause
                    onResume:
                      - {id: a, type: STRING}
                      - {id: b, type: STRING, dependsOn: {inputs: [a], condition: "{{ inputs.a == 'x' }}"}}
                """))
        .isEmpty();
  }

  @Test
  void a_remark_does_not_refuse_the_flow() {
    assertThat(
            READER
                .read(HEAD + "tasks: [{id: a, type: Log, message: '{{ outputs.b.c }}'}]")
                .problems())
        .noneMatch(Problem::refuses);
  }
}
