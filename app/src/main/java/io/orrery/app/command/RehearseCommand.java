package io.orrery.app.command;

import io.orrery.app.config.Settings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Does what the other commands do, in small and in a temporary home, so that the JVM can note
/// which classes they need (the training run of an AOT cache; docs/decisions/003).
@Command(
    name = "rehearse",
    hidden = true,
    description = "Goes through the motions of a command; the launcher makes AOT caches with it.",
    mixinStandardHelpOptions = true)
final class RehearseCommand implements Callable<Integer> {

  private static final List<String> PATHS =
      List.of(
          "/",
          "/health",
          "/metrics",
          "/api/v1/main/flows/search",
          "/api/v1/main/executions/search",
          "/api/v1/main/triggers/search");

  private final Outside outside;

  enum Piece {
    cli,
    server
  }

  @Parameters(paramLabel = "PIECE", description = "${COMPLETION-CANDIDATES}")
  private Piece piece = Piece.cli;

  RehearseCommand(Outside outside) {
    this.outside = outside;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (var home = Home.passing()) {
      var flow = home.folder().resolve("hello.yaml");
      Files.writeString(flow, Examples.text("hello"));
      return switch (piece) {
        case cli -> shortCommands(flow);
        case server -> server(home);
      };
    }
  }

  private int shortCommands(Path flow) {
    run("--help");
    run("next", "0 9 * * *", "--zone", "Europe/Paris");
    run("validate", flow.toString());
    return run("run", flow.toString());
  }

  private int run(String... arguments) {
    var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    var quiet =
        new Outside(
            nowhere,
            nowhere,
            outside.terminal(),
            outside.environment(),
            outside.folder(),
            outside.clock(),
            outside.parts());
    return CommandLineTool.run(quiet, arguments);
  }

  /// Starts a server on a free port, runs the first example over its API, and ends it.
  private int server(Home home) throws IOException, InterruptedException {
    var flags = new LinkedHashMap<String, String>();
    flags.put(Settings.HTTP_PORT.key(), "0");
    flags.put(Settings.HTTP_HOST.key(), "127.0.0.1");
    flags.put(Settings.DATABASE_URL.key(), "sqlite:" + home.folder().resolve("orrery.db"));
    var plain =
        new Outside(
            outside.out(),
            outside.err(),
            outside.terminal(),
            Map.of(),
            outside.folder(),
            outside.clock(),
            outside.parts());
    var config = home.config(plain, flags);
    if (config.isEmpty()) {
      return ExitCode.INVALID;
    }
    try (var instance = outside.parts().open(config.get());
        var client = HttpClient.newHttpClient()) {
      Examples.loadInto(instance, home.folder(), plain);
      var base = "http://127.0.0.1:" + instance.httpPort();
      var start = URI.create(base + "/api/v1/main/executions/examples/hello?wait=true");
      var post = HttpRequest.newBuilder(start).POST(HttpRequest.BodyPublishers.noBody()).build();
      int status = client.send(post, BodyHandlers.ofString()).statusCode();
      for (var path : PATHS) {
        client.send(
            HttpRequest.newBuilder(URI.create(base + path)).build(), BodyHandlers.ofString());
      }
      return status == 200 ? ExitCode.DONE : ExitCode.FAILED;
    }
  }
}
