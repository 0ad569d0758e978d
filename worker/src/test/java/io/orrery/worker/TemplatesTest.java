package io.orrery.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import io.orrery.rpc.JobResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What templates read while a job runs.
class TemplatesTest {

  @TempDir Path folder;
  private Bench bench;

  @BeforeEach
  void open() {
    bench =
        Bench.open(folder, Map.of("KEY", "top-secret", "JSON", "{\"user\":\"joe-the-user\"}"), 4);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void an_undefined_variable_is_told_as_kestra_does() throws Exception {
    assertThat(run("Log", Map.of("message", "{{inputs.invalid}}")).state()).isEqualTo(State.FAILED);
    assertThat(bench.controller.lines().getFirst().level()).isEqualTo(LogLevel.ERROR);
    assertThat(bench.controller.messages())
        .containsExactly(
            "Unable to find `inputs` used in the expression `{{inputs.invalid}}` at line 1");
  }

  @Test
  void what_a_template_makes_of_a_secret_is_masked_too() throws Exception {
    run("Log", Map.of("message", "{{ secret('KEY') }} {{ secret('KEY') | upper }}"));
    run("Log", Map.of("message", "{{ fromJson(secret('JSON')).user }}"));
    run(
        "Log",
        Map.of("message", "{{ secret('KEY') | base64encode }} {{ secret('KEY') | urlencode }}"));
    assertThat(bench.controller.text())
        .contains("******")
        .doesNotContain("top-secret", "TOP-SECRET", "joe-the-user", "dG9wLXNlY3JldA");
  }

  @Test
  void outputs_are_read_lazily_and_missing_ones_may_have_a_default() throws Exception {
    bench.controller.outputs.put("far", Map.of("value", 7));
    run("Log", Map.of("message", "{{ outputs.far.value + 1 }} {{ outputs.none.value ?? 'none' }}"));
    assertThat(bench.controller.messages()).containsExactly("8 none");
    assertThat(bench.controller.asked).doesNotHaveDuplicates();
  }

  @Test
  void all_outputs_can_be_listed() throws Exception {
    bench.controller.outputs.put("a", Map.of("value", 1));
    bench.controller.outputs.put("b", Map.of("value", 2));
    run("Log", Map.of("message", "{{ outputs | keys }}"));
    assertThat(bench.controller.messages()).containsExactly("[\"a\",\"b\"]");
  }

  @Test
  void a_property_that_is_one_expression_keeps_its_type_where_one_is_wanted() throws Exception {
    var result =
        run(
            "io.kestra.plugin.core.kv.GetKeys",
            Map.of("prefix", "{{ 1 + 1 }}", "namespace", "{{ flow.namespace }}"));
    assertThat(result.outputs()).isEqualTo(Map.of("keys", List.of()));
    var values = run("OutputValues", Map.of("values", Map.of("count", "{{ 1 + 1 }}")));
    assertThat(values.outputs()).isEqualTo(Map.of("values", Map.of("count", "2")));
    var commands =
        run(
            "io.kestra.plugin.scripts.shell.Commands",
            Map.of("commands", "{{ ['echo one', 'echo two'] }}", "env", "{{ {'A': 'b'} }}"));
    assertThat(commands.state()).isEqualTo(State.SUCCESS);
    assertThat(bench.controller.messages()).containsExactly("one", "two");
  }

  private JobResult run(String type, Map<String, Object> properties) throws InterruptedException {
    bench.worker.offer(bench.job(type, properties));
    return bench.controller.result();
  }
}
