package io.orrery.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamespacesTest {
  private static final String ALL = "/api/v1/main/namespaces";

  private final World world;

  NamespacesTest(@TempDir Path folder) {
    world = new World(folder);
  }

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void what_is_said_of_a_namespace_is_kept_and_comes_down_to_children() {
    var given =
        Map.of(
            "id",
            "io",
            "description",
            "all of it",
            "variables",
            Map.of("a", Map.of("x", 1, "y", 2), "b", "io"),
            "pluginDefaults",
            List.of(Map.of("type", "Log", "values", Map.of("level", "WARN"))));
    assertThat(world.json("POST", ALL, given).at("variables.b")).isEqualTo("io");
    assertThat(world.json("POST", ALL, given).status()).isEqualTo(422);
    world.json("PUT", ALL + "/io.acme", Map.of("variables", Map.of("a", Map.of("x", 3))));

    assertThat(world.get(ALL + "/io").at("description")).isEqualTo("all of it");
    assertThat(world.get(ALL + "/io.acme/inherited-variables").at("a.x")).isEqualTo(1);
    assertThat(world.get(ALL + "/io.acme.sub/inherited-variables").at("a.x")).isEqualTo(3);
    assertThat(world.get(ALL + "/io.acme.sub/inherited-variables").at("a.y")).isEqualTo(2);
    assertThat(world.get(ALL + "/io.acme/inherited-plugindefaults").at("0.namespace"))
        .isEqualTo("io");
    assertThat(world.delete(ALL + "/io").status()).isEqualTo(204);
    assertThat(world.delete(ALL + "/io").status()).isEqualTo(404);
    assertThat(world.get(ALL + "/io").at("disabled")).isEqualTo(true);
  }

  @Test
  void a_definition_that_cannot_be_is_refused() {
    for (Map<String, Object> wrong :
        List.<Map<String, Object>>of(
            Map.of("id", "No"),
            Map.of("id", "io", "variables", List.of()),
            Map.of("id", "io", "pluginDefaults", List.of(Map.of("type", "Log"))),
            Map.of("id", "io", "allowedNamespaces", List.of("Not Good")))) {
      assertThat(world.json("POST", ALL, wrong).status()).as("%s", wrong).isEqualTo(422);
    }
    assertThat(world.json("PUT", ALL + "/io", Map.of("id", "other")).status()).isEqualTo(422);
  }

  @Test
  void namespaces_in_use_and_their_parents_are_listed_too() {
    world.yaml("POST", "/api/v1/flows", World.HELLO);
    world.json("PUT", ALL + "/my.own", Map.of());

    var list = world.get(ALL + "/search?sort=id:desc&size=2");
    assertThat(list.at("total")).isEqualTo(5);
    assertThat(list.at("results.0.id")).isEqualTo("system");
    assertThat(list.at("results.1.id")).isEqualTo("my.own");
    assertThat(world.get(ALL + "/search?q=team").at("results.0.id")).isEqualTo("demo.team");
    assertThat(world.get(ALL + "/search?existing=true").at("total")).isEqualTo(1);
    assertThat(world.json("POST", ALL + "/autocomplete", Map.of("q", "demo")).text())
        .isEqualTo("[\"demo\",\"demo.team\"]");
  }

  @Test
  void secrets_are_written_named_and_deleted_but_never_shown() {
    var url = ALL + "/io.acme/secrets";
    world.json("PUT", ALL + "/io/secrets", Map.of("key", "UP", "value", "hidden-one"));
    var put =
        world.json(
            "PUT",
            url,
            Map.of(
                "key", "MY_KEY",
                "value", "hidden-two",
                "description", "what for",
                "tags", List.of(Map.of("key", "team", "value", "blue"))));
    assertThat(put.at("0.tags.0.value")).isEqualTo("blue");

    var list = world.get(url);
    assertThat(list.at("total")).isEqualTo(2);
    assertThat(list.at("results.0.key")).isEqualTo("MY_KEY");
    assertThat(list.at("results.1.key")).isEqualTo("FROM_OUTSIDE");
    assertThat(world.get(ALL + "/io.acme/inherited-secrets").text()).isEqualTo("{\"io\":[\"UP\"]}");
    var changed = world.json("PATCH", url + "/my_key", Map.of("description", "else"));
    assertThat(changed.at("0.description")).isEqualTo("else");
    assertThat(world.json("PATCH", url + "/none", Map.of()).status()).isEqualTo(404);
    assertThat(put.text() + list.text() + changed.text()).doesNotContain("hidden");
    assertThat(world.delete(url + "/MY_KEY").status()).isEqualTo(200);
    assertThat(world.delete(url + "/MY_KEY").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{\"key\": \"a b\", \"value\": \"x\"}", "{\"key\": \"A\"}", "[]", "x"})
  void a_secret_needs_a_key_and_a_value(String body) {
    assertThat(world.send("PUT", ALL + "/io/secrets", "application/json", body).status())
        .isBetween(400, 422);
  }
}
