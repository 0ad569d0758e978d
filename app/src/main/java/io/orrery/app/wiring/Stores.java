package io.orrery.app.wiring;

import io.orrery.app.config.ServerConfig;
import io.orrery.controller.flow.Flows;
import io.orrery.controller.ledger.Ledger;
import io.orrery.store.sql.Database;
import io.orrery.store.sql.SqlExecutionQueries;
import io.orrery.store.sql.SqlFlowStore;
import io.orrery.store.sql.SqlKeyValues;
import io.orrery.store.sql.SqlLeaseStore;
import io.orrery.store.sql.SqlLedgerQueries;
import io.orrery.store.sql.SqlLogQueries;
import io.orrery.store.sql.SqlMetricQueries;
import io.orrery.store.sql.SqlNamespaceFiles;
import io.orrery.store.sql.SqlNamespaces;
import io.orrery.store.sql.SqlSecrets;
import io.orrery.store.sql.SqlTriggerQueries;
import io.orrery.store.sql.SqlVnodeStore;
import java.time.InstantSource;

/// What remembers.
record Stores(
    SqlVnodeStore vnodes,
    SqlLeaseStore leases,
    SqlFlowStore flows,
    SqlExecutionQueries executions,
    SqlLogQueries logs,
    SqlMetricQueries metrics,
    SqlTriggerQueries triggers,
    SqlLedgerQueries ledger,
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
        new SqlLedgerQueries(database),
        new SqlKeyValues(database),
        new SqlNamespaces(database),
        new SqlNamespaceFiles(database),
        new SqlSecrets(database));
  }

  /// What answers questions about slots.
  Ledger answers(Flows known, ServerConfig config, InstantSource clock) {
    return new Ledger(
        new Ledger.Parts(
            ledger, triggers, executions, flows, known, config.zone(), config.ledgerKept(), clock));
  }
}
