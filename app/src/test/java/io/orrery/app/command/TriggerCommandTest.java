package io.orrery.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.app.config.ConfigReader;
import io.orrery.app.config.Loaded;
import io.orrery.app.config.ServerConfig;
import io.orrery.app.config.Settings;
import io.orrery.app.wiring.EmbeddedServer;
import io.orrery.model.flow.Flow;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.problem.Parsed;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The commands about triggers, on a server and on a folder that none holds.
@Timeout(120)
class TriggerCommandTest {

  private static final String FLOW =
      """
      id: etl
      namespace: acme
      concurrency: {limit: 3}
      tasks: [{id: t, type: io.kestra.plugin.core.log.Log, message: hello}]
      triggers:
        - id: leap
          type: io.kestra.plugin.core.trigger.Schedule
          cron: "5 3 29 2 *"
          timezone: Europe/Paris
      """;
  private static final String ID = "acme/etl/leap";

  private final RealParts parts = new RealParts();
  private Shell shell = new Shell(Path.of(""), parts);

  @TempDir private Path home;

  @BeforeEach
  void one_flow() {
    shell = new Shell(home, parts);
    try (var server = EmbeddedServer.open(config().withoutHttp(), Map.of())) {
      server.orchestrator().saveFlow(flow(), FLOW).toCompletableFuture().join();
    }
  }

  private Flow flow() {
    return switch (parts.read(FLOW)) {
      case Parsed.Ok<Flow>(var flow, var _) -> flow;
      case Parsed.Bad<Flow>(var problems) -> throw new AssertionError(problems);
    };
  }

  private ServerConfig config() {
    return switch (ConfigReader.read(home, Map.of(), Map.of(Settings.HTTP_PORT.key(), "0"))) {
      case Loaded.Ready(var config, var _) -> config;
      case Loaded.Wrong(var mistakes) -> throw new AssertionError(mistakes);
    };
  }

  private Shell.Said here(String... arguments) {
    var all = new ArrayList<>(List.of("trigger"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--home", home.toString()));
    return shell.run(all.toArray(String[]::new));
  }

  @Test
  void a_folder_that_no_server_holds_is_read_itself() {
    assertThat(here("list").out())
        .startsWith("TRIGGER")
        .contains("acme/etl/leap  enabled  2028-02-29T02:05:00Z  -     -");
    assertThat(here("why", ID, "--at", "2027-03-27T03:05").out())
        .isEqualTo(
            "No slot at 2027-03-27T03:05:00+01:00: \"5 3 29 2 *\" (Europe/Paris) does not name"
                + " it. The next is 2028-02-29T03:05:00+01:00.\n");
    assertThat(here("slots", "acme.etl.leap", "--from", "2028-02-01", "--to", "2028-03-01").out())
        .isEqualTo(
            """
            DATE                       STATUS     LATENESS  CAUSE  LANE      EXECUTION
            2028-02-29T03:05:00+01:00  PREDICTED  -         -      schedule  -
            """);
    assertThat(here("slots", ID, "--to", "2030-01-01", "--output", "json").out())
        .contains("\"zone\" : \"Europe/Paris\"")
        .contains("\"date\" : \"2028-02-29T03:05:00+01:00\"");
  }

  @Test
  void a_folder_takes_changes_that_wait_for_the_next_server() {
    assertThat(here("disable", ID).out()).isEqualTo("acme/etl/leap is disabled\n");
    assertThat(here("list").out()).contains("disabled");
    assertThat(here("why", ID, "--at", "2028-02-29T03:05").out())
        .contains("will not fire as long as the trigger is disabled (disabled by a user)");
    assertThat(here("enable", ID).out()).isEqualTo("acme/etl/leap is enabled\n");
    var execution = here("run-now", ID).out().strip();
    assertThat(execution).hasSize(22);
    assertThat(here("run-now", ID).err()).contains("waits for execution " + execution);
    assertThat(here("unlock", ID).out()).isEqualTo("acme/etl/leap waits no longer\n");
    assertThat(here("unlock", ID).err()).contains("is not locked");
    try (var server = EmbeddedServer.open(config().withoutHttp(), Map.of())) {
      assertThat(server.executions().head(new ExecutionId(execution))).isPresent();
    }
  }

  @Test
  void a_running_server_is_asked() throws IOException, InterruptedException {
    try (var server = EmbeddedServer.open(config(), Map.of());
        var client = HttpClient.newHttpClient()) {
      var base = "http://127.0.0.1:" + server.httpPort();
      shell.environment.put("ORRERY_SERVER", base);
      assertThat(shell.run("trigger", "list").out()).contains("acme/etl/leap  enabled");
      assertThat(shell.run("trigger", "list", "--namespace", "other").out()).doesNotContain("leap");
      assertThat(shell.run("trigger", "why", ID, "--at", "03:05", "--server", base).out())
          .startsWith("No slot at ");
      assertThat(shell.run("trigger", "disable", ID).out()).contains("is disabled");
      assertThat(shell.run("trigger", "enable", ID).code()).isZero();
      var execution = shell.run("trigger", "run-now", ID, "--force").out().strip();
      assertThat(execution).hasSize(22);
      assertThat(shell.run("trigger", "slots", ID).out()).contains("manual").contains(execution);
      assertThat(shell.run("trigger", "why", "acme/etl/none", "--at", "03:05").err())
          .contains("there is no trigger acme.etl.none");
      assertThat(shell.run("trigger", "slots", ID, "--from", "soon").err())
          .contains("from: 'soon' is not a time");
      assertThat(here("list").err()).isNotEmpty(); // the server holds the folder
      metrics_and_logs(client, base, execution, server);
    }
  }

  /// What else is asked of a whole server.
  private static void metrics_and_logs(
      HttpClient client, String base, String execution, EmbeddedServer server)
      throws IOException, InterruptedException {
    while (!server
        .executions()
        .head(new ExecutionId(execution))
        .map(it -> it.finished())
        .orElse(false)) {
      Thread.onSpinWait();
    }
    var metrics = send(client, "GET", base + "/metrics");
    assertThat(metrics)
        .contains("trigger_fire_total{cause=\"MANUAL\",decision=\"FIRED\"} 1.0")
        .contains("trigger_holder_orphans 0.0")
        .contains("trigger_unique_conflicts_total 0.0")
        .contains("trigger_stale_writes_refused_total 0.0")
        .contains("trigger_due_backlog{lane=\"on_time\"} 0.0")
        .contains("trigger_oldest_due_age_seconds{lane=\"held\"} 0.0")
        .contains("scheduler_clock_skew_seconds")
        .contains("trigger_lateness_seconds_bucket");
    var logs = base + "/api/v1/main/logs/";
    assertThat(send(client, "DELETE", logs + "acme/etl?triggerId=leap")).isEqualTo("{\"count\":0}");
    assertThat(send(client, "DELETE", logs + execution + "?minLevel=ERROR"))
        .isEqualTo("{\"count\":0}");
    assertThat(send(client, "DELETE", logs + "acme/other")).isEqualTo("{\"count\":0}");
    assertThat(send(client, "DELETE", logs + execution)).isEqualTo("{\"count\":1}");
    assertThat(send(client, "GET", logs + execution)).isEqualTo("[]");
    assertThat(send(client, "GET", base + "/api/v1/main/concurrency-limit/search"))
        .contains("\"flowId\":\"etl\",\"running\":0,\"queued\":0,\"limit\":3");
  }

  private static String send(HttpClient client, String method, String url)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(url))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  @Test
  void what_cannot_be_asked_says_how_to_mend_it() {
    shell.environment.put("ORRERY_SERVER", "http://127.0.0.1:1");
    var nobody = shell.run("trigger", "list");
    assertThat(nobody.code()).isEqualTo(ExitCode.FAILED);
    assertThat(nobody.err()).contains("no server answers at http://127.0.0.1:1").contains("--home");
    var unnamed = here("why", "leap", "--at", "03:05");
    assertThat(unnamed.code()).isEqualTo(ExitCode.INVALID);
    assertThat(unnamed.err()).contains("NAMESPACE/FLOW/TRIGGER");
    assertThat(here("why", ID, "--at", "noon").err()).contains("'noon' is not a time");
    assertThat(Optional.of(here("why", ID).code())).contains(ExitCode.INVALID);
  }
}
