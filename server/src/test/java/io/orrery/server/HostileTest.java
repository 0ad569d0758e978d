package io.orrery.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.server.http.HttpConfig;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class HostileTest {
  private static final HttpConfig.Limits SMALL =
      new HttpConfig.Limits(8 * 1024, 20_000, 50_000, 20, 64, 2);
  private static final List<String> WRITES =
      List.of(
          "POST /api/v1/flows",
          "POST /api/v1/flows/validate",
          "POST /api/v1/flows/bulk",
          "POST /api/v1/flows/import",
          "POST /api/v1/flows/demo",
          "PUT /api/v1/flows/demo.team/hello",
          "POST /api/v1/executions/demo.team/hello",
          "POST /api/v1/executions/demo.team/hello/validate",
          "DELETE /api/v1/executions/by-ids",
          "POST /api/v1/executions/resume/by-ids",
          "PUT /api/v1/triggers",
          "PUT /api/v1/triggers/set-disabled",
          "POST /api/v1/triggers/set-disabled/by-triggers",
          "PUT /api/v1/namespaces/demo/kv/k",
          "DELETE /api/v1/namespaces/demo/kv");

  private final Path folder;
  private final World world;

  HostileTest(@TempDir Path folder) {
    this.folder = folder;
    this.world = new World(World.config(folder).with(SMALL));
  }

  @BeforeEach
  void a_flow() {
    world.save(World.HELLO);
  }

  @AfterEach
  void the_server_lives_on() {
    assertThat(world.get("/ping").status()).isEqualTo(200);
    assertThat(folder).isEmptyDirectory();
    world.close();
  }

  private World.Reply send(String route, String type, byte[] body) {
    var parts = route.split(" ", -1);
    return world.send(
        world
            .request(parts[1])
            .header("Content-Type", type)
            .method(parts[0], BodyPublishers.ofByteArray(body)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/x-yaml",
        "multipart/form-data; boundary=x",
        "multipart/form-data",
        "application/x-www-form-urlencoded",
        "text/plain",
        "nonsense;;=",
      })
  void random_bodies_never_give_an_internal_error(String type) {
    var random = new Random(type.hashCode());
    var seeds =
        List.of(
            "",
            "{",
            "[]",
            "null",
            "[null]",
            "{\"a\":",
            "- : [",
            "\u0000",
            "--x\r\n",
            "--x--",
            "--x\r\nContent-Disposition: form-data; name=\"doc\"; filename=\"a\"\r\n\r\nabc",
            "%zz=1&&=",
            "[[[[[[",
            "&a [*a]",
            "a: &x [*x]",
            "id: 1\nnamespace: [2]\ntasks: 3",
            "{\"triggers\":[1]}",
            "{\"keys\":1}",
            "{\"id\":{\"id\":{}}}");
    for (var route : WRITES) {
      for (var seed : seeds) {
        var body = mutated(seed.getBytes(UTF_8), random);
        var reply = send(route, type, body);
        assertThat(reply.status())
            .as("%s %s with %s: %s", route, type, new String(body, ISO_8859_1), reply.text())
            .isLessThan(500);
      }
    }
  }

  private static byte[] mutated(byte[] seed, Random random) {
    if (seed.length == 0 || random.nextBoolean()) {
      return seed;
    }
    var bytes = seed.clone();
    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    return bytes;
  }

  @Test
  void deep_nesting_is_refused() {
    var deep = "[".repeat(9_000);

    assertThat(send("POST /api/v1/flows", "application/json", deep.getBytes(UTF_8)).status())
        .isEqualTo(422);
    assertThat(send("POST /api/v1/flows", "application/x-yaml", deep.getBytes(UTF_8)).status())
        .isEqualTo(422);
    assertThat(send("PUT /api/v1/namespaces/a/kv/k", "text/plain", deep.getBytes(UTF_8)).status())
        .isEqualTo(422);
    var ion = ("(".repeat(4_000) + ")".repeat(4_000)).getBytes(UTF_8);
    assertThat(send("PUT /api/v1/namespaces/a/kv/k", "text/plain", ion).status()).isEqualTo(422);
  }

  @Test
  void numbers_beyond_all_bounds_are_refused_or_kept_readable() {
    for (var number :
        List.of(
            "1e999999999", "1d999999999", "9".repeat(15_000), "{a: " + "9".repeat(15_000) + "}")) {
      var reply = send("PUT /api/v1/namespaces/a/kv/k", "text/plain", number.getBytes(UTF_8));
      assertThat(reply.status()).as(number).isLessThan(500);
      var kept = world.get("/api/v1/namespaces/a/kv/k").status();
      assertThat(kept).as("kept of %s", number).isEqualTo(200);
    }
    assertThat(
            send("PUT /api/v1/namespaces/a/kv/k", "text/plain", "9".repeat(15_000).getBytes(UTF_8))
                .status())
        .isEqualTo(422);
  }

  @Test
  void an_alias_bomb_is_refused() {
    var bomb = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 60; i++) {
      bomb.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }

    var reply = send("POST /api/v1/flows", "application/x-yaml", bomb.toString().getBytes(UTF_8));

    assertThat(reply.status()).isEqualTo(422);
  }

  @Test
  void a_node_within_itself_or_at_millions_of_places_is_refused() {
    var wide = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 25; i++) {
      wide.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }
    for (var text : List.of(wide.toString(), "a: &x [*x]", "&x a: [*x]", "? &x [*x]\n: 1")) {
      var reply = send("POST /api/v1/flows", "application/x-yaml", text.getBytes(UTF_8));
      assertThat(reply.status()).as(text).isEqualTo(422);
    }
  }

  @Test
  void too_large_bodies_are_refused_with_and_without_a_length() {
    var large = new byte[30_000];
    assertThat(send("POST /api/v1/flows", "application/x-yaml", large).status()).isEqualTo(413);
    var streamed =
        world.send(
            world
                .request("/api/v1/flows")
                .header("Content-Type", "application/x-yaml")
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large))));
    assertThat(streamed.status()).isEqualTo(413);
  }

  @Test
  void too_large_uploads_are_refused_with_and_without_a_length() {
    var form = new Form().file("doc", "a.bin", new byte[60_000]);
    var path = "/api/v1/executions/demo.team/hello";

    assertThat(world.form(path, form).status()).isEqualTo(413);
    var streamed =
        world.send(
            world
                .request(path)
                .header("Content-Type", form.contentType())
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(form.bytes()))));
    assertThat(streamed.status()).isEqualTo(413);
    assertThat(world.storage.paths()).isEmpty();
  }

  @Test
  void too_many_parts_are_refused() {
    var form = new Form();
    for (int i = 0; i < 30; i++) {
      form.text("p" + i, "v");
    }

    assertThat(world.form("/api/v1/executions/demo.team/hello", form).status()).isEqualTo(400);
  }

  @Test
  void too_large_headers_are_refused() {
    var reply = world.send(world.request("/ping").header("X-Long", "x".repeat(20_000)).GET());

    assertThat(reply.status()).isEqualTo(431);
  }

  @Test
  void odd_paths_are_refused_or_not_there() throws IOException {
    for (var path :
        List.of(
            "/%2e%2e/%2e%2e/etc/passwd",
            "/api/v1/flows/%00/x",
            "/api/v1//flows",
            "/%zz",
            "/a%2Fb",
            "//",
            "/api/v1/flows/a;b=c/d")) {
      var reply =
          Raw.send(
              world.server.port(),
              "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      assertThat(reply).as(path).matches("(?s)HTTP/1.1 4\\d\\d .*");
      assertThat(reply).as(path).doesNotContain("\tat ", "Exception");
    }
  }

  @Test
  void bad_http_is_answered_in_json_without_a_trace() throws IOException {
    for (var request :
        List.of(
            "NONSENSE\r\n\r\n",
            "GET / HTTP/9.9\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
            "POST /ping HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
            "POST /api/v1/flows HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")) {
      var reply = Raw.send(world.server.port(), request);
      assertThat(reply).as(request).startsWith("HTTP/1.1 ").doesNotContain("HTTP/1.1 500", "\tat ");
    }
  }

  @Test
  void a_body_that_trickles_is_cut_off() throws Exception {
    var impatient =
        new HttpConfig.Patience(
            Duration.ofMillis(300),
            Duration.ofMillis(300),
            Duration.ofMillis(100),
            Duration.ofSeconds(1),
            Duration.ofMillis(100),
            Duration.ofMillis(50));
    try (var hasty = new World(World.config(folder).with(impatient))) {
      var reply =
          Raw.send(
              hasty.server.port(),
              "POST /api/v1/flows HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nid: ");

      assertThat(reply).doesNotContain("HTTP/1.1 5").doesNotContain("HTTP/1.1 2");
    }
  }

  @Test
  void more_streams_than_allowed_are_refused() throws Exception {
    var id = world.started("hello");
    var path = "/api/v1/executions/" + id + "/follow";
    try (var one = Events.open(world, path);
        var two = Events.open(world, path)) {
      one.next();
      two.next();

      var third = world.get(path);

      assertThat(third.status()).isEqualTo(503);
      assertThat(third.header("Retry-After")).isPresent();
    }
  }

  @Test
  void a_wrong_method_is_405_and_says_which_are_right() {
    var reply = world.post("/api/v1/flows/search");
    var patch = world.send("PATCH", "/api/v1/flows/demo.team/hello", "text/plain", "x");

    assertThat(patch.status()).isEqualTo(405);
    assertThat(patch.header("Allow")).hasValue("DELETE, GET, PUT");
    assertThat(patch.string("message")).startsWith("Method Not Allowed");
    assertThat(reply.status()).isLessThan(500);
    assertThat(world.get("/api/v1/nothing").status()).isEqualTo(404);
    assertThat(world.get("/api/v1/nothing").string("message")).startsWith("Not Found");
  }

  @Test
  void inputs_of_an_unknown_kind_are_refused() {
    var reply =
        world.post("/api/v1/executions/demo.team/hello", "application/json", "{\"name\":\"x\"}");

    assertThat(reply.status()).isEqualTo(415);
  }
}
