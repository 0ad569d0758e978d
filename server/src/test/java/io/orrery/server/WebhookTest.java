package io.orrery.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.state.State;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WebhookTest {

  private static final String URL = "/api/v1/main/executions/webhook/demo.team/hello/";

  private final World world;

  WebhookTest(@TempDir Path folder) {
    world = new World(folder);
  }

  @BeforeEach
  void a_flow() {
    world.save(World.HELLO);
  }

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void a_call_starts_the_flow_and_says_what_came_with_it() {
    var reply = world.json("PUT", URL + "open?x=1&x=2", Map.of("a", List.of(1, true)));
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.at("trigger.variables.body")).isEqualTo(Map.of("a", List.of(1, true)));
    assertThat(reply.at("trigger.variables.parameters.x")).isEqualTo(List.of("1", "2"));
  }

  @Test
  void a_call_too_many_is_told_when_to_come_again() {
    assertThat(world.json("POST", URL + "rare", Map.of()).status()).isEqualTo(200);
    var refused = world.json("POST", URL + "rare", Map.of());
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.string("message")).contains("1 calls in PT24H");
  }

  @Test
  void what_is_no_json_stays_text_and_what_is_no_text_is_base64() {
    assertThat(
            world
                .send("POST", URL + "open", "application/json", "plain")
                .at("trigger.variables.body"))
        .isEqualTo("plain");
  }

  @Test
  void a_form_gives_its_fields() {
    var reply = world.send("POST", URL + "open", "application/x-www-form-urlencoded", "a=b+c&d");
    assertThat(reply.at("trigger.variables.formFields"))
        .isEqualTo(Map.of("a", List.of("b c"), "d", List.of("")));
  }

  @Test
  void a_multipart_call_gives_its_fields_and_its_files() {
    var form = new Form().text("who", "ada").file("f", "a.txt", "content".getBytes(UTF_8));
    var reply = world.form(URL + "stores", form);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.at("trigger.variables.formFields.who")).isEqualTo(List.of("ada"));
    assertThat(reply.at("trigger.variables.parts.0.filename")).isEqualTo("a.txt");
    assertThat(reply.string("trigger.variables.parts.0.uri")).startsWith("kestra:///demo/team/");
  }

  /// Calls, and ends what the call started.
  private World.Reply waited(String key, State end) {
    var reply = CompletableFuture.supplyAsync(() -> world.json("POST", URL + key, Map.of()));
    world.orchestrator.move(world.awaited(), end);
    return reply.join();
  }

  @Test
  void a_waiting_one_answers_at_the_end_with_a_status_that_says_how_it_went() {
    var good = waited("waits", State.SUCCESS);
    assertThat(good.status()).isEqualTo(200);
    assertThat(good.at("state.current")).isEqualTo("SUCCESS");
  }

  @Test
  void a_failure_is_a_500_unless_the_webhook_has_a_status_of_its_own() {
    assertThat(waited("waits", State.FAILED).status()).isEqualTo(500);
  }

  @Test
  void the_status_that_a_webhook_names_is_the_answers_whatever_the_end() {
    var reply = waited("teapot", State.FAILED);
    assertThat(reply.status()).isEqualTo(418);
    assertThat(reply.at("state.current")).isEqualTo("FAILED");
  }

  @Test
  void outputs_are_answered_as_json_or_as_text() {
    var reply = waited("outputs", State.SUCCESS);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json()).isEqualTo(Map.of());
    assertThat(reply.header("Content-Type")).contains("application/json");
  }

  @Test
  void a_text_answer_is_plain() {
    var reply = waited("text", State.SUCCESS);
    assertThat(reply.header("Content-Type").orElse("")).startsWith("text/plain");
  }

  @Test
  void asking_what_is_there_starts_nothing() {
    for (var method : List.of("HEAD", "OPTIONS", "DELETE", "PATCH")) {
      var reply = world.send(method, URL + "open", "application/json", "");
      assertThat(reply.status()).as(method).isEqualTo(405);
      assertThat(reply.header("Allow")).as(method).contains("GET, POST, PUT");
    }
    assertThat(world.get("/api/v1/executions/search").at("total")).isEqualTo(0);
    assertThat(world.get(URL + "open").status()).isEqualTo(200);
  }

  @Test
  void wrong_keys_flows_and_paths_are_not_found() {
    assertThat(world.json("POST", URL + "shut", Map.of()).status()).isEqualTo(404);
    assertThat(world.json("POST", URL + "open/more", Map.of()).status()).isEqualTo(404);
    assertThat(
            world
                .json("POST", "/api/v1/executions/webhook/demo.team/nobody/open", Map.of())
                .status())
        .isEqualTo(404);
  }

  @Test
  void conditions_that_do_not_hold_and_inputs_that_cannot_be_are_told_apart() {
    assertThat(world.json("POST", URL + "open?no=1", Map.of()).status()).isEqualTo(204);
    assertThat(world.json("POST", URL + "open?bad=1", Map.of()).status()).isEqualTo(422);
  }
}
