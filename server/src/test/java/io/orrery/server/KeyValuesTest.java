package io.orrery.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.store.query.KeyValues;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyValuesTest {
  private static final String URL = "/api/v1/namespaces/demo.team/kv";

  private final World world;

  KeyValuesTest(@TempDir Path folder) {
    world = new World(folder);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private World.Reply put(String key, String body) {
    return world.send(
        world
            .request(URL + "/" + key)
            .header("Content-Type", "text/plain")
            .PUT(BodyPublishers.ofString(body)));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "\"hello\"|STRING",
        "1.5|NUMBER",
        "42|NUMBER",
        "true|BOOLEAN",
        "\"2021-09-01\"|STRING",
        "2021-09-01|DATE",
        "2021-09-01T01:02:03Z|DATETIME",
        "\"PT5M\"|DURATION",
        "{\"a\": [1, null]}|JSON",
        "[\"hello\", \"world\"]|JSON",
        "{a: 1, when: 2021-09-01}|JSON",
      },
      delimiter = '|')
  void a_value_has_the_type_of_its_text(String body, String type) {
    assertThat(put("my-key", body).status()).isEqualTo(200);

    assertThat(world.get(URL + "/my-key").at("type")).isEqualTo(type);
  }

  @Test
  void values_come_back_as_they_were() {
    put("date", "2021-09-01T01:02:03Z");
    put("tree", "{\"a\": {\"b\": [1, 2.50, \"x\"]}}");

    assertThat(world.get(URL + "/date").at("value")).isEqualTo("2021-09-01T01:02:03Z");
    assertThat(world.get(URL + "/tree").text()).contains("{\"a\":{\"b\":[1,2.50,\"x\"]}}");
    assertThat(world.get(URL + "/tree").at("revision")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hello world", "", "{", "\"a\" \"b\"", "{{aGVsbG8=}}", "hello"})
  void what_is_neither_json_nor_ion_is_refused(String body) {
    assertThat(put("k", body).status()).isEqualTo(422);
    assertThat(world.get(URL + "/k").status()).isEqualTo(404);
  }

  @Test
  void a_missing_key_is_404_and_an_expired_one_410() {
    world.keyValues.put(
        "demo.team",
        "old",
        KeyValues.Write.of("1", Optional.of(World.NOW)),
        World.NOW.minusSeconds(60));

    assertThat(world.get(URL + "/none").string("message"))
        .isEqualTo("Not Found: No value found for key 'none' in namespace 'demo.team'");
    var expired = world.get(URL + "/old");
    assertThat(expired.status()).isEqualTo(410);
    assertThat(expired.string("message")).contains("Resource has expired");
  }

  @Test
  void a_value_lives_as_long_as_its_ttl_says() {
    var reply =
        world.send(
            world.request(URL + "/k").header("ttl", "PT5M").PUT(BodyPublishers.ofString("1")));

    assertThat(reply.status()).isEqualTo(200);
    assertThat(world.get(URL).at("0.expirationDate")).isEqualTo("2026-03-01T10:05:00Z");
    assertThat(
            world
                .send(
                    world
                        .request(URL + "/k")
                        .header("ttl", "-PT1S")
                        .PUT(BodyPublishers.ofString("1")))
                .status())
        .isEqualTo(422);
    assertThat(
            world
                .send(
                    world.request(URL + "/k").header("ttl", "5m").PUT(BodyPublishers.ofString("1")))
                .status())
        .isEqualTo(422);
  }

  @Test
  void keys_are_listed_and_deleted() {
    put("a", "1");
    put("b", "2");
    put("c", "3");

    assertThat(world.get(URL).json()).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(3);
    assertThat(world.delete(URL + "/a").json()).isEqualTo(true);
    assertThat(world.delete(URL + "/a").json()).isEqualTo(false);
    assertThat(world.json("DELETE", URL, Map.of("keys", List.of("b", "x"))).at("keys"))
        .isEqualTo(List.of("b"));
    assertThat(world.get(URL).at("0.key")).isEqualTo("c");
  }

  @Test
  void a_key_has_only_harmless_characters() {
    assertThat(put("-bad", "1").status()).isEqualTo(422);
    assertThat(put("b%20d", "1").status()).isEqualTo(422);
  }

  @Test
  void keys_of_all_namespaces_are_listed_in_pages_and_by_filters() {
    put("a", "1");
    put("b", "2");
    world.send(
        world
            .request("/api/v1/main/namespaces/other/kv/a")
            .header("description", "what it is for")
            .PUT(BodyPublishers.ofString("3")));

    var all = world.get("/api/v1/main/kv?size=2");
    assertThat(all.at("total")).isEqualTo(3);
    assertThat(all.at("results.0.key")).isEqualTo("a");
    assertThat(world.get("/api/v1/kv?filters[namespace][EQUALS]=other").at("results.0.description"))
        .isEqualTo("what it is for");
    assertThat(world.get("/api/v1/kv?q=b").at("total")).isEqualTo(1);
  }

  @Test
  void inherited_keys_are_those_of_parents_that_the_namespace_has_not_itself() {
    put("own", "1");
    for (var key : List.of("own", "up")) {
      world.send(
          world
              .request("/api/v1/namespaces/demo/kv/" + key)
              .PUT(BodyPublishers.ofString("\"of demo\"")));
    }

    var inherited = world.get(URL + "/inheritance");
    assertThat(inherited.at("0.key")).isEqualTo("up");
    assertThat(inherited.at("0.namespace")).isEqualTo("demo");
    assertThat(inherited.text()).doesNotContain("\"own\"");
  }
}
