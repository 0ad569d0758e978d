package io.orrery.store.contract;

import static io.orrery.store.contract.Samples.id;

import io.orrery.engine.execution.Execution;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.store.lease.Lease;
import io.orrery.store.lease.LeaseStore;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.query.LogQueries;
import io.orrery.store.query.PageRequest;
import io.orrery.store.sql.Database;
import io.orrery.store.sql.DatabaseConfig;
import io.orrery.store.sql.SqlExecutionQueries;
import io.orrery.store.sql.SqlLeaseStore;
import io.orrery.store.sql.SqlLogQueries;
import io.orrery.store.sql.SqlVnodeStore;
import io.orrery.store.vnode.Changes;
import io.orrery.store.vnode.VnodeStore;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A fresh database of eight vnodes, all owned by one node, and the stores over it.
abstract class StoreContract {

  static final PageRequest FIRST = new PageRequest(1, 100, List.of());

  protected Database database;
  protected VnodeStore store;
  protected LeaseStore leases;
  protected ExecutionQueries executions;
  protected LogQueries logs;
  protected Lease lease;

  abstract DatabaseConfig fresh(Path directory);

  @BeforeEach
  void openDatabase(@TempDir Path directory) {
    database = Database.open(fresh(directory));
    store = new SqlVnodeStore(database);
    leases = new SqlLeaseStore(database);
    executions = new SqlExecutionQueries(database);
    logs = new SqlLogQueries(database);
    lease = leases.claim("here", Duration.ofMinutes(10)).orElseThrow();
  }

  @AfterEach
  void closeDatabase() {
    database.close();
  }

  Set<Integer> all() {
    return lease.vnodes();
  }

  void commit(Changes changes) {
    store.commit(lease, all(), changes);
  }

  int vnode(FlowId flow) {
    return VnodeStore.vnodeOf(flow, database.vnodes());
  }

  void commitOne(Execution execution) {
    var changes = new Changes();
    changes.insert(execution);
    commit(changes);
  }

  WholeExecution whole(ExecutionId id) {
    return store.whole(id).orElseThrow();
  }
}
