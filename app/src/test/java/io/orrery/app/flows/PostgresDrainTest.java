package io.orrery.app.flows;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.state.State;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

final class PostgresDrainTest extends DrainContract {

  @RegisterExtension static final PostgresServer SERVER = new PostgresServer();

  private final String url = SERVER.database().orElseThrow();

  @Override
  Optional<String> database() {
    return Optional.of(url);
  }

  @Test
  void a_second_server_gets_nothing_before_the_first_is_done(@TempDir Path elsewhere)
      throws Exception {
    house.deploy(
        flow(
            "long",
            "tasks:\n"
                + script()
                + "  - {id: after, type: io.kestra.plugin.core.log.Log, message: after}\n"));
    var id = begun("long");
    try (var second = new House(elsewhere, database())) {
      var draining = draining(house);
      awaitRenewal();
      awaitRenewal();
      go();
      assertThat(draining.get()).isZero();
      house.close();

      var end = second.end(id);
      assertThat(end.execution().state()).isEqualTo(State.SUCCESS);
      assertThat(end.taskRuns()).allMatch(run -> run.attempts().size() == 1);
      assertThat(second.logs(id)).contains("INFO after: after");
      assertThat(ledger()).hasSize(1);
    }
  }

  /// The heartbeat of the lease goes on.
  private void awaitRenewal() throws SQLException {
    try (var connection =
        DriverManager.getConnection("jdbc:" + url.replace("postgres@", ""), "postgres", "")) {
      var before = leaseUntil(connection);
      while (leaseUntil(connection) == before) {
        Thread.onSpinWait();
      }
    }
  }

  private static long leaseUntil(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("select min(lease_until) from vnode")) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }
}
