package io.orrery.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForecastTest {
  private static final String URL = "/api/v1/triggers/forecast";

  private final World world;

  ForecastTest(@TempDir Path folder) {
    world = new World(folder);
  }

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void nothing_is_due_where_there_are_no_triggers() {
    var reply = world.get(URL + "?piece=PT6H");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.string("from")).isEqualTo("2026-03-01T10:00:00Z");
    assertThat(reply.string("to")).isEqualTo("2026-03-08T10:00:00Z");
    assertThat(reply.at("pieceMillis")).isEqualTo(21_600_000);
    assertThat(reply.at("triggers")).isEqualTo(List.of());
  }

  @Test
  void slots_to_come_are_counted_by_piece_and_those_of_disabled_triggers_are_none() {
    world.save(
        World.HELLO
            + "triggers:\n"
            + "  - id: hourly\n"
            + "    type: io.kestra.plugin.core.trigger.Schedule\n"
            + "    cron: 0 * * * *\n"
            + "  - id: off\n"
            + "    type: io.kestra.plugin.core.trigger.Schedule\n"
            + "    cron: 0 * * * *\n");
    world.triggers.add(state("hourly", false));
    world.triggers.add(state("off", true));

    var reply = world.get(URL + "?from=2026-03-02T00:00:00Z&to=2026-03-02T12:00:00Z&piece=PT6H");

    assertThat(reply.at("truncated")).isEqualTo(false);
    assertThat(reply.at("triggers"))
        .isEqualTo(
            List.of(
                Map.of(
                    "namespace", "demo.team",
                    "flowId", "hello",
                    "triggerId", "hourly",
                    "counts", Map.of("0", 6, "1", 6))));
  }

  private static TriggerState state(String id, boolean disabled) {
    return new TriggerState(
        new TriggerId(new FlowId("demo.team", "hello"), id),
        1,
        Optional.of(World.NOW.plusSeconds(3600)),
        Optional.of(World.NOW),
        Optional.empty(),
        Optional.empty(),
        disabled,
        Optional.empty(),
        "2026a",
        World.NOW);
  }

  @Test
  void what_is_asked_has_bounds() {
    assertThat(world.get(URL + "?to=2026-02-01T00:00:00Z").status()).isEqualTo(422);
    assertThat(world.get(URL + "?to=2027-02-01T00:00:00Z").status()).isEqualTo(422);
    assertThat(world.get(URL + "?piece=PT1S").status()).isEqualTo(422);
  }
}
