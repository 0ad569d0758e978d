package io.orrery.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real processes: the signals and the exit codes that a shell sees, and what is left after them.
class ProcessTest {

  private static final Pattern ADDRESS = Pattern.compile("Orrery is on (http://\\S+)");
  private static final long WAIT_MAX_S = 120;

  @TempDir Path folder = Path.of("");
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void leaveNone() {
    started.forEach(Process::destroyForcibly);
  }

  @Test
  void what_a_server_acknowledged_is_there_after_kill_nine() throws Exception {
    var server = start("server", "--port", "0", "--home", "home");
    var address = address(server);
    assertThat(get(address + "/health").statusCode()).isEqualTo(200);
    var made = post(address + "/api/v1/main/executions/examples/hello?wait=true");
    assertThat(made.body()).contains("Hello, world!").contains("SUCCESS");
    var id = id(made);
    server.destroyForcibly().waitFor();

    var again = start("server", "--port", "0", "--home", "home");
    var kept = get(address(again) + "/api/v1/main/executions/" + id);
    assertThat(kept.statusCode()).isEqualTo(200);
    assertThat(kept.body()).contains("SUCCESS");
    again.destroy();
    assertThat(again.waitFor(WAIT_MAX_S, TimeUnit.SECONDS)).isTrue();
    assertThat(again.exitValue()).isEqualTo(143);
  }

  @Test
  void a_second_server_on_the_same_home_is_refused_in_words() throws Exception {
    var first = start("server", "--port", "0", "--home", "home", "--no-examples");
    address(first);
    var second = start("server", "--port", "0", "--home", "home", "--no-examples");
    assertThat(second.waitFor(WAIT_MAX_S, TimeUnit.SECONDS)).isTrue();
    assertThat(second.exitValue()).isEqualTo(1);
    assertThat(Files.readString(err(second))).startsWith("orrery: ").doesNotContain("\tat ");
  }

  @Test
  void a_run_that_is_told_to_stop_kills_its_execution_and_leaves_nothing() throws Exception {
    Files.writeString(
        folder.resolve("long.yaml"),
        """
        id: long
        namespace: test
        tasks:
          - {id: begun, type: io.kestra.plugin.core.log.Log, message: it has begun}
          - {id: nap, type: io.kestra.plugin.core.flow.Sleep, duration: PT1H}
        """);
    var temp = Files.createDirectories(folder.resolve("temp"));
    var run = start("run", "long.yaml");
    await(run, Pattern.compile("it has begun"));
    run.destroy();
    assertThat(run.waitFor(WAIT_MAX_S, TimeUnit.SECONDS)).isTrue();
    assertThat(run.exitValue()).isEqualTo(143);
    assertThat(Files.readString(err(run))).contains("KILLED");
    try (var left = Files.list(temp)) {
      assertThat(left.filter(path -> path.getFileName().toString().startsWith("orrery-run-")))
          .isEmpty();
    }
  }

  @Test
  void a_server_that_is_told_to_stop_says_so_and_finishes_what_runs() throws Exception {
    var server = start("server", "--port", "0", "--home", "home");
    var address = address(server);
    var id = startScript(address);
    server.destroy();
    await(server, Pattern.compile("1 running task may finish within 60 s"));
    awaitStopping(address);
    var late = post(address + "/api/v1/main/executions/examples/hello");
    assertThat(late.statusCode()).isEqualTo(200);
    Files.createFile(folder.resolve("go"));
    assertThat(server.waitFor(WAIT_MAX_S, TimeUnit.SECONDS)).isTrue();
    assertThat(server.exitValue()).isEqualTo(143);
    assertThat(Files.readString(err(server))).doesNotContain("breaking off");

    var again = address(start("server", "--port", "0", "--home", "home"));
    assertThat(awaitEnd(again, id)).contains("FAILED");
    assertThat(get(again + "/api/v1/main/logs/" + id).body()).contains("last words");
    assertThat(Files.readAllLines(folder.resolve("ledger"))).hasSize(1);
    assertThat(awaitEnd(again, id(late))).contains("SUCCESS");
  }

  @Test
  void a_second_signal_breaks_off_what_runs_and_the_next_start_runs_it_again() throws Exception {
    var server = start("server", "--port", "0", "--home", "home");
    var id = startScript(address(server));
    server.destroy();
    await(server, Pattern.compile("may finish within"));
    server.destroy();
    assertThat(server.waitFor(WAIT_MAX_S, TimeUnit.SECONDS)).isTrue();
    assertThat(server.exitValue()).isEqualTo(143);
    assertThat(Files.readString(err(server))).contains("breaking off 1 running task");

    Files.createFile(folder.resolve("go"));
    var again = address(start("server", "--port", "0", "--home", "home"));
    assertThat(awaitEnd(again, id)).contains("FAILED");
    assertThat(Files.readAllLines(folder.resolve("ledger"))).hasSize(2);
  }

  /// A process tree that counts its beginnings, waits for the file `go` and fails.
  private String startScript(String address) throws Exception {
    var flow =
        """
        id: script
        namespace: test
        tasks:
          - id: script
            type: io.kestra.plugin.scripts.shell.Commands
            taskRunner: {type: io.kestra.plugin.core.runner.Process}
            commands:
              - echo begun >> '%1$s/ledger'
              - (while [ ! -e '%1$s/go' ]; do sleep 0.02; done; echo last words)
              - exit 1
        """
            .formatted(folder);
    var saved =
        send(
            HttpRequest.newBuilder(URI.create(address + "/api/v1/main/flows"))
                .header("Content-Type", "application/x-yaml")
                .POST(BodyPublishers.ofString(flow))
                .build());
    assertThat(saved.statusCode()).isEqualTo(200);
    var id = id(post(address + "/api/v1/main/executions/test/script"));
    while (!Files.exists(folder.resolve("ledger"))) {
      Thread.onSpinWait(); // the script itself says so
    }
    return id;
  }

  private static String id(HttpResponse<String> made) {
    var id = Pattern.compile("\"id\" ?: ?\"(\\w{22})\"").matcher(made.body());
    assertThat(id.find()).as(made.body()).isTrue();
    return id.group(1);
  }

  private static void awaitStopping(String address) throws Exception {
    var ready = get(address + "/health/readiness");
    while (ready.statusCode() == 200) {
      ready = get(address + "/health/readiness");
    }
    assertThat(ready.body()).contains("STOPPING");
    assertThat(get(address + "/health/liveness").statusCode()).isEqualTo(200);
  }

  private static String awaitEnd(String address, String id) throws Exception {
    while (true) {
      var body = get(address + "/api/v1/main/executions/" + id).body();
      var state = Pattern.compile("\"current\" ?: ?\"(SUCCESS|FAILED)\"").matcher(body);
      // The execution's own state stands after those of its task runs, and only it ends last.
      if (body.contains("endDate") && state.results().count() > 1) {
        return body;
      }
    }
  }

  private Process start(String... arguments) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("temp")),
                "-cp",
                System.getProperty("java.class.path"),
                "io.orrery.app.Main"));
    command.addAll(List.of(arguments));
    var err = folder.resolve("err" + started.size());
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(folder.resolve("out" + started.size()).toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("ORRERY_"));
    var process = builder.start();
    process.getOutputStream().close();
    started.add(process);
    return process;
  }

  private Path err(Process process) {
    return folder.resolve("err" + started.indexOf(process));
  }

  private String address(Process server) throws Exception {
    return await(server, ADDRESS);
  }

  /// The first group (or all) of what the process's standard error says sooner or later.
  private String await(Process process, Pattern what) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_MAX_S);
    while (System.nanoTime() < end) {
      boolean over = process.waitFor(20, TimeUnit.MILLISECONDS);
      var match = what.matcher(Files.readString(err(process)));
      if (match.find()) {
        return match.group(match.groupCount());
      }
      if (over) {
        break;
      }
    }
    throw new AssertionError("it never said '" + what + "': " + Files.readString(err(process)));
  }

  private static HttpResponse<String> get(String address) throws Exception {
    return send(HttpRequest.newBuilder(URI.create(address)).build());
  }

  private static HttpResponse<String> post(String address) throws Exception {
    return send(HttpRequest.newBuilder(URI.create(address)).POST(BodyPublishers.noBody()).build());
  }

  private static HttpResponse<String> send(HttpRequest request) throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      return client.send(request, BodyHandlers.ofString());
    }
  }
}
