package io.orrery.app.flows;

import io.orrery.app.command.Instance;
import io.orrery.app.config.ConfigReader;
import io.orrery.app.config.Loaded;
import io.orrery.app.config.Settings;
import io.orrery.app.wiring.EmbeddedServer;
import io.orrery.app.wiring.Language;
import io.orrery.controller.Orchestrator;
import io.orrery.controller.Orchestrator.Start;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.flow.Flow;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.ExecutionIds;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.problem.Parsed;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import io.orrery.storage.InternalStorage;
import io.orrery.store.query.ExecutionFilter;
import io.orrery.store.query.LogFilter;
import io.orrery.store.query.LogQueries;
import io.orrery.store.query.PageRequest;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A whole server in a home of its own, without HTTP.
final class House implements AutoCloseable {

  private static final int WAIT_SECONDS_MAX = 60;
  private static final int LOOKS_A_SECOND = 50;

  private final Path home;
  private final Map<String, String> flags;
  private final Language language = Language.load(ZoneOffset.UTC);
  private EmbeddedServer server;

  House(Path home, Optional<String> database) {
    this(home, database, Map.of());
  }

  /// @param settings by key, as on the command line
  House(Path home, Optional<String> database, Map<String, String> settings) {
    this.home = home;
    this.flags = new LinkedHashMap<>(settings);
    database.ifPresent(url -> flags.put(Settings.DATABASE_URL.key(), url));
    this.server = open();
  }

  private EmbeddedServer open() {
    return switch (ConfigReader.read(home, Map.of(), flags)) {
      case Loaded.Ready(var config, var _) ->
          EmbeddedServer.open(config.withoutHttp(), Map.of("ENV_PLACE", "here"));
      case Loaded.Wrong(var mistakes) -> throw new AssertionError(mistakes);
    };
  }

  /// Ends the server in the middle of whatever it does, and starts it again.
  void restart() {
    server.close();
    server = open();
  }

  /// Lets what runs finish before [#restart] or [#close].
  int drain(Duration atMost) {
    try {
      return server.drain(atMost);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  void hurry() {
    server.hurry();
  }

  Orchestrator orchestrator() {
    return server.orchestrator();
  }

  InternalStorage storage() {
    return server.storage();
  }

  void deploy(String... sources) {
    for (var source : sources) {
      orchestrator().saveFlow(parsed(source), source).toCompletableFuture().join();
    }
  }

  private Flow parsed(String source) {
    return switch (language.strict(source)) {
      case Parsed.Ok(var flow, var _) -> flow;
      case Parsed.Bad(var problems) ->
          throw new IllegalArgumentException(problems.getFirst().text("test"));
    };
  }

  ExecutionId start(String flow, Map<String, Object> inputs) {
    var id = ExecutionIds.next(InstantSource.system().instant(), ThreadLocalRandom.current());
    orchestrator()
        .start(
            new Start(
                new FlowId("test", flow),
                Optional.empty(),
                Optional.of(id),
                inputs,
                Map.of(),
                Optional.empty(),
                Optional.empty()))
        .toCompletableFuture()
        .join();
    return id;
  }

  /// Starts a flow with what a person enters, read by the rules of its inputs.
  ExecutionId enter(String flow, Map<String, Object> entered) {
    var parsed = orchestrator().flow(new FlowId("test", flow)).orElseThrow().flow();
    return switch (server.inputs(parsed, entered)) {
      case Instance.Inputs.Good(var values) -> start(flow, values);
      case Instance.Inputs.Bad(var problems) -> throw new AssertionError(problems);
    };
  }

  /// The execution as it is once it is finished.
  WholeExecution run(String flow) {
    return end(start(flow, Map.of()));
  }

  WholeExecution end(ExecutionId id) {
    return await(id, whole -> whole.execution().finished());
  }

  WholeExecution await(ExecutionId id, State state) {
    return await(id, whole -> whole.execution().state() == state);
  }

  /// Waits for what the controller says of commits, never by the clock.
  WholeExecution await(ExecutionId id, Predicate<WholeExecution> condition) {
    var changes = new Semaphore(1);
    try (var _ = closing(orchestrator().follow(id, changes::release))) {
      while (changes.tryAcquire(WAIT_SECONDS_MAX, TimeUnit.SECONDS)) {
        var whole = server.executions().find(id);
        if (whole.isPresent() && condition.test(whole.get())) {
          return whole.get();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new AssertionError("execution " + id + " is still " + server.executions().find(id));
  }

  /// The text of a stored file.
  String text(@Nullable Object address) {
    try (var content = server.storage().open(java.net.URI.create(String.valueOf(address)))) {
      return new String(content.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private interface Closing extends AutoCloseable {
    @Override
    void close();
  }

  private static Closing closing(AutoCloseable resource) {
    return () -> {
      try {
        resource.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    };
  }

  List<Execution> executionsOf(String flow) {
    return server
        .executions()
        .search(
            new ExecutionFilter(
                Optional.empty(),
                Optional.of("test"),
                Optional.of(flow),
                java.util.Set.of(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()),
            new PageRequest(1, 1000, List.of(new PageRequest.Sort("state.startDate", true))))
        .results();
  }

  /// The executions of a flow once there are so many, oldest first. Nobody tells of executions
  /// before they are, so this looks again and again.
  List<Execution> awaitExecutions(String flow, int many) {
    return looking(
        () -> Optional.of(executionsOf(flow)).filter(all -> all.size() >= many),
        () -> many + " executions of " + flow);
  }

  Optional<TriggerState> trigger(TriggerId id) {
    return server
        .triggers()
        .search(
            Optional.empty(),
            Optional.of(id.flow().namespace()),
            Optional.of(id.flow().id()),
            new PageRequest(1, 100, List.of()))
        .results()
        .stream()
        .filter(state -> state.id().equals(id))
        .findFirst();
  }

  TriggerState awaitTrigger(TriggerId id, Predicate<TriggerState> condition) {
    return looking(() -> trigger(id).filter(condition), () -> "trigger " + trigger(id));
  }

  private static <T> T looking(Supplier<Optional<T>> look, Supplier<String> what) {
    try {
      for (int i = 0; i < WAIT_SECONDS_MAX * LOOKS_A_SECOND; i++) {
        var found = look.get();
        if (found.isPresent()) {
          return found.get();
        }
        boolean _ = new Semaphore(0).tryAcquire(1000 / LOOKS_A_SECOND, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new AssertionError("waited in vain for " + what.get());
  }

  List<String> logs(ExecutionId id) {
    return server
        .logs()
        .after(LogFilter.of(id, LogLevel.TRACE), LogQueries.Cursor.START, 1000)
        .stream()
        .map(line -> line.level() + " " + line.taskId() + ": " + line.message())
        .toList();
  }

  static List<String> order(WholeExecution whole) {
    return whole.taskRuns().stream()
        .map(run -> run.path().isEmpty() ? run.taskId() : run.taskId() + run.path())
        .toList();
  }

  static TaskRun only(WholeExecution whole, String taskId) {
    var found = whole.taskRuns().stream().filter(run -> run.taskId().equals(taskId)).toList();
    if (found.size() != 1) {
      throw new AssertionError(taskId + " in " + order(whole));
    }
    return found.getFirst();
  }

  @Override
  public void close() {
    server.close();
  }
}
