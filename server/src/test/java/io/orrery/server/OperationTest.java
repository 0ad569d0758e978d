package io.orrery.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.server.http.HttpConfig;
import io.orrery.store.query.KeyValues;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperationTest {
  private final Path folder;
  private final World world;

  OperationTest(@TempDir Path folder) {
    this.folder = folder;
    world = new World(folder);
  }

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void it_is_ready_while_nothing_is_wrong_and_alive_always() {
    assertThat(world.get("/health").at("status")).isEqualTo("UP");
    assertThat(world.get("/health/readiness").status()).isEqualTo(200);

    world.troubles.put("database", "password for db01 was refused");

    var down = world.get("/health/readiness");
    assertThat(down.status()).isEqualTo(503);
    assertThat(down.at("details.database.status")).isEqualTo("DOWN");
    assertThat(down.text()).doesNotContain("db01");
    assertThat(world.get("/health").status()).isEqualTo(503);
    assertThat(world.get("/health/liveness").status()).isEqualTo(200);
  }

  @Test
  void it_says_that_it_is_stopping_and_still_answers() {
    world.stopping.set(true);

    var stopping = world.get("/health/readiness");
    assertThat(stopping.status()).isEqualTo(503);
    assertThat(stopping.at("status")).isEqualTo("STOPPING");
    assertThat(world.get("/health/liveness").at("status")).isEqualTo("UP");
    assertThat(world.get("/ping").status()).isEqualTo(200);
  }

  @Test
  void metrics_are_told_by_route_not_by_path() {
    world.get("/api/v1/flows/a/b");
    world.get("/unknown/path");

    var metrics = world.get("/metrics");

    assertThat(metrics.header("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
    assertThat(metrics.text())
        .contains(
            "jvm_memory_used_bytes",
            "http_server_streams",
            "uri=\"/api/v1/flows/{namespace}/{id}\"")
        .contains("uri=\"none\"")
        .doesNotContain("/unknown/path");
    assertThat(world.get("/prometheus").status()).isEqualTo(200);
  }

  @Test
  void configs_say_what_is_running() {
    assertThat(world.get("/api/v1/configs").at("version")).isEqualTo("1.2.3");
    assertThat(world.get("/api/v1/main/configs").at("version")).isEqualTo("1.2.3");
  }

  @Test
  void large_answers_are_compressed_for_those_who_ask() throws IOException {
    world.save(World.HELLO + "# " + "long ".repeat(2_000) + "\n");
    var path = "/api/v1/flows/demo.team/hello?source=true";

    var packed = world.send(world.request(path).header("Accept-Encoding", "gzip").GET());

    assertThat(packed.header("Content-Encoding")).hasValue("gzip");
    assertThat(packed.response().body().length).isLessThan(4_000);
    try (var in = new GZIPInputStream(new ByteArrayInputStream(packed.response().body()))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).contains("long long");
    }
    assertThat(world.get(path).header("Content-Encoding")).isEmpty();
  }

  @Test
  void head_is_get_without_the_body() {
    var reply = world.send(world.request("/ping").method("HEAD", BodyPublishers.noBody()));

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.text()).isEmpty();
  }

  @Test
  void a_taken_port_is_told_plainly() {
    var taken = HttpConfig.loopback(world.server.port(), folder);

    assertThatThrownBy(() -> new World(taken))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("cannot listen on 127.0.0.1:" + world.server.port());
  }

  @Test
  void what_nobody_foresaw_is_an_incident_without_a_trace() {
    world.save(World.HELLO);
    world.keyValues.put(
        "demo", "broken", KeyValues.Write.of("{not json", Optional.empty()), World.NOW);

    var reply = world.get("/api/v1/namespaces/demo/kv/broken");

    assertThat(reply.status()).isEqualTo(500);
    assertThat(reply.string("message")).contains("incident " + reply.string("incident"));
    assertThat(reply.text()).doesNotContain("Exception", "not json");
  }
}
