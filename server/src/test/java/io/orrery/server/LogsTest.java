package io.orrery.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LogsTest {
  private static final String URL = "/api/v1/logs/";

  private final World world;

  LogsTest(@TempDir Path folder) {
    world = new World(folder);
  }

  private ExecutionId id = new ExecutionId("none");

  @BeforeEach
  void two_lines() {
    world.save(World.HELLO);
    id = world.started("hello");
    world.log(id, LogLevel.DEBUG, "thinking");
    world.log(id, LogLevel.ERROR, "it broke: \"here\"\nand there");
  }

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void lines_of_an_execution_come_oldest_first() {
    var reply = world.get(URL + id);

    assertThat(reply.at("0.message")).isEqualTo("thinking");
    assertThat(reply.at("0.level")).isEqualTo("DEBUG");
    assertThat(reply.at("0.taskId")).isEqualTo("say");
    assertThat(reply.at("0.taskRunId")).isEqualTo(id + "-0");
    assertThat(reply.at("0.attemptNumber")).isEqualTo(0);
    assertThat(reply.at("0.timestamp")).isEqualTo("2026-03-01T10:00:00Z");
    assertThat(reply.at("1.message")).isEqualTo("it broke: \"here\"\nand there");
  }

  @Test
  void lines_are_filtered() {
    assertThat(count("?minLevel=WARN")).isEqualTo(1);
    assertThat(count("?taskRunId=" + id + "-0")).isEqualTo(2);
    assertThat(count("?taskRunId=" + id + "-1")).isEqualTo(0);
    assertThat(count("?taskId=other")).isEqualTo(0);
    assertThat(count("?attempt=0")).isEqualTo(2);
    assertThat(count("?attempt=1")).isEqualTo(0);
    assertThat(world.get(URL + id + "?minLevel=LOUD").status()).isEqualTo(422);
    assertThat(world.get(URL + id + "?taskRunId=bad").status()).isEqualTo(422);
  }

  private int count(String query) {
    var lines = world.get(URL + id + query).json();
    return lines instanceof List<?> list ? list.size() : -1;
  }

  @Test
  void logs_are_downloaded_as_text() {
    var reply = world.get(URL + id + "/download?minLevel=ERROR");

    assertThat(reply.header("Content-Type")).hasValue("text/plain; charset=utf-8");
    assertThat(reply.header("Content-Disposition"))
        .hasValueSatisfying(value -> assertThat(value).contains(id + ".log"));
    assertThat(reply.text())
        .isEqualTo("2026-03-01T10:00:01Z ERROR it broke: \"here\"\nand there\n");
  }

  @Test
  void logs_are_searched_newest_first() {
    var all = world.get(URL + "search?size=1");

    assertThat(all.at("total")).isEqualTo(2);
    assertThat(all.at("results.0.level")).isEqualTo("ERROR");
    assertThat(world.get(URL + "search?q=think").at("total")).isEqualTo(1);
    assertThat(world.get(URL + "search?filters%5Blevel%5D%5BEQUALS%5D=ERROR").at("total"))
        .isEqualTo(1);
    assertThat(world.get(URL + "search?namespace=other").at("total")).isEqualTo(0);
  }

  @Test
  void a_stream_tells_past_lines_then_live_ones_then_ends() throws Exception {
    try (var events = Events.open(world, URL + id + "/follow?minLevel=INFO")) {
      assertThat(events.next().orElseThrow().id()).isEqualTo("start");
      assertThat(events.next().orElseThrow().at("message"))
          .isEqualTo("it broke: \"here\"\nand there");
      world.log(id, LogLevel.DEBUG, "unseen");
      world.log(id, LogLevel.INFO, "live");
      assertThat(events.next().orElseThrow().at("message")).isEqualTo("live");
      world.log(id, LogLevel.INFO, "last");
      world.orchestrator.move(id, State.SUCCESS);

      assertThat(events.rest()).extracting(Events.Event::id).containsExactly("progress", "end");
    }
    assertThat(world.orchestrator.followers(id)).isZero();
  }

  @Test
  void thousands_of_lines_are_told_once_each() throws Exception {
    for (int i = 0; i < 3000; i++) {
      world.log(id, LogLevel.INFO, "line " + i);
    }
    world.orchestrator.move(id, State.SUCCESS);

    try (var events = Events.open(world, URL + id + "/follow?minLevel=INFO")) {
      assertThat(events.rest()).hasSize(3000 + 3);
    }
    assertThat(world.get(URL + id).json())
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .hasSize(3002);
  }
}
