package io.orrery.server;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.orrery.controller.Orchestrator;
import io.orrery.server.port.Descriptions;
import io.orrery.server.port.FlowParser;
import io.orrery.server.port.InputResolving;
import io.orrery.server.port.Readiness;
import io.orrery.storage.InternalStorage;
import io.orrery.store.flow.FlowStore;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.query.FlowQueries;
import io.orrery.store.query.KeyValues;
import io.orrery.store.query.LogQueries;
import io.orrery.store.query.TriggerQueries;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/// What the server stands on.
///
/// @param random for execution ids and incident numbers; shared by threads, so it must be safe for
///   that
public record Api(
    Orchestrator orchestrator,
    Reads reads,
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
      TriggerQueries triggers,
      KeyValues keyValues) {}

  /// What texts and values mean.
  public record Language(FlowParser flows, InputResolving inputs, Descriptions descriptions) {}

  /// How the process is run.
  public record Operation(String version, Readiness readiness, PrometheusMeterRegistry meters) {}
}
