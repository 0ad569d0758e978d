package io.orrery.app.wiring;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.orrery.app.command.Instance;
import io.orrery.app.config.Secret;
import io.orrery.app.config.ServerConfig;
import io.orrery.controller.Bell;
import io.orrery.controller.Controller;
import io.orrery.controller.Endpoint;
import io.orrery.controller.Housekeeping;
import io.orrery.controller.Orchestrator;
import io.orrery.controller.evaluation.AesSealing;
import io.orrery.controller.evaluation.Evaluations;
import io.orrery.controller.evaluation.InputRules;
import io.orrery.controller.evaluation.ServicesFactory;
import io.orrery.controller.evaluation.StartChecks;
import io.orrery.controller.evaluation.StoredFacts;
import io.orrery.controller.evaluation.WebhookCalls;
import io.orrery.controller.flow.Flows;
import io.orrery.controller.space.SpaceAnswers;
import io.orrery.controller.space.Spaces;
import io.orrery.controller.turn.Loops;
import io.orrery.controller.turn.Mailbox;
import io.orrery.controller.turn.OutputsReader;
import io.orrery.engine.execution.Surroundings;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.PluginDefault;
import io.orrery.model.kept.Keeping;
import io.orrery.model.kept.Opened;
import io.orrery.model.problem.Parsed;
import io.orrery.server.Api;
import io.orrery.server.HttpServer;
import io.orrery.server.http.HttpConfig;
import io.orrery.storage.InternalStorage;
import io.orrery.storage.LocalStorage;
import io.orrery.storage.LocalStorage.Durability;
import io.orrery.storage.ValueShelf;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.query.FlowQueries;
import io.orrery.store.query.KeyValues;
import io.orrery.store.query.LogQueries;
import io.orrery.store.sql.Database;
import io.orrery.store.sql.DatabaseConfig;
import io.orrery.store.sql.SqlExecutionQueries;
import io.orrery.store.sql.SqlFlowStore;
import io.orrery.store.sql.SqlKeyValues;
import io.orrery.store.sql.SqlLeaseStore;
import io.orrery.store.sql.SqlLogQueries;
import io.orrery.store.sql.SqlMetricQueries;
import io.orrery.store.sql.SqlNamespaceFiles;
import io.orrery.store.sql.SqlNamespaces;
import io.orrery.store.sql.SqlPurges;
import io.orrery.store.sql.SqlSecrets;
import io.orrery.store.sql.SqlTriggerQueries;
import io.orrery.store.sql.SqlVnodeStore;
import io.orrery.worker.Worker;
import io.orrery.worker.WorkerConfig;
import io.orrery.worker.context.ContextServices;
import io.orrery.worker.context.LocalFiles;
import io.orrery.worker.context.Secrets;
import io.orrery.worker.context.Sources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.LoggerFactory;

/// One controller that owns all vnodes and one worker beside it: everything in one process. Read
/// [#open] from top to bottom.
public final class EmbeddedServer implements Instance {

  private static final Duration LEASE_TTL = Duration.ofSeconds(10);
  private static final int EVALUATION_THREADS_MIN = 2;

  private final Scope scope;
  private final Stores stores;
  private final InternalStorage storage;
  private final Language language;
  private final FlowInputs inputs;
  private final Keeping keeping;
  private final Controller controller;
  private final Optional<HttpServer> http;

  /// What remembers.
  private record Stores(
      SqlVnodeStore vnodes,
      SqlLeaseStore leases,
      SqlFlowStore flows,
      SqlExecutionQueries executions,
      SqlLogQueries logs,
      SqlMetricQueries metrics,
      SqlTriggerQueries triggers,
      SqlKeyValues keyValues,
      SqlNamespaces namespaces,
      SqlNamespaceFiles namespaceFiles,
      SqlSecrets secrets) {

    static Stores over(Database database) {
      return new Stores(
          new SqlVnodeStore(database),
          new SqlLeaseStore(database),
          new SqlFlowStore(database),
          new SqlExecutionQueries(database),
          new SqlLogQueries(database),
          new SqlMetricQueries(database),
          new SqlTriggerQueries(database),
          new SqlKeyValues(database),
          new SqlNamespaces(database),
          new SqlNamespaceFiles(database),
          new SqlSecrets(database));
    }
  }

  /// Of a flow's source that is kept compiled: what it costs is some forty bytes a character, and an
  /// eighth of the heap may go to that.
  private static final int HEAP_BYTES_PER_CHARACTER = 8 * 40;

  private EmbeddedServer(
      Scope scope,
      Stores stores,
      InternalStorage storage,
      Language language,
      FlowInputs inputs,
      Keeping keeping,
      Controller controller,
      Optional<HttpServer> http) {
    this.scope = scope;
    this.stores = stores;
    this.storage = storage;
    this.language = language;
    this.inputs = inputs;
    this.keeping = keeping;
    this.controller = controller;
    this.http = http;
  }

  /// Opens everything that `config` tells of. What was opened is closed again when a later part
  /// cannot be.
  ///
  /// @param environment secrets and the variables that flows may read
  public static EmbeddedServer open(ServerConfig config, Map<String, String> environment) {
    var scope = new Scope();
    try {
      return open(scope, config, environment);
    } catch (RuntimeException e) {
      scope.close();
      throw e;
    }
  }

  private static EmbeddedServer open(
      Scope scope, ServerConfig config, Map<String, String> environment) {
    // In whole microseconds, as they are stored: what memory holds equals what is read back.
    var clock = Clock.tick(Clock.systemUTC(), Duration.ofNanos(1000));
    var random = new SecureRandom();
    var databaseConfig = database(config.database());
    var database = scope.own(Database.open(databaseConfig));
    var stores = Stores.over(database);
    var storage = storage(config);

    var sealing = new AesSealing(key(config));
    var spaces = new Spaces(stores.namespaces(), stores.flows());
    var language =
        scope.own(Language.load(config.zone(), namespace -> defaults(spaces, config, namespace)));
    var spaceAnswers =
        new SpaceAnswers(
            new SpaceAnswers.Parts(
                spaces, stores.namespaceFiles(), stores.secrets(), sealing, storage, clock));

    var flows =
        new Flows(
            stores.flows(),
            language::lenient,
            language.templates(),
            Runtime.getRuntime().maxMemory() / HEAP_BYTES_PER_CHARACTER);
    var outputs = new OutputsReader(stores.vnodes());
    var bell = new Bell();
    var mailbox = new Mailbox(bell);
    var keeping = new Keeping(sealing, new ValueShelf(storage, config.variables().valueMaxBytes()));
    var facts = new StoredFacts(stores.vnodes(), stores.logs());
    var rules = new CompletableFuture<InputRules>(); // they read files, which the endpoint has
    var endpoint =
        new Endpoint(
            mailbox,
            new Endpoint.Reads(
                stores.vnodes(),
                stores.executions(),
                stores.logs(),
                stores.keyValues(),
                spaceAnswers,
                flows,
                outputs,
                sealing,
                new Housekeeping(
                    mailbox,
                    new Housekeeping.Stores(
                        stores.executions(), stores.logs(), new SqlPurges(database), storage),
                    flows,
                    rules::join),
                facts,
                clock));

    var secrets = Secrets.of(environment, LoggerFactory.getLogger(Secrets.class));
    var sources =
        new Sources(endpoint, storage, new LocalFiles(config.localFiles()), secrets, clock);
    var around = surroundings(config, environment, spaces);
    ServicesFactory services =
        (flow, execution, keeper) ->
            new ContextServices(flow, execution.map(it -> it.id()), sources, keeper);
    var checks = new StartChecks(language.templates(), services, around, keeping);
    var inputs = new FlowInputs(language.templates(), services, keeping, around, checks);
    rules.complete(inputs);
    var tools =
        new Evaluations.Tools(
            flows,
            inputs,
            services,
            stores.executions(),
            outputs,
            around,
            facts,
            keeping,
            storage,
            clock);
    var evaluations =
        scope.own(
            new Evaluations(
                tools,
                Math.max(EVALUATION_THREADS_MIN, Runtime.getRuntime().availableProcessors())));
    var worker =
        scope.own(
            new Worker(
                new WorkerConfig(
                    config.worker().permits(),
                    config.worker().temp(),
                    config.worker().killGrace(),
                    config.variables().valueMaxBytes(),
                    Map.of()),
                new Worker.Parts(
                    endpoint,
                    language.plugins(),
                    language.templates(),
                    storage,
                    sources.localFiles(),
                    secrets,
                    clock)));
    var controller =
        scope.own(
            Controller.start(
                new Controller.Parts(
                    Identity.node(config.home()),
                    leaseTtl(databaseConfig),
                    stores.vnodes(),
                    stores.leases(),
                    stores.executions(),
                    flows,
                    keeping,
                    checks,
                    evaluations.expressions(),
                    clock,
                    random),
                mailbox,
                bell,
                watching ->
                    new Loops(
                        stores.vnodes(),
                        database.vnodes(),
                        flows,
                        mailbox,
                        worker,
                        evaluations,
                        outputs,
                        around,
                        keeping,
                        config.zone(),
                        clock,
                        watching::changed)));
    var upkeep = scope.own(Upkeep.start(spaces, stores.keyValues(), flows, databaseConfig, clock));
    // Closed before the controller too: what it has finished is still taken then.
    scope.own(worker);
    var http =
        config
            .http()
            .map(
                listen ->
                    scope.own(
                        HttpServer.open(
                            httpConfig(config, listen),
                            new Api(
                                controller,
                                new Api.Reads(
                                    stores.flows(),
                                    stores.flows(),
                                    stores.executions(),
                                    stores.logs(),
                                    stores.metrics(),
                                    stores.triggers(),
                                    stores.keyValues()),
                                new Api.Space(
                                    stores.namespaces(),
                                    stores.namespaceFiles(),
                                    stores.secrets(),
                                    spaces,
                                    sealing,
                                    secrets.names(),
                                    upkeep::changed),
                                storage,
                                new Api.Language(
                                    language::strict, inputs, language, new WebhookCalls(tools)),
                                new Api.Operation(
                                    version(),
                                    () -> troubles(stores),
                                    new PrometheusMeterRegistry(PrometheusConfig.DEFAULT)),
                                clock,
                                random))));
    return new EmbeddedServer(scope, stores, storage, language, inputs, keeping, controller, http);
  }

  /// Empty: nothing can be sealed.
  private static Optional<byte[]> key(ServerConfig config) {
    if (!config.encryption().enabled()) {
      return Optional.empty();
    }
    return Optional.of(
        config
            .encryption()
            .key()
            .map(key -> Base64.getDecoder().decode(key.reveal()))
            .orElseGet(() -> Identity.key(config.home())));
  }

  private static List<List<PluginDefault>> defaults(
      Spaces spaces, ServerConfig config, String namespace) {
    var scopes = new ArrayList<>(spaces.pluginDefaults(namespace));
    scopes.add(config.pluginDefaults());
    return scopes;
  }

  /// As the build says; `dev` when it runs from class files.
  private static String version() {
    var built = EmbeddedServer.class.getPackage().getImplementationVersion();
    return built == null ? "dev" : built;
  }

  /// User and password may be apart from the URL.
  private static DatabaseConfig database(ServerConfig.Database given) {
    return switch (DatabaseConfig.parse(given.url())) {
      case DatabaseConfig.Sqlite file -> file;
      case DatabaseConfig.Postgresql server ->
          new DatabaseConfig.Postgresql(
              server.url(),
              given.user().or(server::user),
              given.password().map(Secret::reveal).or(server::password),
              server.connections(),
              server.statementTimeout(),
              server.vnodes());
    };
  }

  private static LocalStorage storage(ServerConfig config) {
    try {
      return LocalStorage.open(config.storage(), Durability.POWER_CUT);
    } catch (IOException e) {
      throw new UncheckedIOException("the storage " + config.storage() + " cannot be opened", e);
    }
  }

  /// A database file is ours alone; a server's is shared, so what we hold there must be renewed.
  private static Optional<Duration> leaseTtl(DatabaseConfig config) {
    return switch (config) {
      case DatabaseConfig.Sqlite _ -> Optional.empty();
      case DatabaseConfig.Postgresql _ -> Optional.of(LEASE_TTL);
    };
  }

  private static Surroundings surroundings(
      ServerConfig config, Map<String, String> environment, Spaces spaces) {
    var prefix = config.variables().envPrefix();
    var envs = new LinkedHashMap<String, Object>();
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(prefix)) {
            envs.put(name.substring(prefix.length()).toLowerCase(Locale.ROOT), value);
          }
        });
    var kestra = new LinkedHashMap<String, Object>();
    config.url().ifPresent(url -> kestra.put("url", url));
    return new Surroundings(envs, config.variables().globals(), kestra, spaces::variables);
  }

  private static HttpConfig httpConfig(ServerConfig config, ServerConfig.Http listen) {
    var defaults = HttpConfig.Limits.DEFAULT;
    return new HttpConfig(
        listen.host(),
        listen.port(),
        listen
            .credentials()
            .map(it -> new HttpConfig.Credentials(it.user(), it.password().reveal())),
        List.of(),
        config.url().map(URI::create),
        config.worker().temp(),
        false,
        new HttpConfig.Limits(
            defaults.headerBytesMax(),
            Math.toIntExact(Math.min(Integer.MAX_VALUE, listen.requestMaxBytes())),
            listen.uploadMaxBytes(),
            defaults.partsMax(),
            defaults.connectionsMax(),
            defaults.streamsMax()),
        HttpConfig.Patience.DEFAULT);
  }

  private static Map<String, String> troubles(Stores stores) {
    try {
      stores.leases().vnodes();
      stores.flows().namespaces();
      return Map.of();
    } catch (RuntimeException e) {
      return Map.of("database", String.valueOf(e.getMessage()));
    }
  }

  @Override
  public Orchestrator orchestrator() {
    return controller;
  }

  @Override
  public FlowQueries flows() {
    return stores.flows();
  }

  @Override
  public ExecutionQueries executions() {
    return stores.executions();
  }

  @Override
  public LogQueries logs() {
    return stores.logs();
  }

  /// Past its API, for what that does not offer.
  public KeyValues keyValues() {
    return stores.keyValues();
  }

  @Override
  public InternalStorage storage() {
    return storage;
  }

  @Override
  public Parsed<Flow> read(String source) {
    return language.strict(source);
  }

  @Override
  public Inputs inputs(Flow flow, Map<String, Object> given) {
    var result = inputs.resolve(flow, 1, given);
    return result.ok()
        ? new Inputs.Good(result.values())
        : new Inputs.Bad(
            result.problems().stream().map(it -> it.path() + ": " + it.what()).toList());
  }

  /// Opens values of records, as for a task that reads them.
  public Opened.Opener opener() {
    return keeping.keeper();
  }

  @Override
  public int httpPort() {
    return http.map(HttpServer::port).orElse(-1);
  }

  @Override
  public void close() {
    scope.close();
  }
}
