package io.orrery.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistogramTest {
  private static final String URL = "/api/v1/executions/histogram";

  private final World world;

  HistogramTest(@TempDir Path folder) {
    world = new World(folder);
    world.save(World.HELLO);
  }

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void executions_are_counted_by_when_they_began_and_their_state() {
    var first = world.post("/api/v1/executions/demo.team/hello");
    var second = world.post("/api/v1/executions/demo.team/hello");
    assertThat(List.of(first.status(), second.status())).containsOnly(200);

    var range = "?startDate=2026-03-01T09:00:00Z&endDate=2026-03-01T11:00:00Z&pieces=2";
    var reply = world.get(URL + range);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.at("pieces"))
        .isEqualTo(
            List.of(Map.of("start", "2026-03-01T09:00:00Z", "counts", Map.of("RUNNING", 2))));
    assertThat(world.get(URL + range + "&state=FAILED").at("pieces")).isEqualTo(List.of());
  }

  @Test
  void without_a_range_it_is_the_last_day() {
    var reply = world.get(URL);

    assertThat(Instant.parse(reply.string("to"))).isEqualTo(World.NOW);
    assertThat(Instant.parse(reply.string("from"))).isEqualTo("2026-02-28T10:00:00Z");
  }

  @Test
  void the_number_of_pieces_has_bounds() {
    assertThat(world.get(URL + "?pieces=0").status()).isEqualTo(422);
    assertThat(world.get(URL + "?pieces=501").status()).isEqualTo(422);
  }
}
