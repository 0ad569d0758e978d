package io.orrery.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import io.orrery.server.http.HttpConfig;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecurityTest {
  private static final String FLOWS = "/api/v1/flows";
  private static final String SEARCH = FLOWS + "/search";

  @TempDir private Path folder = Path.of("");

  private World open() {
    return new World(folder);
  }

  private World guarded() {
    return new World(
        World.config(folder).with(new HttpConfig.Credentials("ada", "s3cret:with colon")));
  }

  private static World.Reply as(World world, String path, String authorization) {
    return world.send(world.request(path).header("Authorization", authorization).GET());
  }

  private static World.Reply asAda(World world, HttpRequest.Builder request) {
    return world.send(request.header("Authorization", basic("ada:s3cret:with colon")));
  }

  private static String basic(String userAndPassword) {
    return "Basic " + Base64.getEncoder().encodeToString(userAndPassword.getBytes(UTF_8));
  }

  @Test
  void with_credentials_nothing_is_told_without_them() {
    try (var world = guarded()) {
      var reply = world.get(SEARCH);

      assertThat(reply.status()).isEqualTo(401);
      assertThat(reply.header("WWW-Authenticate"))
          .hasValueSatisfying(value -> assertThat(value).startsWith("Basic realm="));
      assertThat(reply.string("message")).startsWith("Unauthorized");
      assertThat(world.get("/").status()).isEqualTo(401);
      assertThat(world.get("/metrics").status()).isEqualTo(401);
      assertThat(world.get("/nowhere").status()).isEqualTo(401);
      assertThat(as(world, SEARCH, basic("ada:s3cret:with colon")).status()).isEqualTo(200);
    }
  }

  @Test
  void who_resumes_an_execution_is_told_by_name() {
    try (var world = guarded()) {
      var save =
          world
              .request("/api/v1/flows")
              .header("Content-Type", "application/x-yaml")
              .POST(BodyPublishers.ofString(World.HELLO));
      assertThat(asAda(world, save).status()).isEqualTo(200);
      var start = world.request("/api/v1/executions/demo.team/hello").POST(BodyPublishers.noBody());
      var id = new ExecutionId(asAda(world, start).string("id"));
      world.orchestrator.move(id, State.PAUSED);
      var resume =
          world.request("/api/v1/executions/" + id + "/resume").POST(BodyPublishers.noBody());
      assertThat(asAda(world, resume).status()).isEqualTo(204);
      assertThat(world.orchestrator.resumedBy()).containsExactly(Optional.of("ada"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ada:wrong", "ada:", "ada", "bob:s3cret:with colon", ":", ""})
  void wrong_credentials_are_refused(String given) {
    try (var world = guarded()) {
      assertThat(as(world, SEARCH, basic(given)).status()).isEqualTo(401);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Basic ???", "Basic", "Bearer abc", "Digest x", "Basic  "})
  void an_odd_authorization_header_is_refused(String header) {
    try (var world = guarded()) {
      assertThat(as(world, SEARCH, header).status()).isEqualTo(401);
    }
  }

  @Test
  void ping_health_and_webhooks_are_open() {
    try (var world = guarded()) {
      assertThat(world.get("/ping").text()).isEqualTo("pong");
      assertThat(world.get("/health").status()).isEqualTo(200);
      assertThat(world.get("/health/liveness").status()).isEqualTo(200);
      assertThat(world.get("/api/v1/main/executions/webhook/a/b/c").status()).isEqualTo(404);
      assertThat(world.get("/health/../api/v1/flows/search").status()).isEqualTo(401);
    }
  }

  @Test
  void without_credentials_a_foreign_host_name_is_refused() throws Exception {
    try (var world = open()) {
      var raw =
          Raw.send(
              world.server.port(),
              "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");

      assertThat(raw).startsWith("HTTP/1.1 403");
      assertThat(
              Raw.send(
                  world.server.port(),
                  "GET /ping HTTP/1.1\r\nHost: localhost:1\r\nConnection: close\r\n\r\n"))
          .startsWith("HTTP/1.1 200");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://evil.example", "null", "http://127.0.0.1:1", "https://localhost"})
  void a_page_of_another_site_may_not_change_anything(String origin) {
    try (var world = open()) {
      var reply =
          world.send(
              world
                  .request(FLOWS)
                  .header("Origin", origin)
                  .POST(BodyPublishers.ofString(World.HELLO)));

      assertThat(reply.status()).isEqualTo(403);
      assertThat(world.get(SEARCH).at("total")).isEqualTo(0);
    }
  }

  @Test
  void a_page_of_this_server_may() {
    try (var world = open()) {
      var origin = "http://127.0.0.1:" + world.server.port();
      var reply =
          world.send(
              world
                  .request(FLOWS)
                  .header("Origin", origin)
                  .POST(BodyPublishers.ofString(World.HELLO)));

      assertThat(reply.status()).isEqualTo(200);
    }
  }

  @Test
  void a_cross_site_request_is_refused_with_credentials_too() {
    try (var world = guarded()) {
      var reply =
          world.send(
              world
                  .request(FLOWS)
                  .header("Authorization", basic("ada:s3cret:with colon"))
                  .header("Sec-Fetch-Site", "cross-site")
                  .POST(BodyPublishers.ofString(World.HELLO)));

      assertThat(reply.status()).isEqualTo(403);
    }
  }

  @Test
  void every_answer_carries_the_security_headers() {
    try (var world = open()) {
      for (var path : new String[] {"/", SEARCH, "/nowhere", "/ping"}) {
        var reply = world.get(path);
        assertThat(reply.header("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(reply.header("X-Frame-Options")).hasValue("DENY");
        assertThat(reply.header("Content-Security-Policy")).isPresent();
        assertThat(reply.header("Server")).isEmpty();
      }
    }
  }

  @Test
  void credentials_do_not_print_their_password() {
    assertThat(new HttpConfig.Credentials("ada", "s3cret").toString()).doesNotContain("s3cret");
  }
}
