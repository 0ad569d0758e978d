package io.orrery.app.flows;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.execution.Execution;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import io.orrery.store.vnode.VnodeStore.StoreUnavailable;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The database goes away under a server that works, and comes back.
final class PostgresOutageTest extends HouseContract {

  @RegisterExtension static final PostgresServer SERVER = new PostgresServer();

  private static final int EXECUTIONS = 12;
  private static final int OUTAGE_EVERY = 3;

  @Override
  Optional<String> database() {
    return SERVER.database();
  }

  /// As when the database is restarted three times (Kestra issue 8356).
  @Test
  void every_execution_that_waits_for_its_place_ends_though_the_database_went_away_in_between()
      throws SQLException {
    house.deploy(
        flow(
            "child", "tasks: [{id: t, type: io.kestra.plugin.core.flow.Sleep, duration: PT0.05S}]"),
        flow(
            "one",
            """
            concurrency: {limit: 1, behavior: QUEUE}
            tasks:
              - {id: sub, type: io.kestra.plugin.core.flow.Subflow, namespace: test, flowId: child}
              - {id: s, type: io.kestra.plugin.scripts.shell.Commands, commands: ["true"]}
            """));
    var ids = new ArrayList<ExecutionId>();
    for (int n = 0; n < EXECUTIONS; n++) {
      ids.add(house.start("one", Map.of()));
    }
    for (int n = 0; n < EXECUTIONS; n++) {
      if (n % OUTAGE_EVERY == 0) {
        SERVER.disconnectAll();
      }
      assertThat(end(ids.get(n)).execution().state()).isEqualTo(State.SUCCESS);
    }
    assertThat(statesOf("one")).hasSize(EXECUTIONS).containsOnly(State.SUCCESS);
    assertThat(statesOf("child")).hasSize(EXECUTIONS).containsOnly(State.SUCCESS);
  }

  /// The test's own reading is cut off like everybody's.
  private WholeExecution end(ExecutionId id) {
    while (true) {
      try {
        return house.end(id);
      } catch (StoreUnavailable _) {
        Thread.onSpinWait();
      }
    }
  }

  private List<State> statesOf(String flow) {
    return house.executionsOf(flow).stream().map(Execution::state).toList();
  }
}
