package io.orrery.model.yaml;

import static io.orrery.model.yaml.Reads.HEAD;
import static io.orrery.model.yaml.Reads.TASK;
import static io.orrery.model.yaml.Reads.good;
import static io.orrery.model.yaml.Reads.refusals;
import static io.orrery.model.yaml.Reads.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.flow.StartCheck;
import io.orrery.model.flow.StartCheck.Behavior;
import io.orrery.model.flow.StartCheck.Style;
import io.orrery.model.flow.Task;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlowEndReadingTest {

  @Test
  void checks_are_read_under_both_names_of_their_condition() {
    var flow =
        good(
            HEAD
                + """
                checks:
                  - {when: "{{ a }}", message: no a}
                  - {condition: "{{ b }}", message: no b, style: error, behavior: FAIL_EXECUTION}
                """
                + TASK);
    assertThat(flow.checks())
        .containsExactly(
            new StartCheck("{{ a }}", "no a", Style.INFO, Behavior.BLOCK_EXECUTION),
            new StartCheck("{{ b }}", "no b", Style.ERROR, Behavior.FAIL_EXECUTION));
  }

  @Test
  void a_check_needs_a_condition_and_a_message_and_known_words() {
    assertThat(refusals(HEAD + "checks: [{style: loud}]\n" + TASK))
        .anyMatch(it -> it.contains("when: must not be null"))
        .anyMatch(it -> it.contains("message: must not be null"))
        .anyMatch(it -> it.contains("style: 'loud'"));
  }

  @Test
  void the_most_restrictive_failed_check_decides() {
    var run = new StartCheck.Failed("a", Style.INFO, Behavior.CREATE_EXECUTION);
    var fail = new StartCheck.Failed("b", Style.INFO, Behavior.FAIL_EXECUTION);
    var block = new StartCheck.Failed("c", Style.INFO, Behavior.BLOCK_EXECUTION);
    assertThat(StartCheck.decisive(List.of(run, block, fail))).contains(block);
    assertThat(StartCheck.decisive(List.of(run, fail))).contains(fail);
    assertThat(StartCheck.decisive(List.of())).isEmpty();
  }

  @Test
  void an_exit_has_a_state_that_an_execution_can_end_in() {
    assertThat(task("{id: x, type: Exit}")).extracting("state").isEqualTo("SUCCESS");
    assertThat(task("{id: x, type: io.kestra.plugin.core.execution.Exit, state: '{{ s }}'}"))
        .extracting("state")
        .isEqualTo("{{ s }}");
    assertThat(refusals(HEAD + "tasks: [{id: x, type: Exit, state: PAUSED}]"))
        .singleElement()
        .asString()
        .contains("state: 'PAUSED' is not one of");
  }

  @Test
  void variables_are_set_and_unset() {
    var set =
        (Task.SetVariables)
            task("{id: s, type: SetVariables, variables: {a: 1}, overwrite: false}");
    assertThat(set.variables()).isEqualTo(Map.of("a", 1));
    assertThat(set.overwrite()).isEqualTo(false);
    var unset =
        (Task.UnsetVariables)
            task("{id: u, type: UnsetVariables, variables: [a], ignoreMissing: '{{ m }}'}");
    assertThat(unset.variables()).isEqualTo(List.of("a"));
    assertThat(unset.ignoreMissing()).isEqualTo("{{ m }}");
  }

  @Test
  void what_a_pause_runs_first_is_a_task_with_an_id_of_its_own() {
    var pause = (Task.Pause) task("{id: w, type: Pause, onPause: {id: t, type: Return}}");
    assertThat(pause.onPause()).hasValueSatisfying(it -> assertThat(it.id()).isEqualTo("t"));
    assertThat(refusals(HEAD + "tasks: [{id: w, type: Pause, onPause: {id: w, type: Return}}]"))
        .anyMatch(it -> it.contains("'w'") || it.contains("[w]"));
  }
}
