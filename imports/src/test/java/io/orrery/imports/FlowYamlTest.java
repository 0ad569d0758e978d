package io.orrery.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class FlowYamlTest {

  @Test
  void sections_stand_apart() {
    var flow = new LinkedHashMap<String, Object>();
    flow.put("id", "a");
    flow.put("namespace", "b");
    flow.put("tasks", List.of(Map.of("id", "one")));
    assertThat(FlowYaml.write(flow)).isEqualTo("id: a\nnamespace: b\n\ntasks:\n  - id: one\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "yes",
        "NO",
        "on",
        "null",
        "~",
        "012",
        "1e3",
        "2024-01-01",
        "12:30",
        "0 0 2 * * ?",
        "-1",
        ".5",
        "",
        " a ",
        "a: b",
        "# c",
        "{{ x }}",
        "'",
        "\"",
        "two\nlines\n",
        "tab\there",
        "é\u0007",
        "- x",
        "@x",
        "%x",
        "trailing \nspace"
      })
  void a_text_is_read_back_as_itself(String text) {
    var flow = new LinkedHashMap<String, Object>();
    flow.put("id", text);
    flow.put("tasks", List.of(text));
    var read = new Load(LoadSettings.builder().build()).loadFromString(FlowYaml.write(flow));
    assertThat(read).isEqualTo(flow);
  }

  @Test
  void what_older_yaml_takes_for_something_else_stands_in_quotes() {
    var flow = new LinkedHashMap<String, Object>();
    for (var text : List.of("yes", "Off", "012", "2024-01-01")) flow.put("a" + text, text);
    assertThat(FlowYaml.write(flow)).contains("\"yes\"", "\"Off\"", "\"012\"", "\"2024-01-01\"");
  }

  @Test
  void names_become_ids_that_are_given_once() {
    var names = new Names();
    assertThat(names.id("Zürich: Jobs (1)", "x")).isEqualTo("Zurich_Jobs_1");
    assertThat(names.id("zurich jobs 1", "x")).isEqualTo("zurich_jobs_1_2");
    assertThat(names.id("每日", "task")).isEqualTo("task");
    assertThat(names.id("每周", "task")).isEqualTo("task_2");
  }
}
