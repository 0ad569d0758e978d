package io.orrery.server;

import io.micrometer.core.instrument.Gauge;
import io.orrery.server.execution.ExecutionActions;
import io.orrery.server.execution.ExecutionBulk;
import io.orrery.server.execution.ExecutionDeeds;
import io.orrery.server.execution.ExecutionExports;
import io.orrery.server.execution.ExecutionFiles;
import io.orrery.server.execution.ExecutionFollow;
import io.orrery.server.execution.ExecutionHistogram;
import io.orrery.server.execution.ExecutionReads;
import io.orrery.server.execution.ExecutionReplays;
import io.orrery.server.execution.ExecutionStarts;
import io.orrery.server.execution.ExpressionResource;
import io.orrery.server.execution.WebhookResource;
import io.orrery.server.flow.FlowBulk;
import io.orrery.server.flow.FlowChecks;
import io.orrery.server.flow.FlowCompletion;
import io.orrery.server.flow.FlowNeighbours;
import io.orrery.server.flow.FlowReads;
import io.orrery.server.flow.FlowRevisions;
import io.orrery.server.flow.FlowWrites;
import io.orrery.server.graph.Graphs;
import io.orrery.server.http.HttpConfig;
import io.orrery.server.http.Listener;
import io.orrery.server.http.Route;
import io.orrery.server.kv.KeyValueLists;
import io.orrery.server.kv.KeyValueResource;
import io.orrery.server.limit.ConcurrencyLimits;
import io.orrery.server.log.Logs;
import io.orrery.server.metric.Metrics;
import io.orrery.server.operation.About;
import io.orrery.server.operation.Health;
import io.orrery.server.operation.Meters;
import io.orrery.server.page.Page;
import io.orrery.server.plugin.Plugins;
import io.orrery.server.space.FileSpace;
import io.orrery.server.space.FlowsInZip;
import io.orrery.server.space.NamespaceFileResource;
import io.orrery.server.space.NamespaceResource;
import io.orrery.server.space.SecretResource;
import io.orrery.server.trigger.BackfillResource;
import io.orrery.server.trigger.ForecastResource;
import io.orrery.server.trigger.SlotResource;
import io.orrery.server.trigger.TriggerDeeds;
import io.orrery.server.trigger.Triggers;
import java.util.List;
import java.util.stream.Stream;

/// The HTTP server: every route, wired, behind one socket.
public final class HttpServer implements AutoCloseable {
  private final Listener listener;
  private final Meters meters;

  private HttpServer(Listener listener, Meters meters) {
    this.listener = listener;
    this.meters = meters;
  }

  /// Binds and serves at once.
  ///
  /// @throws java.io.UncheckedIOException when the address cannot be bound
  public static HttpServer open(HttpConfig config, Api api) {
    var meters = new Meters(api.operation().meters());
    var listener =
        Listener.open(config, routes(config, api, meters), Refusals::faultOf, meters, api.random());
    Gauge.builder("http.server.streams", listener, Listener::openStreams)
        .description("Event streams that are open")
        .register(api.operation().meters());
    return new HttpServer(listener, meters);
  }

  /// The port that is bound; the one that the system chose when 0 was asked for.
  public int port() {
    return listener.port();
  }

  /// Event streams that are open now.
  public int openStreams() {
    return listener.openStreams();
  }

  @Override
  public void close() {
    listener.close();
    meters.close();
  }

  private static List<Route> routes(HttpConfig config, Api api, Meters meters) {
    return Stream.of(
            flows(api),
            executions(config, api),
            new Logs(
                    api.reads().logs(),
                    api.reads().executions(),
                    api.orchestrator(),
                    config,
                    api.clock(),
                    api.ledger().purges())
                .routes(),
            new ConcurrencyLimits(api.orchestrator(), api.reads().flows(), api.reads().executions())
                .routes(),
            new Metrics(api.reads().metrics(), api.clock()).routes(),
            triggers(api),
            namespaces(api),
            new Health(api.operation().readiness()).routes(),
            meters.routes(),
            new Plugins(api.language().descriptions(), api.operation().version()).routes(),
            new About(api.operation().version(), config).routes(),
            new Page().routes())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Route> flows(Api api) {
    var reads = api.reads();
    var parser = api.language().flows();
    return Stream.of(
            new FlowReads(reads.flows(), reads.flowLists(), api.orchestrator(), parser).routes(),
            new FlowRevisions(api.orchestrator(), reads.flows(), parser).routes(),
            new FlowBulk(api.orchestrator(), reads.flows(), parser).routes(),
            new FlowNeighbours(reads.flows()).routes(),
            new FlowCompletion(api.language().descriptions()).routes(),
            new FlowWrites(api.orchestrator(), reads.flows(), parser, api.clock()).routes(),
            new FlowChecks(reads.flows(), parser, api.language().descriptions()).routes(),
            new Graphs(
                    api.orchestrator(), reads.executions(), reads.triggers(), parser, api.clock())
                .routes())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Route> triggers(Api api) {
    var reads = api.reads();
    var backfills =
        new BackfillResource(api.orchestrator(), reads.triggers(), api.clock(), api.random());
    return Stream.of(
            new Triggers(api.orchestrator(), reads.triggers(), reads.flows(), backfills).routes(),
            backfills.routes(),
            new TriggerDeeds(api.orchestrator(), reads.triggers(), api.clock()).routes(),
            new SlotResource(api.ledger().answers(), api.ledger().lines(), api.clock()).routes(),
            new ForecastResource(api.ledger().answers(), reads.triggers(), api.clock()).routes())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Route> namespaces(Api api) {
    var reads = api.reads();
    var space = api.space();
    return Stream.of(
            new KeyValueResource(reads.keyValues(), api.clock()).routes(),
            new KeyValueLists(reads.keyValues(), api.clock()).routes(),
            new NamespaceResource(space, reads, api.clock()).routes(),
            new SecretResource(space, api.clock()).routes(),
            new NamespaceFileResource(
                    new FileSpace(space.files(), api.storage(), api.clock()),
                    new FlowsInZip(api.orchestrator(), reads.flows(), api.language().flows()))
                .routes())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Route> executions(HttpConfig config, Api api) {
    var orchestrator = api.orchestrator();
    var executions = api.reads().executions();
    var inputs = api.language().inputs();
    var clock = api.clock();
    var starts =
        new ExecutionStarts(
            orchestrator, executions, inputs, api.storage(), config, clock, api.random());
    return Stream.of(
            starts.routes(),
            new WebhookResource(
                    orchestrator,
                    executions,
                    api.language().webhooks(),
                    api.storage(),
                    config,
                    clock,
                    api.random())
                .routes(),
            new ExecutionReads(executions, api.reads().flows(), clock).routes(),
            new ExecutionHistogram(executions, clock).routes(),
            new ExecutionExports(executions, clock).routes(),
            new ExpressionResource(orchestrator).routes(),
            new ExecutionActions(orchestrator, executions, inputs, api.storage(), clock).routes(),
            new ExecutionDeeds(orchestrator, clock).routes(),
            new ExecutionReplays(
                    orchestrator, executions, inputs, api.storage(), clock, api.random())
                .routes(),
            new ExecutionBulk(orchestrator, executions, inputs, api.storage(), clock).routes(),
            new ExecutionFollow(orchestrator, executions, config, clock).routes(),
            new ExecutionFiles(executions, api.storage()).routes())
        .flatMap(List::stream)
        .map(starts::orStart)
        .toList();
  }
}
