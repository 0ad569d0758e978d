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
  void a_backfill_is_begun_paused_and_ended() {
    var range =
        Map.of(
            "start",
            "2026-02-01T00:00:00Z",
            "end",
            "2026-02-03T00:00:00+01:00",
            "inputs",
            Map.of("name", "late"),
            "labels",
            List.of(Map.of("key", "reason", "value", "outage")));
    var asked = new LinkedHashMap<>(DAILY);
    asked.put("backfill", range);
    var begun = put("/backfill/create", asked);
    assertThat(begun.at("backfill.start")).isEqualTo("2026-02-01T00:00:00Z");
    assertThat(begun.at("backfill.end")).isEqualTo("2026-02-02T23:00:00Z");
    assertThat(begun.at("backfill.inputs.name")).isEqualTo("late");
    assertThat(begun.at("backfill.labels.0.key")).isEqualTo("reason");
    assertThat(begun.at("nextExecutionDate")).isEqualTo("2026-03-01T10:01:00Z");

    assertThat(put("/backfill/pause", DAILY).at("backfill.paused")).isEqualTo(true);
    assertThat(put("/backfill/unpause", Map.of("trigger", DAILY)).at("backfill.paused"))
        .isEqualTo(false);
    assertThat(world.json("POST", URL + "/backfill/pause/by-triggers", List.of(DAILY)).at("count"))
        .isEqualTo(1);
    assertThat(world.get(URL + "/demo.team/hello").at("results.0.backfill.paused")).isEqualTo(true);
    assertThat(world.json("POST", URL + "/backfill/delete", DAILY).status()).isEqualTo(200);
    assertThat(put("/backfill/pause", DAILY).status()).isEqualTo(409);
  }

  @Test
  void the_update_of_a_whole_trigger_begins_a_backfill_that_it_has_not_yet() {
    var whole = new LinkedHashMap<>(DAILY);
    whole.put("disabled", false);
    whole.put("backfill", Map.of("start", "2026-02-01T00:00:00Z", "labels", Map.of("a", "b")));
    assertThat(put("", whole).at("backfill.labels.0.value")).isEqualTo("b");
    whole.put("disabled", true);
    assertThat(put("", whole).at("disabled")).isEqualTo(true);
  }

  @Test
  void a_backfill_needs_dates_that_can_be_read() {
    assertThat(put("/backfill/create", DAILY).status()).isEqualTo(422);
    var unreadable = new LinkedHashMap<>(DAILY);
    unreadable.put("backfill", Map.of("start", "yesterday"));
    assertThat(put("/backfill/create", unreadable).status()).isEqualTo(422);
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
