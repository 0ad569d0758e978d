package io.orrery.engine.execution;

import static io.orrery.model.state.State.FAILED;
import static io.orrery.model.state.State.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ExecutionVariablesTest {

  private static final String SET = "{id: s, type: SetVariables, variables: %s}";

  private static Play of(String variables, String... tasks) {
    return Play.of("variables: " + variables + "\ntasks:\n  - " + String.join("\n  - ", tasks))
        .run();
  }

  private static Map<String, Object> vars(Play play) {
    return ExecutionVariables.of(play.plan, play.head());
  }

  @Test
  void variables_are_laid_over_the_flows_own_and_maps_are_merged() {
    var play = of("{a: 1, m: {x: 1, y: 1}}", SET.formatted("{b: '{{ vars.a + 1 }}', m: {y: 2}}"));
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(vars(play)).isEqualTo(Map.of("a", 1, "b", 2L, "m", Map.of("x", 1, "y", 2)));
  }

  @Test
  void variables_may_be_given_as_json() {
    var play = of("{}", SET.formatted("'{\"a\": [1]}'"));
    assertThat(vars(play)).isEqualTo(Map.of("a", java.util.List.of(1)));
  }

  @Test
  void a_name_that_is_taken_is_refused_without_overwrite() {
    var task = "{id: s, type: SetVariables, overwrite: false, variables: {%s: 2}}";
    assertThat(of("{a: 1}", task.formatted("a")).state()).isEqualTo(FAILED);
    assertThat(of("{a: 1}", task.formatted("b")).state()).isEqualTo(SUCCESS);
  }

  @Test
  void variables_are_taken_away_also_the_flows_own_and_can_be_set_again() {
    var unset = "{id: u, type: UnsetVariables, variables: [a, b]}";
    var play = of("{a: 1, c: 3}", SET.formatted("{b: 2}"), unset);
    assertThat(vars(play)).isEqualTo(Map.of("c", 3));
    var again =
        of(
            "{a: 1}",
            SET.formatted("{b: 2}"),
            unset,
            "{id: t, type: SetVariables, variables: {a: 9}}");
    assertThat(vars(again)).isEqualTo(Map.of("a", 9));
  }

  @Test
  void an_unknown_name_fails_unless_that_is_allowed() {
    assertThat(of("{}", "{id: u, type: UnsetVariables, variables: [a]}").state()).isEqualTo(FAILED);
    assertThat(
            of("{}", "{id: u, type: UnsetVariables, ignoreMissing: true, variables: [a]}").state())
        .isEqualTo(SUCCESS);
  }

  @Test
  void a_container_in_variables_is_no_map_and_fails() {
    assertThat(of("{}", SET.formatted("[1]")).state()).isEqualTo(FAILED);
    assertThat(of("{}", SET.formatted("'no json'")).state()).isEqualTo(FAILED);
  }
}
