package io.orrery.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TriggersTest {
  private static final String URL = "/api/v1/triggers";
  private static final Map<String, Object> DAILY =
      Map.of("namespace", "demo.team", "flowId", "hello", "triggerId", "daily");

  private final World world;

  TriggersTest(@TempDir Path folder) {
    world = new World(folder);
  }

  @BeforeEach
  void one_trigger() {
    world.save(
        World.HELLO
            + "triggers:\n"
            + "  - id: daily\n"
            + "    type: io.kestra.plugin.core.trigger.Schedule\n"
            + "    cron: 0 9 * * *\n");
    world.triggers.add(
        new TriggerState(
            new TriggerId(new FlowId("demo.team", "hello"), "daily"),
            1,
            Optional.of(World.NOW.plusSeconds(60)),
            Optional.of(World.NOW),
            Optional.of(World.NOW.plusMillis(5)),
            Optional.of(new ExecutionId("abc")),
            false,
            Optional.empty(),
            "2026a",
            World.NOW));
  }

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void search_shows_definition_and_state_by_both_versions_names() {
    var reply = world.get(URL + "/search?q=daily&sort=triggerId:asc");

    assertThat(reply.at("total")).isEqualTo(1);
    assertThat(reply.at("results.0.abstractTrigger.cron")).isEqualTo("0 9 * * *");
    assertThat(reply.at("results.0.trigger.id")).isEqualTo("daily");
    assertThat(reply.at("results.0.triggerContext.nextExecutionDate"))
        .isEqualTo("2026-03-01T10:01:00Z");
    assertThat(reply.at("results.0.state.nextEvaluationDate")).isEqualTo("2026-03-01T10:01:00Z");
    assertThat(reply.at("results.0.state.locked")).isEqualTo(true);
    assertThat(reply.at("results.0.state.executionId")).isEqualTo("abc");
    assertThat(world.get(URL + "/search?namespace=other").at("total")).isEqualTo(0);
  }

  @Test
  void a_flow_lists_its_triggers() {
    assertThat(world.get(URL + "/demo.team/hello").at("results.0.triggerId")).isEqualTo("daily");
    assertThat(world.get(URL + "/demo.team/other").at("total")).isEqualTo(0);
  }

  @Test
  void a_trigger_is_switched_in_every_spelling() {
    assertThat(put("/set-disabled", Map.of("trigger", DAILY, "disabled", true)).at("disabled"))
        .isEqualTo(true);
    assertThat(put("/set-disabled", Map.of("id", DAILY, "disabled", false)).at("disabled"))
        .isEqualTo(false);
    var whole = new LinkedHashMap<>(DAILY);
    whole.put("disabled", true);
    assertThat(put("", whole).at("disabled")).isEqualTo(true);
    var many =
        world.json(
            "POST",
            URL + "/set-disabled/by-triggers",
            Map.of("triggers", List.of(DAILY), "disabled", false));
    assertThat(many.at("count")).isEqualTo(1);
    assertThat(world.get(URL + "/demo.team/hello").at("results.0.disabled")).isEqualTo(false);
  }

  private World.Reply put(String path, Object body) {
    return world.json("PUT", URL + path, body);
  }

  @Test
  void an_unknown_trigger_is_404_and_a_body_without_names_422() {
    var nobody = Map.of("namespace", "a", "flowId", "b", "triggerId", "c");

    assertThat(put("/set-disabled", Map.of("trigger", nobody, "disabled", true)).status())
        .isEqualTo(404);
    assertThat(put("/set-disabled", Map.of("disabled", true)).status()).isEqualTo(422);
    assertThat(put("/set-disabled", DAILY).status()).isEqualTo(422);
    assertThat(put("/set-disabled", List.of()).status()).isEqualTo(422);
  }
}
