package io.orrery.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphsTest {
  private final World world;

  GraphsTest(@TempDir Path folder) {
    world = new World(folder);
  }

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void the_graph_of_a_flow_shows_its_tasks_with_their_definitions() {
    world.save(World.HELLO);

    var graph = world.get("/api/v1/flows/demo.team/hello/graph");

    assertThat(graph.status()).isEqualTo(200);
    assertThat(graph.string("nodes.0.type"))
        .isEqualTo("io.kestra.core.models.hierarchies.GraphClusterRoot");
    assertThat(graph.string("nodes.2.task.message")).isEqualTo("Hello {{ inputs.name }}");
    assertThat(graph.string("edges.0.source")).isEqualTo("root._start");
    assertThat(graph.at("clusters")).isEqualTo(List.of());
  }

  @Test
  void a_text_that_was_not_saved_can_be_drawn_and_a_wrong_one_says_why_not() {
    assertThat(world.yaml("POST", "/api/v1/flows/graph", World.HELLO).status()).isEqualTo(200);
    assertThat(world.yaml("POST", "/api/v1/flows/graph", "id: x\n").status()).isEqualTo(422);
  }

  @Test
  void what_is_not_there_cannot_be_drawn() {
    assertThat(world.get("/api/v1/flows/demo.team/none/graph").status()).isEqualTo(404);
    assertThat(world.get("/api/v1/executions/none/graph").status()).isEqualTo(404);
  }
}
