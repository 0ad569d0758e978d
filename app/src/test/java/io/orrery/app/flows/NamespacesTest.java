package io.orrery.app.flows;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.app.config.ConfigReader;
import io.orrery.app.config.Loaded;
import io.orrery.app.wiring.EmbeddedServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What belongs to a namespace, from the API through a whole server into a flow.
class NamespacesTest {

  private static final String FLOW =
      """
      id: uses
      namespace: io.acme
      tasks:
        - id: kept
          type: io.kestra.plugin.core.kv.Set
          key: place
          value: "2024-01-31"
          kvType: STRING
          namespace: io
          kvDescription: where
        - id: all
          type: io.kestra.plugin.core.debug.Return
          format: >-
            {{ namespace.region }} {{ namespace.team }} {{ secret('TOKEN') }} {{ secret('FROM_ENV') }}
            {{ read('query.sql') }} {{ kv('place') }}
        - id: said
          type: io.kestra.plugin.core.log.Log
          message: "{{ secret('TOKEN') }}"
      outputs:
        - id: all
          type: STRING
          value: "{{ outputs.all.value }}"
      """;

  @TempDir Path home;
  private EmbeddedServer server;
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeEach
  void open() throws IOException {
    Files.writeString(
        home.resolve("orrery.yml"),
        """
        http.port: 0
        examples: false
        plugins:
          defaults:
            - type: io.kestra.plugin.core.log.Log
              values:
                level: ERROR
        """);
    server = started();
  }

  private EmbeddedServer started() {
    var fromEnv = Base64.getEncoder().encodeToString("outside".getBytes(UTF_8));
    return switch (ConfigReader.read(home, Map.of(), Map.of())) {
      case Loaded.Ready(var config, var _) ->
          EmbeddedServer.open(config, Map.of("SECRET_FROM_ENV", fromEnv));
      case Loaded.Wrong(var mistakes) -> throw new AssertionError(mistakes);
    };
  }

  @AfterEach
  void close() {
    server.close();
    client.close();
  }

  @Test
  void a_flow_sees_variables_secrets_files_and_keys_of_its_namespace_and_those_above()
      throws Exception {
    prepare();
    assertThat(start()).contains("eu blue t0p-s3cret outside select 1 2024-01-31");
    server.close();
    server = started();
    assertThat(start()).contains("eu blue t0p-s3cret outside select 1 2024-01-31");
    assertThat(send("GET", "/api/v1/namespaces/io/kv/place", "", ""))
        .contains("\"type\":\"STRING\"", "\"description\":\"where\"");
    assertThat(send("GET", "/api/v1/logs/search?minLevel=TRACE&size=50", "", ""))
        .doesNotContain("t0p-s3cret");
  }

  @Test
  void plugin_defaults_of_the_namespace_go_before_those_of_the_installation_and_may_change()
      throws Exception {
    prepare();
    start();
    assertThat(levels()).contains("\"ERROR\"").doesNotContain("\"WARN\"");
    send(
        "PUT",
        "/api/v1/namespaces/io",
        "application/json",
        """
        {"variables": {"region": "eu"}, "pluginDefaults":
          [{"type": "io.kestra.plugin.core.log", "values": {"level": "WARN"}}]}
        """);
    start();
    assertThat(levels()).contains("\"WARN\"");
  }

  private String levels() throws Exception {
    return send("GET", "/api/v1/logs/search?minLevel=WARN&size=50", "", "");
  }

  private void prepare() throws Exception {
    send(
        "PUT",
        "/api/v1/namespaces/io",
        "application/json",
        "{\"variables\": {\"region\": \"eu\"}}");
    send(
        "PUT",
        "/api/v1/namespaces/io.acme",
        "application/json",
        "{\"variables\": {\"team\": \"blue\"}}");
    send(
        "PUT",
        "/api/v1/namespaces/io/secrets",
        "application/json",
        "{\"key\": \"TOKEN\", \"value\": \"t0p-s3cret\"}");
    send(
        "POST",
        "/api/v1/namespaces/io.acme/files?path=/query.sql",
        "multipart/form-data; boundary=xx",
        String.join(
            "\r\n",
            "--xx",
            "Content-Disposition: form-data; name=\"fileContent\"; filename=\"q\"",
            "",
            "select 1",
            "--xx--",
            ""));
    send("POST", "/api/v1/flows", "application/x-yaml", FLOW);
  }

  private String start() throws Exception {
    return send("POST", "/api/v1/executions/io.acme/uses?wait=true", "", "");
  }

  private String send(String method, String path, String type, String body) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.httpPort() + path))
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!type.isEmpty()) {
      request.header("Content-Type", type);
    }
    var response = client.send(request.build(), BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body();
  }
}
