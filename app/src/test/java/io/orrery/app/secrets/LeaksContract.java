package io.orrery.app.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.orrery.app.config.ConfigReader;
import io.orrery.app.config.Loaded;
import io.orrery.app.config.Settings;
import io.orrery.app.wiring.EmbeddedServer;
import io.orrery.app.wiring.Language;
import io.orrery.controller.Orchestrator.Start;
import io.orrery.model.flow.Flow;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.kept.Opened;
import io.orrery.model.problem.Parsed;
import io.orrery.model.state.State;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A secret that flows use in every way they can is afterwards in no row, no file, no answer.
abstract class LeaksContract {

  private static final String TOKEN = "Kq7-\"w\\ü & mX+z9/Tt=Vb";
  private static final String PASSWORD = "correct-Horse-Battery-42";
  private static final String GIVEN = "handed-In-By-A-Person-77";
  private static final String WHOLE_JSON = "{\"user\":\"jane-Smith-8812\",\"pin\":918273645}";

  @TempDir Path home;

  /// A new and empty database; absent: the default in the home.
  abstract Optional<String> database();

  /// Everything that the database holds; nothing when its files are in the home.
  abstract Map<String, String> dump();

  private static final String FLOW =
      """
      id: leaky
      namespace: test
      inputs:
        - {id: given, type: SECRET}
        - {id: fallback, type: STRING, defaults: "{{ secret('TOKEN') }}"}
      variables:
        door: "{{ secret('PASSWORD') }}"
      labels: {plain: label}
      tasks:
        - id: logs
          type: io.kestra.plugin.core.log.Log
          message:
            - "raw {{ secret('TOKEN') }} {{ secret('PASSWORD') }} {{ inputs.given }} {{ render(vars.door) }}"
            - "{{ secret('PASSWORD') | upper }} {{ secret('PASSWORD') | lower }} {{ inputs.given | upper }}"
            - "{{ secret('PASSWORD') | replace({'-': '_'}) }} {{ inputs.given | replace({'-': '_'}) }}"
            - "{{ secret('PASSWORD') | slice(2, 22) }} {{ inputs.given | substringAfter('ha') | substringBeforeLast('77') }}"
            - "{{ secret('TOKEN') | base64encode }} {{ secret('TOKEN') | urlencode }} {{ {'a': secret('TOKEN')} | toJson }}"
            - "{{ inputs.given | base64encode }} {{ ('x' ~ inputs.given ~ 'y') | base64encode }}"
            - "{{ json(secret('BOTH')).user }} {{ json(secret('BOTH')).pin }} {{ inputs.fallback }}"
        - id: to_file
          type: io.kestra.plugin.core.log.Log
          logToFile: true
          message: "{{ secret('TOKEN') }} {{ secret('PASSWORD') | upper }} {{ inputs.given }}"
        - {id: plain, type: io.kestra.plugin.core.debug.Return, format: "{{ secret('PASSWORD') }}"}
        - {id: part, type: io.kestra.plugin.core.debug.Return, format: "user:{{ inputs.given }}"}
        - {id: upper, type: io.kestra.plugin.core.debug.Return, format: "{{ secret('PASSWORD') | upper }}"}
        - {id: pin, type: io.kestra.plugin.core.debug.Return, format: "{{ json(secret('BOTH')) }}"}
        - id: values
          type: io.kestra.plugin.core.output.OutputValues
          values:
            deep: {list: ["{{ secret('TOKEN') }}", "{{ inputs.given | urlencode }}"]}
            "{{ secret('PASSWORD') }}": key
        - id: later
          type: io.kestra.plugin.core.log.Log
          message:
            - "same {{ outputs.plain.value == secret('PASSWORD') }} {{ outputs.values['values'].deep.list[0] == secret('TOKEN') }}"
            - "{{ outputs.part.value | replace({'user:': ''}) | upper }} {{ outputs.plain.value }} {{ outputs.upper.value | lower }}"
            - "{{ outputs }}"
        - id: check
          type: io.kestra.plugin.core.execution.Fail
          condition: "{{ outputs.plain.value != secret('PASSWORD') or outputs.part.value != 'user:' ~ inputs.given }}"
        - id: keep
          type: io.kestra.plugin.core.kv.Set
          key: door
          value: "{{ secret('PASSWORD') }}"
        - id: fetch
          type: io.kestra.plugin.core.kv.Get
          key: door
        - id: kept
          type: io.kestra.plugin.core.execution.Fail
          condition: "{{ outputs.fetch.value != secret('PASSWORD') or kv('door') != secret('PASSWORD') }}"
        - id: shell
          type: io.kestra.plugin.scripts.shell.Commands
          taskRunner: {type: io.kestra.plugin.core.runner.Process}
          env: {SAID: "{{ secret('PASSWORD') }}", GIVEN: "{{ inputs.given }}"}
          commands:
            - echo "$SAID" "$GIVEN" {{ outputs.plain.value }}
            - echo "$SAID" >&2
            - echo '::{"outputs":{"said":"'"$SAID"'"},"metrics":[{"name":"m","type":"counter","value":1,"tags":{"t":"'"$GIVEN"'"}}]}::'
        - id: ask
          type: io.kestra.plugin.core.http.Request
          uri: "@HTTP@/echo?token={{ secret('TOKEN') | urlencode }}&given={{ inputs.given }}"
          method: POST
          body: "{{ secret('PASSWORD') }}"
          headers: {X-Said: "{{ secret('PASSWORD') }}"}
        - id: hidden
          type: io.kestra.plugin.core.http.Request
          uri: "@HTTP@/hidden"
          encryptBody: true
        - {id: read_hidden, type: io.kestra.plugin.core.log.Log, message: "{{ outputs.hidden.encryptedBody }} {{ outputs.hidden.encryptedBody | upper }}"}
        - id: metric
          type: io.kestra.plugin.core.metric.Publish
          metrics: [{type: counter, name: "n-{{ inputs.given }}", value: 1, tags: {t: "{{ secret('PASSWORD') }}"}}]
        - id: labels
          type: io.kestra.plugin.core.execution.Labels
          labels: {said: "{{ secret('PASSWORD') }}", given: "{{ inputs.given | lower }}"}
        - id: each
          type: io.kestra.plugin.core.flow.ForEach
          values: ["{{ secret('PASSWORD') }}", "{{ inputs.given }}"]
          tasks:
            - {id: one, type: io.kestra.plugin.core.debug.Return, format: "{{ taskrun.value }}"}
            - {id: two, type: io.kestra.plugin.core.log.Log, message: "{{ outputs.one[taskrun.value].value | upper }}"}
        - id: switch
          type: io.kestra.plugin.core.flow.Switch
          value: "{{ secret('PASSWORD') }}"
          cases: {never: [{id: never, type: io.kestra.plugin.core.log.Log, message: "x"}]}
          defaults: [{id: other, type: io.kestra.plugin.core.log.Log, message: "{{ parent.outputs.value }}"}]
        - id: child
          type: io.kestra.plugin.core.flow.Subflow
          namespace: test
          flowId: leaky-child
          inputs: {said: "{{ secret('PASSWORD') }}", hidden: "{{ inputs.given }}"}
          labels: {from: "{{ inputs.given }}"}
          wait: true
        - {id: of_child, type: io.kestra.plugin.core.log.Log, message: "{{ outputs.child.outputs.back }} {{ outputs.child.outputs.back | lower }}"}
        - id: tries
          type: io.kestra.plugin.core.flow.Parallel
          tasks:
            - {id: f1, allowFailure: true, type: io.kestra.plugin.core.execution.Fail, errorMessage: "failed {{ secret('TOKEN') }} {{ inputs.given | upper }}"}
            - {id: f2, allowFailure: true, type: io.kestra.plugin.core.log.Log, message: "{{ fromJson(secret('PASSWORD')) }}"}
            - {id: f3, allowFailure: true, type: io.kestra.plugin.core.log.Log, message: x, timeout: "{{ secret('PASSWORD') }}"}
            - {id: f4, allowFailure: true, type: io.kestra.plugin.core.log.Log, message: x, runIf: "{{ fromJson(inputs.given) }}"}
            - {id: f5, allowFailure: true, type: io.kestra.plugin.core.flow.Pause, delay: "{{ inputs.given }}"}
            - id: f6
              allowFailure: true
              type: io.kestra.plugin.core.flow.ForEach
              values: "{{ secret('PASSWORD') }}"
              tasks: [{id: f6a, type: io.kestra.plugin.core.log.Log, message: x}]
            - {id: f7, allowFailure: true, type: io.kestra.plugin.core.flow.Subflow, namespace: test, flowId: "{{ secret('PASSWORD') }}"}
            - {id: f8, allowFailure: true, type: io.kestra.plugin.core.http.Request, uri: "@HTTP@/missing/{{ inputs.given }}"}
            - {id: f9, allowFailure: true, type: io.kestra.plugin.core.http.Request, uri: "nowhere:{{ secret('PASSWORD') }}"}
            - {id: f10, allowFailure: true, type: io.kestra.plugin.core.debug.Return, format: "{{ outputs[secret('PASSWORD')].x }}"}
            - id: f11
              allowFailure: true
              type: io.kestra.plugin.scripts.shell.Commands
              taskRunner: {type: io.kestra.plugin.core.runner.Process}
              commands: ["echo {{ inputs.given }} >&2; exit 3"]
      outputs:
        - {id: out, type: STRING, value: "{{ outputs.plain.value | upper }} {{ inputs.given }}"}
        - {id: sealed, type: SECRET, value: "{{ secret('TOKEN') }}"}
      """;

  private static final String CHILD =
      """
      id: leaky-child
      namespace: test
      inputs: [{id: said, type: STRING}, {id: hidden, type: SECRET}]
      tasks:
        - {id: in_child, type: io.kestra.plugin.core.log.Log, message: "{{ inputs.said | replace({'-': '_'}) }} {{ inputs.hidden }} {{ inputs.said }}"}
      outputs: [{id: back, type: STRING, value: "{{ inputs.said | upper }}"}]
      """;

  private static final String ENDS_BADLY =
      """
      id: ends-badly
      namespace: test
      inputs: [{id: given, type: SECRET}]
      tasks: [{id: t, type: io.kestra.plugin.core.log.Log, message: done}]
      outputs: [{id: n, type: INT, value: "{{ inputs.given | upper }}"}]
      """;

  @Test
  void no_secret_is_left_behind_in_any_form() throws Exception {
    var echo = echo();
    var haystack = new Haystack();
    try (var language = Language.load(ZoneOffset.UTC);
        var server = open()) {
      var http = "http://127.0.0.1:" + echo.getAddress().getPort();
      for (var source : List.of(CHILD, ENDS_BADLY, FLOW.replace("@HTTP@", http))) {
        var flow = parsed(language, source);
        server.orchestrator().saveFlow(flow, source).toCompletableFuture().join();
      }
      var id = start(server, "leaky");
      var whole = end(server, id);
      assertThat(whole.execution().state()).as("%s", logs(server, id)).isEqualTo(State.WARNING);
      for (var run : whole.taskRuns()) {
        boolean unwell = run.taskId().matches("f[0-9]+|tries");
        assertThat(run.state()).as(run.taskId()).isEqualTo(unwell ? State.WARNING : State.SUCCESS);
      }
      var opened = Opened.map(whole.execution().outputs(), server.opener());
      assertThat(opened)
          .containsEntry("out", PASSWORD.toUpperCase(java.util.Locale.ROOT) + " " + GIVEN);
      assertThat(opened).containsEntry("sealed", TOKEN);
      var bad = start(server, "ends-badly");
      assertThat(end(server, bad).execution().state()).isEqualTo(State.FAILED);
      for (var execution : List.of(id, bad)) {
        answers(server, execution, haystack);
      }
      assertThat(haystack.find("same true true")).isNotEmpty();
    } finally {
      echo.stop(0);
    }
    haystack.addFolder(home, List.of("secret.key"));
    dump().forEach(haystack::add);
    for (var secret :
        List.of(TOKEN, PASSWORD, GIVEN, "jane-Smith-8812", "918273645", "body-Of-The-Answer-31")) {
      assertThat(haystack.find(secret)).as(secret).isEmpty();
    }
  }

  private static void answers(EmbeddedServer server, ExecutionId id, Haystack haystack)
      throws IOException, InterruptedException {
    for (var path :
        List.of(
            "executions/" + id,
            "executions?namespace=test",
            "executions/" + id + "/outputs",
            "logs/" + id,
            "logs/" + id + "/download",
            "logs/search",
            "metrics/" + id,
            "namespaces/test/kv",
            "namespaces/test/kv/door")) {
      haystack.add(path, get(server, "/api/v1/main/" + path));
      haystack.add(path + " (no tenant)", get(server, "/api/v1/" + path));
    }
    for (var run : server.executions().find(id).orElseThrow().taskRuns()) {
      haystack.add(
          "outputs of " + run.taskId(),
          get(server, "/api/v1/executions/" + id + "/outputs/" + run.id()));
    }
  }

  private static String get(EmbeddedServer server, String path)
      throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      var uri = URI.create("http://127.0.0.1:" + server.httpPort() + path);
      return client
          .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  private static String logs(EmbeddedServer server, ExecutionId id)
      throws IOException, InterruptedException {
    return get(server, "/api/v1/logs/" + id + "/download");
  }

  private EmbeddedServer open() {
    var flags = new LinkedHashMap<String, String>();
    database().ifPresent(url -> flags.put(Settings.DATABASE_URL.key(), url));
    flags.put(Settings.HTTP_PORT.key(), "0");
    var environment =
        Map.of(
            "SECRET_TOKEN", base64(TOKEN),
            "SECRET_PASSWORD", base64(PASSWORD),
            "SECRET_BOTH", base64(WHOLE_JSON));
    return switch (ConfigReader.read(home, Map.of(), flags)) {
      case Loaded.Ready(var config, var _) -> EmbeddedServer.open(config, environment);
      case Loaded.Wrong(var mistakes) -> throw new AssertionError(mistakes);
    };
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Flow parsed(Language language, String source) {
    return switch (language.strict(source)) {
      case Parsed.Ok(var flow, var _) -> flow;
      case Parsed.Bad(var problems) ->
          throw new IllegalArgumentException(problems.getFirst().text("test"));
    };
  }

  private static ExecutionId start(EmbeddedServer server, String flowId) {
    var flow = server.orchestrator().flow(new FlowId("test", flowId)).orElseThrow().flow();
    var inputs =
        switch (server.inputs(flow, Map.of("given", GIVEN))) {
          case io.orrery.app.command.Instance.Inputs.Good(var values) -> values;
          case io.orrery.app.command.Instance.Inputs.Bad(var problems) ->
              throw new AssertionError(problems);
        };
    return server
        .orchestrator()
        .start(Start.of(new FlowId("test", flowId), inputs))
        .toCompletableFuture()
        .join()
        .id();
  }

  private static WholeExecution end(EmbeddedServer server, ExecutionId id) throws Exception {
    var changes = new Semaphore(1);
    try (var _ = server.orchestrator().follow(id, changes::release)) {
      while (true) {
        changes.acquire();
        var whole = server.executions().find(id);
        if (whole.isPresent() && whole.get().execution().finished()) {
          return whole.get();
        }
      }
    }
  }

  /// Answers with everything that it was asked.
  private static HttpServer echo() throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          var path = exchange.getRequestURI().toString();
          var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          var answer =
              path.startsWith("/hidden")
                  ? "body-Of-The-Answer-31"
                  : path + " " + body + " " + exchange.getRequestHeaders().get("X-Said");
          var bytes = answer.getBytes(StandardCharsets.UTF_8);
          if (exchange.getRequestHeaders().getFirst("X-Said") != null) {
            exchange
                .getResponseHeaders()
                .add("X-Said", exchange.getRequestHeaders().getFirst("X-Said"));
          }
          exchange.sendResponseHeaders(path.startsWith("/missing") ? 404 : 200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    return server;
  }
}
