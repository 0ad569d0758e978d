package io.orrery.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.state.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FollowTest {
  private static final String URL = "/api/v1/executions/";

  private final World world;

  FollowTest(@TempDir Path folder) {
    world = new World(folder);
  }

  @BeforeEach
  void a_flow() {
    world.save(World.HELLO);
    world.save(World.PAUSE);
  }

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void a_stream_starts_tells_each_change_and_ends_with_the_last_state() throws Exception {
    var id = world.started("hello");
    try (var events = Events.open(world, URL + id + "/follow")) {
      assertThat(events.status()).isEqualTo(200);
      assertThat(events.header("Content-Type")).hasValue("text/event-stream");
      assertThat(events.header("Content-Encoding")).isEmpty();
      assertThat(events.next().orElseThrow().id()).isEqualTo("start");
      var first = events.next().orElseThrow();
      assertThat(first.id()).isEqualTo("progress");
      assertThat(first.at("id")).isEqualTo(id.value());

      world.orchestrator.move(id, State.PAUSED);
      assertThat(stateOf(events.next().orElseThrow())).isEqualTo("PAUSED");
      world.orchestrator.move(id, State.RUNNING);
      assertThat(stateOf(events.next().orElseThrow())).isEqualTo("RUNNING");
      world.orchestrator.move(id, State.SUCCESS);

      var rest = events.rest();
      assertThat(rest).hasSize(1);
      assertThat(rest.getFirst().id()).isEqualTo("end");
      assertThat(stateOf(rest.getFirst())).isEqualTo("SUCCESS");
    }
  }

  private static String stateOf(Events.Event event) {
    return event.at("state") instanceof Map<?, ?> state
        ? String.valueOf(state.get("current"))
        : "none";
  }

  @Test
  void an_ended_execution_is_told_at_once() throws Exception {
    var id = world.started("hello");
    world.orchestrator.move(id, State.FAILED);

    try (var events = Events.open(world, URL + id + "/follow")) {
      assertThat(events.rest()).extracting(Events.Event::id).containsExactly("start", "end");
    }
  }

  @Test
  void an_unknown_execution_is_404_after_a_while() {
    assertThat(world.get(URL + "nobody/follow").status()).isEqualTo(404);
  }

  @Test
  void silence_is_broken_by_heartbeats_and_a_hint_without_change_sends_nothing() throws Exception {
    var id = world.started("hello");
    try (var events = Events.open(world, URL + id + "/follow")) {
      events.next();
      events.next();
      world.orchestrator.ring(id);
      events.awaitHeartbeat();
      events.awaitHeartbeat();
      world.orchestrator.move(id, State.SUCCESS);

      assertThat(events.rest()).extracting(Events.Event::id).containsExactly("end");
      assertThat(events.heartbeats()).isGreaterThanOrEqualTo(2);
    }
  }

  @Test
  void a_client_that_goes_away_is_forgotten() throws Exception {
    var id = world.started("hello");
    var events = Events.open(world, URL + id + "/follow");
    events.next();
    assertThat(world.orchestrator.followers(id)).isEqualTo(1);

    events.close();

    while (world.orchestrator.followers(id) > 0) {
      Thread.onSpinWait();
    }
    assertThat(world.server.openStreams()).isZero();
  }

  @Test
  void many_clients_come_and_go_at_once() throws Exception {
    var id = world.started("hello");
    var leaving = new ArrayList<Events>();
    var staying = new ArrayList<Events>();
    for (int i = 0; i < 20; i++) {
      var events = Events.open(world, URL + id + "/follow");
      events.next();
      (i % 2 == 0 ? leaving : staying).add(events);
    }
    var closed =
        leaving.stream()
            .map(events -> CompletableFuture.runAsync(() -> closeQuietly(events)))
            .toList();
    world.orchestrator.move(id, State.PAUSED);
    closed.forEach(CompletableFuture::join);
    world.orchestrator.move(id, State.SUCCESS);

    for (var events : staying) {
      assertThat(events.rest().getLast().id()).isEqualTo("end");
      events.close();
    }
    while (world.orchestrator.followers(id) > 0 || world.server.openStreams() > 0) {
      Thread.onSpinWait();
    }
  }

  private static void closeQuietly(Events events) {
    try {
      events.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_closing_server_ends_its_streams() throws Exception {
    var id = world.started("hello");
    var events = Events.open(world, URL + id + "/follow");
    events.next();
    events.next();

    world.server.close();

    assertThat(world.orchestrator.followers(id)).isZero();
    events.close();
  }

  @Test
  void paused_executions_are_followed_on() throws Exception {
    var id = world.started("gate");
    try (var events = Events.open(world, URL + id + "/follow")) {
      assertThat(List.of(events.next().orElseThrow().id(), events.next().orElseThrow().id()))
          .containsExactly("start", "progress");
      events.awaitHeartbeat();
      world.orchestrator.move(id, State.KILLED);
      assertThat(events.next().orElseThrow().id()).isEqualTo("end");
    }
  }
}
