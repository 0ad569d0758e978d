package io.orrery.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
