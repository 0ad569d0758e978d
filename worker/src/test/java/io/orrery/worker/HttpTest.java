package io.orrery.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.orrery.model.state.State;
import io.orrery.rpc.JobResult;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpTest {

  private static final String REQUEST = "io.kestra.plugin.core.http.Request";
  private static final String DOWNLOAD = "io.kestra.plugin.core.http.Download";

  /// What the server got.
  private record Seen(String method, String path, Map<String, List<String>> headers, String body) {}

  @TempDir Path folder;
  private Bench bench;
  private HttpServer server;
  private HttpServer other;
  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private final CountDownLatch never = new CountDownLatch(1);

  @BeforeEach
  void open() throws IOException {
    bench = Bench.open(folder, Map.of("PASSWORD", "pass word&1", "TOKEN", "tok-en.1"), 8);
    server = serve();
    other = serve();
  }

  private HttpServer serve() throws IOException {
    var opened = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    opened.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    opened.createContext("/", this::answer);
    opened.start();
    return opened;
  }

  @AfterEach
  void close() {
    bench.close();
    never.countDown();
    server.stop(0);
    other.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1);
    var path = exchange.getRequestURI().toString();
    seen.add(
        new Seen(
            exchange.getRequestMethod(), path, Map.copyOf(exchange.getRequestHeaders()), body));
    switch (exchange.getRequestURI().getPath()) {
      case "/latin" -> {
        exchange.getResponseHeaders().add("Content-Type", "text/plain; charset=ISO-8859-1");
        send(exchange, 200, "caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
      }
      case "/fail" -> send(exchange, 500, "it broke".getBytes(StandardCharsets.UTF_8));
      case "/empty" -> send(exchange, 200, new byte[0]);
      case "/large" -> send(exchange, 200, new byte[9 * 1024 * 1024]);
      case "/named" -> {
        exchange
            .getResponseHeaders()
            .add("Content-Disposition", "attachment; filename=\"../../evil/report 1.csv\"");
        send(exchange, 200, "a,b".getBytes(StandardCharsets.UTF_8));
      }
      case "/there" -> redirect(exchange, 302, "/ok");
      case "/keep" -> redirect(exchange, 307, "/ok");
      case "/loop" -> redirect(exchange, 302, "/loop");
      case "/away" -> redirect(exchange, 302, address(other, "/ok"));
      case "/hang" -> {
        try {
          never.await();
        } catch (InterruptedException _) {
          Thread.currentThread().interrupt();
        }
      }
      default -> {
        exchange.getResponseHeaders().add("X-Many", "one");
        exchange.getResponseHeaders().add("X-Many", "two");
        send(exchange, 200, "fine".getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  private static void redirect(HttpExchange exchange, int status, String to) throws IOException {
    exchange.getResponseHeaders().add("Location", to);
    send(exchange, status, new byte[0]);
  }

  @Test
  void what_its_author_wants_to_see_of_a_request_is_logged_without_credentials() throws Exception {
    var options = new LinkedHashMap<String, Object>();
    options.put("auth", Map.of("type", "BEARER", "token", "tik-tok-3"));
    options.put(
        "logs", List.of("REQUEST_HEADERS", "REQUEST_BODY", "RESPONSE_HEADERS", "RESPONSE_BODY"));
    bench.worker.offer(
        bench.job(
            REQUEST,
            Map.of(
                "uri",
                "http://localhost:" + server.getAddress().getPort() + "/fail",
                "method",
                "POST",
                "body",
                "my body",
                "options",
                options)));
    assertThat(bench.controller.result().state()).isEqualTo(State.FAILED);
    assertThat(bench.controller.text())
        .contains("Request: POST", "Authorization: ******", "Request body: my body")
        .contains("Response: 500", "Response body: it broke")
        .doesNotContain("tik-tok-3");
  }

  @Test
  void a_request_hands_on_code_headers_and_body() throws Exception {
    var result = run(REQUEST, "/ok", Map.of());
    assertThat(result.state()).isEqualTo(State.SUCCESS);
    assertThat(result.outputs()).containsEntry("code", 200).containsEntry("body", "fine");
    assertThat(result.outputs().get("headers"))
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
        .containsEntry("X-Many", List.of("one", "two"));
    assertThat(result.outputs().get("uri")).isEqualTo(address(server, "/ok"));
  }

  @Test
  void method_body_headers_and_parameters_are_rendered_and_sent() throws Exception {
    run(
        REQUEST,
        "/ok?a=1",
        Map.of(
            "method",
            "post",
            "body",
            "{\"ns\": \"{{ flow.namespace }}\"}",
            "headers",
            Map.of("X-A", "{{ flow.namespace }}", "X-B", List.of("1", "2")),
            "params",
            Map.of("q", "x y&z")));
    var got = seen.getFirst();
    assertThat(got.method()).isEqualTo("POST");
    assertThat(got.path()).isEqualTo("/ok?a=1&q=x+y%26z");
    assertThat(got.body()).isEqualTo("{\"ns\": \"io.acme.tests\"}");
    assertThat(got.headers())
        .containsEntry("X-a", List.of("io.acme.tests"))
        .containsEntry("X-b", List.of("1", "2"))
        .containsEntry("Content-type", List.of("application/json"));
  }

  @Test
  void a_tree_is_sent_as_json() throws Exception {
    run(
        REQUEST,
        "/ok",
        Map.of("method", "PUT", "body", Map.of("a", List.of(1, "{{ flow.namespace }}"))));
    assertThat(seen.getFirst().body()).isEqualTo("{\"a\":[1,\"io.acme.tests\"]}");
  }

  @Test
  void a_form_is_url_encoded() throws Exception {
    run(REQUEST, "/ok", Map.of("method", "POST", "formData", Map.of("name", "a b&c")));
    assertThat(seen.getFirst().body()).isEqualTo("name=a+b%26c");
    assertThat(seen.getFirst().headers())
        .containsEntry("Content-type", List.of("application/x-www-form-urlencoded"));
  }

  @Test
  void stored_files_are_uploaded_as_parts() throws Exception {
    var file =
        bench.storage.put(
            "/x/data.csv", new ByteArrayInputStream("1,2".getBytes(StandardCharsets.UTF_8)));
    var form = new LinkedHashMap<String, Object>();
    form.put("text", "plain");
    form.put("file", file.toString());
    form.put("named", Map.of("name", "other\".csv", "content", file.toString()));
    run(REQUEST, "/ok", Map.of("method", "POST", "formData", form));
    assertThat(seen.getFirst().body())
        .contains("name=\"text\"\r\n\r\nplain\r\n")
        .contains("name=\"file\"; filename=\"data.csv\"\r\n")
        .contains("name=\"named\"; filename=\"other%22.csv\"\r\n")
        .contains("\r\n\r\n1,2\r\n--orrery-")
        .endsWith("--\r\n");
    assertThat(seen.getFirst().headers()).containsKey("Content-length");
  }

  @Test
  void a_status_of_400_or_more_fails_unless_allowed() throws Exception {
    assertThat(run(REQUEST, "/fail?token=abc", Map.of()).state()).isEqualTo(State.FAILED);
    assertThat(bench.controller.messages())
        .containsExactly(
            "Failed http request to "
                + address(server, "/fail")
                + " with response code '500' and body: it broke");
    for (var properties :
        List.<Map<String, Object>>of(
            Map.of("allowFailed", true), Map.of("options", Map.of("allowFailed", "true")))) {
      var allowed = run(REQUEST, "/fail", properties);
      assertThat(allowed.state()).isEqualTo(State.SUCCESS);
      assertThat(allowed.outputs()).containsEntry("code", 500).containsEntry("body", "it broke");
    }
  }

  @Test
  void credentials_are_sent_and_masked() throws Exception {
    run(
        REQUEST,
        "/fail",
        Map.of(
            "options",
            Map.of(
                "auth",
                Map.of(
                    "type", "BASIC", "username", "joe", "password", "{{ secret('PASSWORD') }}"))));
    run(
        REQUEST,
        "/ok",
        Map.of("options", Map.of("auth", Map.of("type", "BEARER", "token", "tok-123"))));
    run(
        REQUEST,
        "/ok",
        Map.of("options", Map.of("basicAuthUser", "joe", "basicAuthPassword", "p-1")));
    assertThat(seen)
        .extracting(got -> got.headers().get("Authorization"))
        .containsExactly(
            List.of("Basic am9lOnBhc3Mgd29yZCYx"),
            List.of("Bearer tok-123"),
            List.of("Basic am9lOnAtMQ=="));
    run("Log", "", Map.of("message", "{{ secret('PASSWORD') }} pass+word%261 cGFzcyB3b3JkJjE="));
    assertThat(bench.controller.text())
        .doesNotContain("pass word&1", "pass+word%261", "am9lOnBhc3Mgd29yZCYx", "cGFzcyB3b3JkJjE");
  }

  @Test
  void a_secret_in_the_address_shows_in_no_error() throws Exception {
    run(REQUEST, "/fail?key={{ secret('TOKEN') }}", Map.of());
    run(REQUEST, "/fail/{{ secret('TOKEN') }}/x", Map.of("options", Map.of("proxyPort", "none")));
    run(REQUEST, "", Map.of("uri", "http://a b/{{ secret('TOKEN') }}"));
    run(
        REQUEST,
        "",
        Map.of("uri", "http://{{ secret('TOKEN') }}:{{ secret('TOKEN') | upper }}@localhost:1/"));
    assertThat(bench.controller.messages()).hasSizeGreaterThanOrEqualTo(3);
    assertThat(bench.controller.text().toLowerCase(java.util.Locale.ROOT))
        .contains("500")
        .doesNotContain("tok-en");
    assertThat(seen.getFirst().path()).isEqualTo("/fail?key=tok-en.1");
  }

  @Test
  void redirects_are_followed_and_credentials_stay_at_home() throws Exception {
    var auth = Map.of("auth", Map.of("type", "BEARER", "token", "tok-123"));
    assertThat(run(REQUEST, "/there", Map.of("options", auth)).outputs())
        .containsEntry("body", "fine");
    assertThat(run(REQUEST, "/away", Map.of("options", auth)).outputs())
        .containsEntry("body", "fine");
    assertThat(seen).hasSize(4);
    assertThat(seen.get(1).headers()).containsKey("Authorization");
    assertThat(seen.get(3).headers()).doesNotContainKey("Authorization");
    run(REQUEST, "/keep", Map.of("method", "POST", "body", "again"));
    assertThat(seen.getLast().method()).isEqualTo("POST");
    assertThat(seen.getLast().body()).isEqualTo("again");
  }

  @Test
  void redirects_can_be_refused_and_never_go_on_for_ever() throws Exception {
    var off = run(REQUEST, "/there", Map.of("options", Map.of("followRedirects", false)));
    assertThat(off.outputs()).containsEntry("code", 302);
    assertThat(run(REQUEST, "/loop", Map.of()).state()).isEqualTo(State.FAILED);
    assertThat(bench.controller.text()).contains("more than 10 redirects");
  }

  @Test
  void the_charset_of_the_response_is_believed() throws Exception {
    assertThat(run(REQUEST, "/latin", Map.of()).outputs()).containsEntry("body", "café");
  }

  @Test
  void a_response_too_large_for_an_output_is_refused_with_advice() throws Exception {
    assertThat(run(REQUEST, "/large", Map.of()).state()).isEqualTo(State.FAILED);
    assertThat(bench.controller.text()).contains("use io.kestra.plugin.core.http.Download");
  }

  @Test
  void a_server_that_hangs_ends_in_a_timeout_or_a_kill() throws Exception {
    var timeout = Map.of("timeout", Map.of("readIdleTimeout", "PT0.2S"));
    assertThat(run(REQUEST, "/hang", Map.of("options", timeout)).state()).isEqualTo(State.FAILED);
    assertThat(bench.controller.text()).contains("no response in time");
    var job = bench.job(REQUEST, Map.of("uri", address(server, "/hang")));
    bench.worker.offer(job);
    bench.controller.started.take();
    bench.worker.kill(job.taskRun(), 1);
    assertThat(bench.controller.result().state()).isEqualTo(State.KILLED);
  }

  @Test
  void nobody_listening_fails_with_a_plain_message() throws Exception {
    int port = other.getAddress().getPort();
    other.stop(0);
    run(REQUEST, "", Map.of("uri", "http://localhost:" + port + "/x?secret=1"));
    assertThat(bench.controller.messages().getFirst())
        .isEqualTo("Failed http request to http://localhost:" + port + "/x: cannot connect");
    run(REQUEST, "", Map.of("uri", "not an address"));
    run(REQUEST, "", Map.of("uri", "file:///etc/passwd"));
    assertThat(bench.controller.text()).contains("property 'uri' is no http or https address");
  }

  @Test
  void a_download_is_stored_under_a_harmless_name() throws Exception {
    var result = run(DOWNLOAD, "/named", Map.of());
    assertThat(result.state()).isEqualTo(State.SUCCESS);
    assertThat(result.outputs()).containsEntry("code", 200).containsEntry("length", 3L);
    var uri = String.valueOf(result.outputs().get("uri"));
    assertThat(uri).endsWith("/report%201.csv").doesNotContain("evil");
    try (var content = bench.storage.open(URI.create(uri))) {
      assertThat(content.readAllBytes()).isEqualTo("a,b".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(String.valueOf(run(DOWNLOAD, "/a/b.zip", Map.of()).outputs().get("uri")))
        .endsWith("/b.zip");
    assertThat(
            String.valueOf(run(DOWNLOAD, "/a", Map.of("saveAs", "../n.txt")).outputs().get("uri")))
        .endsWith("/n.txt");
    assertThat(run(DOWNLOAD, "/large", Map.of()).outputs())
        .containsEntry("length", 9L * 1024 * 1024);
  }

  @Test
  void an_empty_download_fails_unless_that_is_fine() throws Exception {
    assertThat(run(DOWNLOAD, "/empty", Map.of()).state()).isEqualTo(State.FAILED);
    assertThat(run(DOWNLOAD, "/empty", Map.of("failOnEmptyResponse", false)).state())
        .isEqualTo(State.SUCCESS);
    assertThat(run(DOWNLOAD, "/fail", Map.of()).state()).isEqualTo(State.FAILED);
  }

  private JobResult run(String type, String path, Map<String, Object> properties)
      throws InterruptedException {
    var all = new LinkedHashMap<>(properties);
    if (!path.isEmpty()) {
      all.put("uri", address(server, path));
    }
    bench.worker.offer(bench.job(type, all));
    return bench.controller.result();
  }

  private static String address(HttpServer server, String path) {
    return "http://localhost:" + server.getAddress().getPort() + path;
  }
}
