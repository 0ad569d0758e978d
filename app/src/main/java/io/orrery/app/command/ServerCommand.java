package io.orrery.app.command;

import io.orrery.app.config.ServerConfig;
import io.orrery.app.config.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "server",
    description = "Runs the server: schedules, executions, worker and API in one process.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Settings without a flag here: orrery.yml in the home folder, or ORRERY_* variables;",
      "'orrery configuration' lists them. Ctrl-C or SIGTERM ends it: running tasks may finish"
          + " within",
      "worker.stop-grace, or until a second signal; what is left is run again by the next start.",
      "",
      "Examples:",
      "  orrery server",
      "  orrery server --port 9090 --home /var/lib/orrery",
      "  orrery server --host 0.0.0.0 --user admin --password-file /run/secrets/orrery",
      "  orrery server --db 'postgresql://orrery:secret@localhost/orrery'"
    })
final class ServerCommand implements Callable<Integer> {

  /// Besides the graces: a controller's last turn, results on their way.
  private static final Duration CLOSING_MAX = Duration.ofSeconds(45);

  private final Outside outside;

  @Option(names = "--host", description = "Address to listen on (default 127.0.0.1).")
  private @Nullable String host;

  @Option(names = "--port", description = "Port to listen on, 0 for a free one (default 8080).")
  private @Nullable String port;

  @Option(
      names = "--home",
      paramLabel = "FOLDER",
      description = "Where everything is kept (default $ORRERY_HOME, else .orrery here).")
  private @Nullable Path home;

  @Option(
      names = "--db",
      paramLabel = "URL",
      description = "Database: sqlite:PATH or postgresql://… (default orrery.db in the home).")
  private @Nullable String database;

  @Option(names = "--user", description = "Name for HTTP basic authentication.")
  private @Nullable String user;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "File with the password of --user.")
  private @Nullable Path passwordFile;

  @Option(names = "--no-examples", description = "Do not load the example flows at first start.")
  private boolean noExamples;

  ServerCommand(Outside outside) {
    this.outside = outside;
  }

  @Override
  public Integer call() throws InterruptedException {
    var config = Home.lasting(outside, Optional.ofNullable(home)).config(outside, flags());
    return config.isEmpty() ? ExitCode.INVALID : serve(config.get());
  }

  private Map<String, String> flags() {
    var flags = new LinkedHashMap<String, String>();
    put(flags, Settings.HTTP_HOST.key(), host);
    put(flags, Settings.HTTP_PORT.key(), port);
    put(flags, Settings.DATABASE_URL.key(), database);
    put(flags, Settings.HTTP_USER.key(), user);
    put(flags, Settings.HTTP_PASSWORD.fileKey(), passwordFile);
    put(flags, Settings.EXAMPLES.key(), noExamples ? "false" : null);
    return flags;
  }

  private static void put(Map<String, String> flags, String key, @Nullable Object value) {
    if (value != null) {
      flags.put(key, value.toString());
    }
  }

  private int serve(ServerConfig config) throws InterruptedException {
    try (var interrupt = Interrupt.watch(outside.err());
        var instance = outside.parts().open(config)) {
      var end = new CountDownLatch(1);
      interrupt.hastensBy(instance::hurry, endsWithin(config.worker()));
      interrupt.endsBy(end::countDown);
      if (config.examples()) {
        Examples.loadInto(instance, config.home(), outside);
      }
      var host = config.http().map(ServerConfig.Http::host).orElse("127.0.0.1");
      var shown = host.contains(":") ? "[" + host + "]" : host;
      outside
          .err()
          .println(
              "Orrery is on http://"
                  + shown
                  + ":"
                  + instance.httpPort()
                  + " (home "
                  + config.home()
                  + ", database "
                  + config.database()
                  + ")");
      end.await();
      finish(instance, config.worker().stopGrace());
      return ExitCode.DONE;
    }
  }

  /// What runs may take its grace; then processes are killed, and results and records written.
  private static Duration endsWithin(ServerConfig.Worker worker) {
    return worker.stopGrace().plus(worker.killGrace().multipliedBy(2)).plus(CLOSING_MAX);
  }

  private void finish(Instance instance, Duration grace) throws InterruptedException {
    int running = instance.underWay();
    if (running > 0 && !grace.isZero()) {
      outside
          .err()
          .println(
              "orrery: stopping; "
                  + tasks(running)
                  + " may finish within "
                  + grace.toSeconds()
                  + " s (a second signal ends it at once)");
    }
    int left = instance.drain(grace);
    if (left > 0) {
      outside
          .err()
          .println("orrery: breaking off " + tasks(left) + "; the next start runs them again");
    }
  }

  private static String tasks(int count) {
    return count == 1 ? "1 running task" : count + " running tasks";
  }
}
