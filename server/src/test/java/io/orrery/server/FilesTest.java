package io.orrery.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.id.ExecutionId;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilesTest {
  private final World world;

  private ExecutionId id = new ExecutionId("none");

  FilesTest(@TempDir Path folder) {
    world = new World(folder);
  }

  @BeforeEach
  void an_execution() {
    world.save(World.HELLO);
    id = world.started("hello");
  }

  @AfterEach
  void close() {
    world.close();
  }

  private String keep(String path, String content) throws IOException {
    return world.storage.put(path, new ByteArrayInputStream(content.getBytes(UTF_8))).toString();
  }

  private World.Reply file(String address) {
    return world.get(
        "/api/v1/executions/" + id + "/file?path=" + URLEncoder.encode(address, UTF_8));
  }

  private String own() {
    return "/demo/team/hello/executions/" + id + "/tasks/say/x";
  }

  @Test
  void a_file_of_the_execution_is_downloaded_never_shown() throws IOException {
    var address = keep(own() + "/out put.html", "<script>");

    var reply = file(address);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.text()).isEqualTo("<script>");
    assertThat(reply.header("Content-Type")).hasValue("application/octet-stream");
    assertThat(reply.header("Content-Disposition"))
        .hasValue("attachment; filename*=UTF-8''out%20put.html");
    assertThat(reply.header("X-Content-Type-Options")).hasValue("nosniff");
    var metas =
        "/api/v1/executions/" + id + "/file/metas?path=" + URLEncoder.encode(address, UTF_8);
    assertThat(world.get(metas).json()).isEqualTo(Map.of("size", 8));
  }

  @Test
  void a_file_of_another_execution_is_shown_only_when_this_one_was_given_it() throws IOException {
    var address = keep("/demo/team/hello/executions/other/tasks/say/x/out.txt", "secret");

    assertThat(file(address).status()).isEqualTo(403);
    world.orchestrator.output(id, 0, "say", Map.of("files", Map.of("a", address)));
    assertThat(file(address).text()).isEqualTo("secret");
  }

  @Test
  void a_file_that_is_not_there_is_404() {
    assertThat(file("kestra://" + own() + "/none.txt").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kestra:///demo/team/hello/executions/ID/../other/tasks/x",
        "kestra:///demo/team/hello/executions/ID/%2e%2e/other/x",
        "kestra:///demo/team/hello/executions/ID/a/..%2f..%2fx",
        "kestra:///demo/team/hello/executions/ID/a\\..\\x",
        "kestra://host/demo/team/hello/executions/ID/a",
        "file:///etc/passwd",
        "/etc/passwd",
        "kestra:///demo/team/hello/executions/ID/a?b",
        "kestra:///demo/team/hello/executions/ID/a%00b",
        "http://example.org/",
        "kestra:",
        "%",
      })
  void what_is_no_plain_address_is_refused(String address) {
    assertThat(file(address.replace("ID", id.value())).status()).isEqualTo(422);
  }

  private World.Reply preview(String address, String more) {
    return world.get(
        "/api/v1/executions/"
            + id
            + "/file/preview?path="
            + URLEncoder.encode(address, UTF_8)
            + more);
  }

  @Test
  void the_first_lines_of_a_text_are_previewed() throws IOException {
    var address = keep(own() + "/a.txt", "one\ntwo\nthree\n");

    var all = preview(address, "");
    var two = preview(address, "&maxRows=2");

    assertThat(all.json())
        .isEqualTo(
            Map.of(
                "extension",
                "txt",
                "type",
                "TEXT",
                "content",
                "one\ntwo\nthree",
                "truncated",
                false));
    assertThat(two.at("content")).isEqualTo("one\ntwo");
    assertThat(two.at("truncated")).isEqualTo(true);
    assertThat(preview(address, "&maxRows=0").status()).isEqualTo(422);
    assertThat(preview(own() + "/none", "").status()).isEqualTo(422);
  }

  @Test
  void the_first_rows_of_an_ion_file_are_previewed() throws IOException {
    var address = keep(own() + "/rows.ion", "{a: 1}\n{a: 2021-09-01}\n{a: \"x\"}\n");
    var broken = keep(own() + "/broken.ion", "{a: ");

    var two = preview(address, "&maxRows=2");

    assertThat(two.at("type")).isEqualTo("LIST");
    assertThat(two.at("content")).isEqualTo(List.of(Map.of("a", 1), Map.of("a", "2021-09-01")));
    assertThat(two.at("truncated")).isEqualTo(true);
    assertThat(preview(broken, "").status()).isEqualTo(422);
  }

  @Test
  void a_preview_is_read_in_the_encoding_asked_for() throws IOException {
    var path = own() + "/latin.txt";
    var bytes = "Düsseldorf".getBytes(ISO_8859_1);
    var address = world.storage.put(path, new ByteArrayInputStream(bytes)).toString();

    assertThat(preview(address, "&encoding=ISO-8859-1").at("content")).isEqualTo("Düsseldorf");
    var unknown = preview(address, "&encoding=foo");
    assertThat(unknown.status()).isEqualTo(422);
    assertThat(unknown.string("message")).contains("using encoding 'foo'");
  }

  @Test
  void a_path_is_needed_and_an_execution_too() {
    assertThat(world.get("/api/v1/executions/" + id + "/file").status()).isEqualTo(422);
    assertThat(world.get("/api/v1/executions/none/file?path=kestra:///a").status()).isEqualTo(404);
    assertThat(file("kestra:///etc/passwd").status()).isEqualTo(403);
  }
}
