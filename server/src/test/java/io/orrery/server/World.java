package io.orrery.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.orrery.controller.evaluation.AesSealing;
import io.orrery.controller.flow.Flows;
import io.orrery.controller.ledger.Ledger;
import io.orrery.controller.space.Spaces;
import io.orrery.expression.pebble.PebbleTemplates;
import io.orrery.expression.pebble.Settings;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.state.LogLevel;
import io.orrery.server.fake.FakeOrchestrator;
import io.orrery.server.fake.FakeWebhooks;
import io.orrery.server.fake.MemoryExecutions;
import io.orrery.server.fake.MemoryFlows;
import io.orrery.server.fake.MemoryKeyValues;
import io.orrery.server.fake.MemoryLogs;
import io.orrery.server.fake.MemoryMetrics;
import io.orrery.server.fake.MemoryStorage;
import io.orrery.server.fake.MemoryTriggers;
import io.orrery.server.fake.PlainDescriptions;
import io.orrery.server.fake.PlainFlows;
import io.orrery.server.fake.PlainInputs;
import io.orrery.server.http.HttpConfig;
import io.orrery.server.json.Json;
import io.orrery.server.port.Readiness;
import io.orrery.store.query.LogQueries.Cursor;
import io.orrery.store.query.LogQueries.LogLine;
import io.orrery.store.sql.Database;
import io.orrery.store.sql.DatabaseConfig;
import io.orrery.store.sql.SqlLedgerQueries;
import io.orrery.store.sql.SqlNamespaceFiles;
import io.orrery.store.sql.SqlNamespaces;
import io.orrery.store.sql.SqlPurges;
import io.orrery.store.sql.SqlSecrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// A server on a free port with rooms in memory behind, and a client of it.
final class World implements AutoCloseable {
  static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  static final String HELLO =
      """
      # says hello
      id: hello
      namespace: demo.team
      labels:
        owner: ada
      inputs:
        - id: name
          type: STRING
          defaults: world
        - id: count
          type: INT
          required: false
        - id: doc
          type: FILE
          required: false
      tasks:
        - id: say
          type: io.kestra.plugin.core.log.Log
          message: "Hello {{ inputs.name }}"
      """;
  static final String PAUSE =
      """
      id: gate
      namespace: demo.team
      tasks:
        - id: wait
          type: io.kestra.plugin.core.flow.Pause
          onResume:
            - id: reason
              type: STRING
            - id: proof
              type: FILE
              required: false
      """;

  final MemoryFlows flows = new MemoryFlows();
  final MemoryExecutions executions = new MemoryExecutions();
  final MemoryLogs logs = new MemoryLogs();
  final MemoryMetrics metrics = new MemoryMetrics();
  final MemoryTriggers triggers = new MemoryTriggers();
  final MemoryKeyValues keyValues = new MemoryKeyValues();
  final MemoryStorage storage = new MemoryStorage();
  final FakeOrchestrator orchestrator =
      new FakeOrchestrator(flows, executions, triggers, new PlainFlows(), () -> NOW);
  final Map<String, String> troubles = new LinkedHashMap<>();
  final AtomicBoolean stopping = new AtomicBoolean();
  final Database database;
  private final Path databaseFolder;
  final HttpServer server;
  private final HttpClient client = HttpClient.newHttpClient();

  World(Path folder) {
    this(config(folder));
  }

  World(HttpConfig config) {
    databaseFolder = temporaryFolder();
    database = Database.open(DatabaseConfig.parse("sqlite:" + databaseFolder.resolve("spaces.db")));
    server =
        HttpServer.open(
            config,
            new Api(
                orchestrator,
                new Api.Reads(flows, flows, executions, logs, metrics, triggers, keyValues),
                ledger(),
                space(),
                storage,
                new Api.Language(
                    new PlainFlows(),
                    new PlainInputs(),
                    new PlainDescriptions(),
                    new FakeWebhooks(flows)),
                new Api.Operation(
                    "1.2.3", readiness(), new PrometheusMeterRegistry(PrometheusConfig.DEFAULT)),
                () -> NOW,
                new Random(7)));
  }

  private Readiness readiness() {
    return new Readiness() {
      @Override
      public boolean stopping() {
        return stopping.get();
      }

      @Override
      public Map<String, String> troubles() {
        return troubles;
      }
    };
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("orrery-world-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Its lines are on the database, the rest in memory.
  private Api.OfLedger ledger() {
    var lines = new SqlLedgerQueries(database);
    var templates = new PebbleTemplates(Settings.of(ZoneOffset.UTC, Locale.ROOT));
    var known = new Flows(flows, new PlainFlows()::parse, templates);
    var answers =
        new Ledger(
            new Ledger.Parts(
                lines,
                triggers,
                executions,
                flows,
                known,
                ZoneOffset.UTC,
                Optional.of(Duration.ofDays(90)),
                () -> NOW));
    return new Api.OfLedger(answers, lines, new SqlPurges(database));
  }

  /// On a database of its own.
  private Api.Space space() {
    var definitions = new SqlNamespaces(database);
    var meaning = new Spaces(definitions, flows);
    return new Api.Space(
        definitions,
        new SqlNamespaceFiles(database),
        new SqlSecrets(database),
        meaning,
        new AesSealing(Optional.of(new byte[32])),
        List.of("FROM_OUTSIDE"),
        () -> {
          boolean _ = meaning.refresh();
        });
  }

  /// Little patience, so that nothing takes long.
  static HttpConfig config(Path folder) {
    return HttpConfig.loopback(0, folder)
        .with(
            new HttpConfig.Patience(
                Duration.ofSeconds(10),
                Duration.ofSeconds(5),
                Duration.ofMillis(100),
                Duration.ofSeconds(20),
                Duration.ofMillis(200),
                Duration.ofMillis(50)));
  }

  @Override
  public void close() {
    client.close();
    server.close();
    database.close();
    try (var files = Files.walk(databaseFolder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }

  Reply get(String path) {
    return send(request(path).GET());
  }

  Reply delete(String path) {
    return send(request(path).DELETE());
  }

  Reply post(String path) {
    return send(request(path).POST(BodyPublishers.noBody()));
  }

  Reply post(String path, String type, String body) {
    return send("POST", path, type, body);
  }

  Reply send(String method, String path, String type, String body) {
    return send(
        request(path).header("Content-Type", type).method(method, BodyPublishers.ofString(body)));
  }

  Reply yaml(String method, String path, String body) {
    return send(method, path, "application/x-yaml", body);
  }

  Reply json(String method, String path, Object body) {
    return send(method, path, "application/json", Json.text(body));
  }

  Reply form(String path, Form form) {
    return send(
        request(path)
            .header("Content-Type", form.contentType())
            .POST(BodyPublishers.ofByteArray(form.bytes())));
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(30));
  }

  Reply send(HttpRequest.Builder request) {
    try {
      var response = client.send(request.build(), BodyHandlers.ofByteArray());
      return new Reply(response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  HttpClient client() {
    return client;
  }

  void save(String source) {
    var saved = yaml("POST", "/api/v1/flows", source);
    if (saved.status() != 200) {
      throw new AssertionError(saved.text());
    }
  }

  /// Starts `hello`, which runs until the test moves it.
  ExecutionId started(String flow) {
    var reply = post("/api/v1/executions/demo.team/" + flow);
    if (reply.status() != 200) {
      throw new AssertionError(reply.text());
    }
    return new ExecutionId(reply.string("id"));
  }

  /// The one execution that there is, once somebody waits for its end.
  ExecutionId awaited() {
    while (true) {
      var found = get("/api/v1/executions/search");
      if (Integer.valueOf(1).equals(found.at("total"))) {
        var id = new ExecutionId(found.string("results.0.id"));
        if (orchestrator.followers(id) > 0) {
          return id;
        }
      }
    }
  }

  void log(ExecutionId execution, LogLevel level, String message) {
    logs.add(
        new LogLine(
            new Cursor(logs.size() + 1, 0),
            new FlowId("demo.team", "hello"),
            Optional.of(execution),
            0,
            "say",
            1,
            Optional.empty(),
            NOW.plusSeconds(logs.size()),
            level,
            "main",
            message));
    orchestrator.ring(execution);
  }

  /// What came back.
  record Reply(HttpResponse<byte[]> response) {
    int status() {
      return response.statusCode();
    }

    String text() {
      return new String(response.body(), UTF_8);
    }

    Optional<String> header(String name) {
      return response.headers().firstValue(name);
    }

    @Nullable Object json() {
      try {
        return Json.read(text());
      } catch (Json.NotJson e) {
        throw new AssertionError("not JSON: " + text(), e);
      }
    }

    /// The value at a path of names and list places, as `results.0.id`; null when there is none.
    @Nullable Object at(String path) {
      Object value = json();
      for (var name : path.split("\\.", -1)) {
        value =
            switch (value) {
              case Map<?, ?> map -> map.get(name);
              case List<?> list when Integer.parseInt(name) < list.size() ->
                  list.get(Integer.parseInt(name));
              case null, default -> null;
            };
      }
      return value;
    }

    String string(String path) {
      return String.valueOf(at(path));
    }
  }
}
