package io.orrery.server.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FlowEditsTest {

  private static Map<String, Object> task(String id, Object message) {
    var task = new LinkedHashMap<String, Object>();
    task.put("id", id);
    task.put("type", "Log");
    task.put("message", message);
    return task;
  }

  private static String edited(String source, String id, Object message) {
    return FlowEdits.withTask(source, id, task(id, message)).orElseThrow();
  }

  private static final String COMMENTED =
      """
      # whose flow it is
      id: f
      namespace: n

      tasks:
        # the first
        - id: a   # short
          type: Return
          format: "{{ 1 }}" # what it gives

        # a loop
        - id: each
          type: ForEach
          values: [1, 2] # both
          tasks:
            # within
            - id: b
              type: Log
              message: |
                two
                lines

            # after b
            - {id: c, type: Log, message: [x, y]} # c
      # the end
      """;

  @Test
  void only_the_task_itself_is_written_anew() {
    assertThat(edited(COMMENTED, "a", "new: 1"))
        .isEqualTo(
            COMMENTED.replace(
                """
                id: a   # short
                    type: Return
                    format: "{{ 1 }}" #\
                """,
                """
                id: a
                    type: Log
                    message: 'new: 1' #\
                """));
  }

  @Test
  void a_task_within_a_task_keeps_its_place() {
    assertThat(edited(COMMENTED, "b", List.of("p", Map.of("q", 7))))
        .isEqualTo(
            COMMENTED.replace(
                """
                message: |
                          two
                          lines
                """,
                """
                message:
                          - p
                          - q: 7
                """));
  }

  @Test
  void a_text_of_several_lines_is_indented_with_its_task() {
    var text = edited(COMMENTED, "b", "one\n\n  two\n");
    assertThat(text).contains("# within", "# after b", "# the end");
    assertThat(FlowJson.task(FlowText.tree(text).orElseThrow(), "b"))
        .contains(task("b", "one\n\n  two\n"));
  }

  @Test
  void a_task_in_brackets_stays_on_its_line() {
    assertThat(edited(COMMENTED, "c", 5))
        .isEqualTo(COMMENTED.replace("message: [x, y]}", "message: 5}"));
    assertThat(edited("tasks: [{id: a, type: Log, message: x}] # all", "a", "p\nq"))
        .isEqualTo("tasks: [{id: a, type: Log, message: \"p\\nq\"}] # all");
  }

  @Test
  void what_cannot_be_put_in_its_place_is_written_anew_with_the_same_meaning() {
    var anchored =
        """
        id: f
        namespace: n
        tasks:
          - &one {id: a, type: Log, message: x} # gone
          - id: box
            type: Sequential
            tasks: [*one]
        """;
    var text = edited(anchored, "a", "y");
    var tree = FlowText.tree(text).orElseThrow();
    assertThat(FlowJson.task(tree, "a")).contains(task("a", "y"));
    assertThat(FlowJson.task(tree, "box").orElseThrow().toString()).contains("message=y");
  }

  @Test
  void there_must_be_such_a_task() {
    assertThat(FlowEdits.withTask(COMMENTED, "z", Map.of())).isEqualTo(Optional.empty());
    assertThat(FlowEdits.withTask("tasks: [", "z", Map.of())).isEqualTo(Optional.empty());
  }
}
