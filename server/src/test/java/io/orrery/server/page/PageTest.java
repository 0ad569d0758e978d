package io.orrery.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.server.http.Fault;
import io.orrery.server.http.HttpConfig;
import io.orrery.server.http.Listener;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {
  @TempDir private Path folder;
  private Listener listener;
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeEach
  void open() {
    listener = listening(new Page("page-under-test/"));
  }

  @AfterEach
  void close() {
    listener.close();
    client.close();
  }

  @Test
  void the_front_door_leads_to_the_page() throws Exception {
    var reply = get("/");

    assertThat(reply.statusCode()).isEqualTo(302);
    assertThat(reply.headers().firstValue("Location")).hasValue("/ui/");
  }

  @Test
  void every_address_of_the_page_gets_its_index_which_is_asked_for_anew() throws Exception {
    for (var path : new String[] {"/ui", "/ui/", "/ui/main/flows/edit/company.team/etl.v2/edit"}) {
      var reply = get(path);

      assertThat(reply.statusCode()).isEqualTo(200);
      assertThat(reply.body()).startsWith("<!doctype html>");
      assertThat(reply.headers().firstValue("Cache-Control")).hasValue("no-cache");
    }
  }

  @Test
  void a_known_index_is_not_sent_again() throws Exception {
    var tag = get("/ui/").headers().firstValue("ETag").orElseThrow();

    assertThat(get("/ui/", "If-None-Match", tag).statusCode()).isEqualTo(304);
    assertThat(get("/ui/", "If-None-Match", "\"older\"").statusCode()).isEqualTo(200);
  }

  @Test
  void the_index_runs_only_its_own_scripts_and_takes_no_styles_from_itself() throws Exception {
    var policy = get("/ui/").headers().firstValue("Content-Security-Policy").orElseThrow();

    assertThat(policy)
        .contains("script-src 'self' 'sha256-", "style-src 'self';", "connect-src 'self'")
        .doesNotContain("unsafe");
  }

  @Test
  void files_with_a_hash_in_their_name_are_kept_for_ever_in_the_best_form_that_is_taken()
      throws Exception {
    var plain = get("/ui/assets/app-1.js");
    assertThat(plain.body()).isEqualTo("plain\n");
    assertThat(plain.headers().firstValue("Cache-Control"))
        .hasValueSatisfying(it -> assertThat(it).contains("immutable"));
    assertThat(plain.headers().firstValue("Content-Type"))
        .hasValue("text/javascript; charset=utf-8");
    assertThat(plain.headers().firstValue("Vary")).hasValue("Accept-Encoding");

    assertThat(get("/ui/assets/app-1.js", "Accept-Encoding", "gzip, br").body())
        .isEqualTo("brotli\n");
    assertThat(get("/ui/assets/app-1.js", "Accept-Encoding", "gzip, br;q=0").body())
        .isEqualTo("gzip\n");
  }

  @Test
  void a_file_that_is_gone_is_not_replaced_by_the_index() throws Exception {
    assertThat(get("/ui/assets/app-0.js").statusCode()).isEqualTo(404);
    assertThat(get("/ui/assets/../index.html").statusCode()).isEqualTo(200);
  }

  @Test
  void a_build_without_a_page_says_so() throws Exception {
    listener.close();
    listener = listening(new Page("no-page/"));

    var reply = get("/ui/");

    assertThat(reply.statusCode()).isEqualTo(404);
    assertThat(reply.body()).contains("this build has no page in it");
  }

  private Listener listening(Page page) {
    return Listener.open(
        HttpConfig.loopback(0, folder),
        page.routes(),
        failure -> Optional.<Fault>empty(),
        (method, pattern, status, nanos) -> {},
        new Random(7));
  }

  private HttpResponse<String> get(String path, String... headers)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + listener.port() + path)).GET();
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }
}
