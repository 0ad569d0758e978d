package io.orrery.bench.subject;

import io.orrery.app.command.Instance;
import io.orrery.app.config.ConfigReader;
import io.orrery.app.config.Loaded;
import io.orrery.app.config.ServerConfig;
import io.orrery.app.config.Settings;
import io.orrery.app.wiring.EmbeddedServer;
import io.orrery.app.wiring.Language;
import io.orrery.controller.Orchestrator;
import io.orrery.model.flow.Flow;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.ExecutionIds;
import io.orrery.model.id.FlowId;
import io.orrery.model.problem.Parsed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;

/// The product within this process, with the settings that a server has by default, but without its
/// HTTP.
public final class Product implements AutoCloseable {

  private final Databases.Fresh database;
  private final Language language;
  private final Instance instance;
  private final InstantSource clock;

  private Product(
      Databases.Fresh database, Language language, Instance instance, InstantSource clock) {
    this.database = database;
    this.language = language;
    this.instance = instance;
    this.clock = clock;
  }

  public static Product open(Path home, Databases.Fresh database, InstantSource clock) {
    var config = config(home, database);
    return new Product(
        database,
        Language.load(config.zone()),
        EmbeddedServer.open(config.withoutHttp(), Map.of()),
        clock);
  }

  private static ServerConfig config(Path home, Databases.Fresh database) {
    var flags = new LinkedHashMap<String, String>();
    flags.put(Settings.DATABASE_URL.key(), database.url());
    flags.put(Settings.EXAMPLES.key(), "false");
    return switch (ConfigReader.read(home, Map.of(), flags)) {
      case Loaded.Ready(var config, var _) -> config;
      case Loaded.Wrong(var mistakes) -> throw new Trouble("configuration: " + mistakes);
    };
  }

  public Instance instance() {
    return instance;
  }

  public Orchestrator orchestrator() {
    return instance.orchestrator();
  }

  /// Looks at its database from outside.
  public Observer observer() {
    return new Observer(database);
  }

  /// Reads and saves a flow, as the API does; committed when this returns.
  public FlowId save(String source) {
    var flow = parse(source);
    await(orchestrator().saveFlow(flow, source));
    return flow.key();
  }

  public Flow parse(String source) {
    return switch (language.strict(source)) {
      case Parsed.Ok<Flow>(var flow, var _) -> flow;
      case Parsed.Bad<Flow>(var problems) ->
          throw new Trouble("a flow of the bench is refused: " + problems);
    };
  }

  /// Runs one execution to its end.
  ///
  /// @param look how long to wait at least between two reads of it
  /// @return nanoseconds from the call that creates it to the news of the commit that ended it
  public long run(FlowId flow, Duration look) {
    var id = ExecutionIds.next(clock.instant(), ThreadLocalRandom.current());
    try (var following = new Following(instance, id)) {
      long begin = System.nanoTime();
      await(orchestrator().start(start(flow, id)));
      return following.success(look) - begin;
    }
  }

  private static Orchestrator.Start start(FlowId flow, ExecutionId id) {
    return new Orchestrator.Start(
        flow,
        Optional.empty(),
        Optional.of(id),
        Map.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty());
  }

  public static <T> T await(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().join();
    } catch (CompletionException e) {
      throw new Trouble("refused: " + e.getCause(), e);
    }
  }

  @Override
  public void close() {
    instance.close();
    try {
      language.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
