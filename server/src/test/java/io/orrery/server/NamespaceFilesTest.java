package io.orrery.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamespaceFilesTest {
  private static final String URL = "/api/v1/namespaces/demo.team/files";

  private final World world;

  NamespaceFilesTest(@TempDir Path folder) {
    world = new World(folder);
  }

  @AfterEach
  void close() {
    world.close();
  }

  private World.Reply put(String path, String content) {
    return world.form(
        URL + "?path=" + path, new Form().file("fileContent", "any.txt", content.getBytes(UTF_8)));
  }

  private String read(String path) {
    return world.get(URL + "?path=" + path).text();
  }

  @Test
  void a_file_is_read_in_its_newest_or_an_older_revision() {
    assertThat(put("/a/b.txt", "first").status()).isEqualTo(200);
    assertThat(put("/a/b.txt", "second").status()).isEqualTo(200);

    assertThat(read("/a/b.txt")).isEqualTo("second");
    assertThat(read("a/b.txt&revision=1")).isEqualTo("first");
    assertThat(world.get(URL + "?path=/a/b.txt&revision=3").status()).isEqualTo(404);
    assertThat(world.get(URL + "/revisions?path=/a/b.txt").at("1.revision")).isEqualTo(2);
    assertThat(world.get(URL + "?path=/none").status()).isEqualTo(404);
    assertThat(world.get(URL + "?path=/a").status()).isEqualTo(404);
  }

  @Test
  void folders_are_listed_with_what_is_directly_in_them() {
    put("/a/b.txt", "12345");
    put("/c.txt", "1");
    world.post(URL + "/directory?path=/empty/deep");

    var top = world.get(URL + "/directory");
    assertThat(top.at("0.fileName")).isEqualTo("a");
    assertThat(top.at("0.type")).isEqualTo("Directory");
    assertThat(top.at("1.fileName")).isEqualTo("c.txt");
    assertThat(top.at("2.fileName")).isEqualTo("empty");
    assertThat(world.get(URL + "/directory?path=/a").at("0.size")).isEqualTo(5);
    assertThat(world.get(URL + "/directory?path=/none").status()).isEqualTo(404);
    assertThat(world.get(URL + "/stats?path=/a/b.txt").at("type")).isEqualTo("File");
    assertThat(world.get(URL + "/stats").at("fileName")).isEqualTo("_files");
    assertThat(world.get(URL + "/stats?path=/none").status()).isEqualTo(404);
    assertThat(world.get(URL + "/search?q=b.t").text()).isEqualTo("[\"/a/b.txt\"]");
  }

  @Test
  void files_and_folders_are_moved_and_deleted() {
    put("/a/b.txt", "one");
    put("/c.txt", "two");

    assertThat(move("/a", "/z").status()).isEqualTo(200);
    assertThat(read("/z/b.txt")).isEqualTo("one");
    assertThat(move("/none", "/y").status()).isEqualTo(404);
    assertThat(move("/c.txt", "/z").status()).isEqualTo(409);
    assertThat(world.delete(URL + "?path=/z").status()).isEqualTo(200);
    assertThat(world.get(URL + "/search?q=").text()).isEqualTo("[\"/c.txt\"]");
    assertThat(put("/c.txt/d", "x").status()).isEqualTo(409);
  }

  private World.Reply move(String from, String to) {
    return world.send("PUT", URL + "?from=" + from + "&to=" + to, "text/plain", "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/../x", "a/..", "a/%252e%252e/x", "a%5Cb", "a%00b", "%20/../.."})
  void a_path_never_leads_out(String path) {
    assertThat(put(path, "x").status()).isEqualTo(422);
    assertThat(world.get(URL + "?path=" + path).status()).isEqualTo(422);
    assertThat(world.delete(URL + "?path=" + path).status()).isEqualTo(422);
    assertThat(move(path, "/ok").status()).isEqualTo(422);
  }

  @Test
  void a_zip_is_unpacked_and_flows_in_it_become_flows_of_the_namespace() throws Exception {
    var flow = World.HELLO.replace("namespace: demo.team", "namespace: from.elsewhere");
    var zip = zip(Map.of("lib/x.txt", "x", "y.txt", "y", "_flows/hello.yml", flow));
    var sent = world.form(URL + "?path=/all.zip", new Form().file("fileContent", "all.zip", zip));

    assertThat(sent.status()).isEqualTo(200);
    assertThat(world.get(URL + "/search?q=").text()).isEqualTo("[\"/lib/x.txt\",\"/y.txt\"]");
    assertThat(world.get("/api/v1/flows/demo.team/hello").status()).isEqualTo(200);
    var exported = unzip(world.get(URL + "/export").response().body());
    assertThat(exported.keySet()).containsExactly("_flows/hello.yml", "lib/x.txt", "y.txt");
    assertThat(exported.get("lib/x.txt")).isEqualTo("x");
  }

  @Test
  void a_zip_that_leads_out_is_refused() throws Exception {
    var zip = zip(Map.of("../../etc/x", "x"));
    assertThat(
            world
                .form(URL + "?path=/all.zip", new Form().file("fileContent", "all.zip", zip))
                .status())
        .isEqualTo(422);
  }

  @Test
  void the_folder_of_flows_takes_flows_and_shows_no_files() {
    assertThat(put("/_flows/hello.yml", World.HELLO).status()).isEqualTo(200);
    assertThat(world.get("/api/v1/flows/demo.team/hello").status()).isEqualTo(200);
    assertThat(put("/_flows/deep/hello.yml", World.HELLO).status()).isEqualTo(422);
    assertThat(world.get(URL + "?path=/_flows/hello.yml").status()).isEqualTo(422);
    assertThat(world.get(URL + "/directory?path=/_flows").status()).isEqualTo(422);
    assertThat(move("/_flows/hello.yml", "/x").status()).isEqualTo(422);
  }

  private static byte[] zip(Map<String, String> entries) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      for (var entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue().getBytes(UTF_8));
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  private static Map<String, String> unzip(byte[] bytes) throws IOException {
    var entries = new TreeMap<String, String>();
    try (var zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        entries.put(entry.getName(), new String(zip.readAllBytes(), UTF_8));
      }
    }
    return entries;
  }
}
