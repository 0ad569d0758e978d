package io.orrery.app.wiring;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.orrery.app.command.Instance;
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
import io.orrery.controller.ledger.LedgerUpkeep;
import io.orrery.controller.space.SpaceAnswers;
import io.orrery.controller.space.Spaces;
import io.orrery.controller.turn.Loops;
import io.orrery.controller.turn.Mailbox;
import io.orrery.controller.turn.OutputsReader;
import io.orrery.controller.turn.Pacing;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.PluginDefault;
import io.orrery.model.kept.Keeping;
import io.orrery.model.kept.Opened;
import io.orrery.model.problem.Parsed;
import io.orrery.server.Api;
import io.orrery.server.HttpServer;
import io.orrery.server.operation.TriggerMeters;
import io.orrery.storage.InternalStorage;
import io.orrery.storage.LocalStorage;
import io.orrery.storage.LocalStorage.Durability;
import io.orrery.storage.ValueShelf;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.query.FlowQueries;
import io.orrery.store.query.KeyValues;
import io.orrery.store.query.LogQueries;
import io.orrery.store.query.TriggerQueries;
import io.orrery.store.sql.Database;
import io.orrery.store.sql.SqlPurges;
import io.orrery.worker.Worker;
import io.orrery.worker.WorkerConfig;
import io.orrery.worker.context.ContextServices;
import io.orrery.worker.context.LocalFiles;
import io.orrery.worker.context.Secrets;
import io.orrery.worker.context.Sources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.LoggerFactory;

/// One controller that owns all vnodes and one worker beside it: everything in one process. Read
/// [#open] from top to bottom.
public final class EmbeddedServer implements Instance {

  private static final int EVALUATION_THREADS_MIN = 2;

  private final Scope scope;
  private final Stores stores;
  private final InternalStorage storage;
  private final Language language;
  private final FlowInputs inputs;
  private final Keeping keeping;
  private final Controller controller;
  private final Worker worker;
  private final Standing standing;
  private final Optional<HttpServer> http;

  /// Of a flow's source that is kept compiled: what it costs is some forty bytes a character, and
  /// an eighth of the heap may go to that.
  private static final int HEAP_BYTES_PER_CHARACTER = 8 * 40;

  private EmbeddedServer(
      Scope scope,
      Stores stores,
      InternalStorage storage,
      Language language,
      FlowInputs inputs,
      Keeping keeping,
      Controller controller,
      Worker worker,
      Standing standing,
      Optional<HttpServer> http) {
    this.scope = scope;
    this.stores = stores;
    this.storage = storage;
    this.language = language;
    this.inputs = inputs;
    this.keeping = keeping;
    this.controller = controller;
    this.worker = worker;
    this.standing = standing;
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
    var databaseConfig = Databases.named(config.database());
    var database = scope.own(Database.open(databaseConfig));
    var stores = Stores.over(database);
    var standing = new Standing(stores);
    var storage = storage(config);

    var purges = new SqlPurges(database);
    var meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    var triggerMeters = new TriggerMeters(meters, stores.ledger(), clock);

    var sealing = new AesSealing(Identity.key(config));
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
                    new Housekeeping.Stores(stores.executions(), stores.logs(), purges, storage),
                    flows,
                    rules::join),
                facts,
                clock));

    var secrets = Secrets.of(environment, LoggerFactory.getLogger(Secrets.class));
    var sources =
        new Sources(endpoint, storage, new LocalFiles(config.localFiles()), secrets, clock);
    var around = Around.of(config, environment, spaces);
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
                    config.worker().evaluationTimeout(),
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
                    Databases.leaseTtl(databaseConfig),
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
                        new MeteredStore(stores.vnodes(), triggerMeters),
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
                        new Pacing(
                            () -> Duration.ofNanos(System.nanoTime()),
                            config.recovery().perSecond(),
                            config.recovery().perSecondOfNamespace()),
                        watching::changed)));
    var upkeep = scope.own(Upkeep.start(spaces, stores.keyValues(), flows, databaseConfig, clock));
    upkeep.ledger(
        new LedgerUpkeep(
            new LedgerUpkeep.Parts(stores.ledger(), purges, mailbox, config.ledgerKept(), clock)),
        triggerMeters::healed);
    var ledger = stores.answers(flows, config, clock);
    // Closed before the controller too: what it has finished is still taken then.
    scope.own(worker);
    var http =
        config
            .http()
            .map(
                listen ->
                    scope.own(
                        HttpServer.open(
                            Listening.of(config, listen),
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
                                new Api.OfLedger(ledger, stores.ledger(), purges),
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
                                new Api.Operation(version(), standing, meters),
                                clock,
                                random))));
    return new EmbeddedServer(
        scope, stores, storage, language, inputs, keeping, controller, worker, standing, http);
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

  private static LocalStorage storage(ServerConfig config) {
    try {
      return LocalStorage.open(config.storage(), Durability.POWER_CUT);
    } catch (IOException e) {
      throw new UncheckedIOException("the storage " + config.storage() + " cannot be opened", e);
    }
  }

  @Override
  public int drain(Duration atMost) throws InterruptedException {
    standing.stop();
    return worker.drain(atMost);
  }

  @Override
  public int underWay() {
    return worker.underWay();
  }

  @Override
  public void hurry() {
    worker.hurry();
  }

  @Override
  public Orchestrator orchestrator() {
    return controller;
  }

  @Override
  public FlowQueries flows() {
    return stores.flows();
  }

  public TriggerQueries triggers() {
    return stores.triggers();
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
