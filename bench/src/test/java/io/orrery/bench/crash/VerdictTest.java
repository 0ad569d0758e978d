package io.orrery.bench.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

/// The judge itself: one that finds nothing would pass every crash.
class VerdictTest {

  private static final String DONE =
      """
      {"current": "SUCCESS", "histories": [{"state": "CREATED"}, {"state": "RUNNING"}, {"state": "SUCCESS"}]}
      """;

  private static final String GOOD =
      """
      {"flowId": "chain", "inputs": {"x": 7}, "outputs": {"result": "7bc"}, "state": DONE, "taskRunList": [
        {"taskId": "a", "outputs": {"value": "7"}, "state": DONE},
        {"taskId": "wait1", "state": DONE},
        {"taskId": "b", "outputs": {"value": "7b"}, "state": DONE},
        {"taskId": "wait2", "state": DONE},
        {"taskId": "c", "outputs": {"value": "7bc"}, "state": DONE}]}
      """
          .replace("DONE", DONE);

  @Test
  void an_undisturbed_execution_is_good() {
    assertThat(Verdict.of("id", json(GOOD))).isEmpty();
  }

  @Test
  void a_lost_task_run_is_found() {
    var lost = GOOD.replace("{\"taskId\": \"wait1\", \"state\": " + DONE + "},", "");
    assertThat(Verdict.of("id", json(lost))).hasSize(1).first().asString().contains("task runs");
  }

  @Test
  void a_doubled_task_run_is_found() {
    var doubled = GOOD.replace("wait2", "wait1");
    assertThat(Verdict.of("id", json(doubled)))
        .anySatisfy(each -> assertThat(each).contains("wait1 has 2 task runs"));
  }

  @Test
  void a_wrong_output_is_found() {
    var wrong = GOOD.replace("\"value\": \"7b\"", "\"value\": \"8b\"");
    assertThat(Verdict.of("id", json(wrong)))
        .containsExactly("execution id of chain: the value of b must be 7b and is 8b");
  }

  @Test
  void a_second_end_is_found() {
    var twice =
        GOOD.replaceFirst(
            "\\{\"state\": \"SUCCESS\"}", "{\"state\": \"SUCCESS\"}, {\"state\": \"SUCCESS\"}");
    assertThat(Verdict.of("id", json(twice))).hasSize(1).first().asString().contains("2 times");
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
