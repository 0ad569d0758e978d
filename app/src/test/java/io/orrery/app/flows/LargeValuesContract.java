package io.orrery.app.flows;

import static io.orrery.app.flows.House.only;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.kept.Kept;
import io.orrery.model.kept.Sizes;
import io.orrery.model.state.State;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Large outputs and inputs work like small ones, and the rows stay narrow.
abstract class LargeValuesContract extends HouseContract {

  private static final int LARGE = 10 * 1024 * 1024;

  @BeforeEach
  void furnish() throws IOException {
    house.storage().put("/test/_files/big.txt", bytes(LARGE));
    house.storage().put("/test/_files/mid.txt", bytes(300 * 1024));
  }

  private static ByteArrayInputStream bytes(int count) {
    return new ByteArrayInputStream("x".repeat(count).getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_large_output_is_read_by_later_tasks_and_goes_with_its_execution() throws IOException {
    house.deploy(
        flow(
            "large",
            """
            tasks:
              - {id: big, type: io.kestra.plugin.core.output.OutputValues, values: {a: "{{ read('big.txt') }}", b: "{{ read('big.txt') }}"}}
              - {id: mid, type: io.kestra.plugin.core.output.OutputValues, values: {text: "{{ read('mid.txt') }}", small: s}}
              - {id: length, type: io.kestra.plugin.core.debug.Return, format: "{{ outputs.big['values'].b | length }} {{ outputs.mid['values'].text | length }} {{ outputs.mid['values'].small }}"}
              - {id: when, type: io.kestra.plugin.core.log.Log, message: "here", runIf: "{{ (outputs.big['values'].b | length) > 1000 }}"}
              - {id: shows, type: io.kestra.plugin.core.log.Log, message: "{{ outputs.big['values'].b }}"}
            outputs:
              - {id: all, type: STRING, value: "{{ outputs.big['values'].b }}"}
            """));
    var whole = house.run("large");
    assertThat(whole.execution().state()).isEqualTo(State.SUCCESS);
    assertThat(only(whole, "length").outputs())
        .isEqualTo(Map.of("value", LARGE + " " + 300 * 1024 + " s"));
    assertThat(Sizes.of(only(whole, "big").outputs())).isLessThan(1000);
    assertThat(Sizes.of(whole.execution().outputs())).isLessThan(1000);
    assertThat(String.valueOf(Kept.shown(whole.execution().outputs()).get("all")))
        .startsWith("kestra:///test/large/executions/" + whole.execution().id() + "/values/");
    assertThat(house.logs(whole.execution().id()))
        .contains("INFO when: here")
        .anyMatch(line -> line.contains("cut here: the message has " + LARGE + " characters"));
    assertThat(house.storage().list("/test/large/executions/" + whole.execution().id())).hasSize(3);
  }

  @Test
  void a_large_input_is_read_like_a_small_one() {
    house.deploy(
        flow(
            "asks",
            """
            inputs: [{id: text, type: STRING}]
            tasks: [{id: t, type: io.kestra.plugin.core.debug.Return, format: "{{ inputs.text | length }}"}]
            """));
    var id = house.start("asks", Map.of("text", "y".repeat(1_000_000)));
    var whole = house.end(id);
    assertThat(only(whole, "t").outputs()).isEqualTo(Map.of("value", "1000000"));
    assertThat(Sizes.of(whole.execution().fixed().inputs())).isLessThan(1000);
    house.restart();
    assertThat(house.end(id).execution().state()).isEqualTo(State.SUCCESS);
  }

  @Test
  void more_than_the_limit_fails_its_task_alone_or_is_refused() throws IOException {
    house.close();
    house = new House(home, database(), Map.of("variables.value-max", "10MiB"));
    house.storage().put("/test/_files/big.txt", bytes(LARGE));
    house.deploy(
        flow(
            "huge",
            """
            inputs: [{id: text, type: STRING, required: false}]
            tasks:
              - id: side
                type: io.kestra.plugin.core.flow.Parallel
                tasks:
                  - {id: big, type: io.kestra.plugin.core.output.OutputValues, values: {a: "{{ read('big.txt') }}", b: "{{ read('big.txt') }}"}}
                  - {id: fine, type: io.kestra.plugin.core.debug.Return, format: "{{ 1 + 1 }}"}
            """));
    var whole = house.run("huge");
    assertThat(only(whole, "big").state()).isEqualTo(State.FAILED);
    assertThat(only(whole, "fine").state()).isEqualTo(State.SUCCESS);
    assertThat(house.logs(whole.execution().id()))
        .anyMatch(
            line ->
                line.startsWith(
                    "ERROR big: the outputs are 20 MiB, more than the limit of 10 MiB: "));
    var text = Map.<String, Object>of("text", "z".repeat(2 * LARGE));
    assertThatThrownBy(() -> house.start("huge", text))
        .hasMessageContaining("the inputs are 20 MiB, more than the limit of 10 MiB");
  }
}
