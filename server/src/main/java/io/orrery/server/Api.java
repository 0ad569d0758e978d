package io.orrery.server;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.orrery.controller.Orchestrator;
import io.orrery.controller.Webhooks;
import io.orrery.controller.evaluation.Sealing;
import io.orrery.controller.ledger.Ledger;
import io.orrery.controller.space.Spaces;
import io.orrery.server.port.Descriptions;
import io.orrery.server.port.FlowParser;
import io.orrery.server.port.InputResolving;
import io.orrery.server.port.Readiness;
import io.orrery.storage.InternalStorage;
import io.orrery.store.flow.FlowStore;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.query.FlowQueries;
import io.orrery.store.query.KeyValues;
import io.orrery.store.query.LedgerQueries;
import io.orrery.store.query.LogQueries;
import io.orrery.store.query.MetricQueries;
import io.orrery.store.query.Purges;
import io.orrery.store.query.TriggerQueries;
import io.orrery.store.space.NamespaceFiles;
import io.orrery.store.space.Namespaces;
import io.orrery.store.space.Secrets;
import java.time.InstantSource;
import java.util.List;
import java.util.random.RandomGenerator;

/// What the server stands on.
///
/// @param random for execution ids and incident numbers; shared by threads, so it must be safe for
///   that
public record Api(
    Orchestrator orchestrator,
    Reads reads,
    OfLedger ledger,
    Space space,
    InternalStorage storage,
    Language language,
    Operation operation,
    InstantSource clock,
    RandomGenerator random) {

  /// What was remembered.
  public record Reads(
      FlowStore flows,
      FlowQueries flowLists,
      ExecutionQueries executions,
      LogQueries logs,
      MetricQueries metrics,
      TriggerQueries triggers,
      KeyValues keyValues) {}

  /// What became of the slots of triggers; and what is only ever appended, and may be deleted.
  public record OfLedger(Ledger answers, LedgerQueries lines, Purges purges) {}

  /// What belongs to namespaces.
  ///
  /// @param environmentSecrets names of the secrets that every namespace has from the environment
  /// @param changed told after a definition was changed
  public record Space(
      Namespaces definitions,
      NamespaceFiles files,
      Secrets secrets,
      Spaces meaning,
      Sealing sealing,
      List<String> environmentSecrets,
      Runnable changed) {}

  /// What texts and values mean.
  public record Language(
      FlowParser flows, InputResolving inputs, Descriptions descriptions, Webhooks webhooks) {}

  /// How the process is run.
  public record Operation(String version, Readiness readiness, PrometheusMeterRegistry meters) {}
}
