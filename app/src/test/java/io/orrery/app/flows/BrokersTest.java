package io.orrery.app.flows;

import static org.assertj.core.api.Assertions.assertThat;

import io.moquette.broker.Server;
import io.moquette.broker.config.MemoryConfig;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Flows that databases and brokers start, from the source to the execution and back.
class BrokersTest extends HouseContract {

  @TempDir Path place;

  private List<String> said(String flow, int many) {
    house.awaitExecutions(flow, many);
    return house.executionsOf(flow).stream()
        .map(it -> String.valueOf(House.only(house.end(it.id()), "t").outputs().get("value")))
        .sorted()
        .toList();
  }

  private String shop() {
    return "jdbc:sqlite:" + place.resolve("shop.db");
  }

  private void shop(String sql) throws SQLException {
    try (var connection = DriverManager.getConnection(shop());
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void each_row_becomes_one_execution_also_across_restarts() throws SQLException {
    shop("create table orders (id integer primary key, seen integer default 0)");
    house.deploy(
        flow(
            "rows",
            """
            tasks:
              - {id: t, type: io.kestra.plugin.core.debug.Return, format: "{{ trigger.row.id }}"}
            triggers:
              - id: ask
                type: io.kestra.plugin.jdbc.sqlite.Trigger
                interval: PT0.05S
                allowConcurrent: true
                url: %s
                sql: select id from orders where seen = 0 order by id
                fetchType: FETCH_ONE
                afterSQL: update orders set seen = 1 where id = {{ trigger.row.id }}
            """
                .formatted(shop())));
    for (int id = 1; id <= 4; id++) {
      shop("insert into orders (id) values (" + id + ")");
      if (id % 2 == 0) {
        house.restart();
      }
    }
    assertThat(said("rows", 4)).containsExactly("1", "2", "3", "4");
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static Server broker(int port, Path place) throws IOException {
    var properties = new Properties();
    properties.setProperty("host", "127.0.0.1");
    properties.setProperty("port", String.valueOf(port));
    properties.setProperty("websocket_port", "disabled");
    properties.setProperty("allow_anonymous", "true");
    properties.setProperty("telemetry_enabled", "false");
    properties.setProperty("persistence_enabled", "false");
    properties.setProperty("data_path", place.toString());
    var server = new Server();
    server.startServer(new MemoryConfig(properties));
    return server;
  }

  private static final TriggerId LISTEN = new TriggerId(new FlowId("test", "heard"), "listen");

  private static boolean isConnected(TriggerState state) {
    return state.evaluation().flatMap(it -> it.disconnectedSince()).isEmpty();
  }

  @Test
  void a_flow_publishes_and_another_one_hears_it_also_after_the_broker_was_away()
      throws IOException {
    int port = freePort();
    var broker = broker(port, place);
    try {
      var server = "server: tcp://127.0.0.1:" + port + "\nversion: V3\ntopic: t\n";
      house.deploy(
          flow(
              "heard",
              """
              tasks:
                - {id: t, type: io.kestra.plugin.core.debug.Return, format: "{{ trigger.payload.n }}"}
              triggers:
                - id: listen
                  type: io.kestra.plugin.mqtt.RealtimeTrigger
                  clientId: listener
              """
                  + server.indent(4)),
          flow(
              "says",
              """
              inputs: [{id: n, type: INT}]
              tasks:
                - id: say
                  type: io.kestra.plugin.mqtt.Publish
                  clientId: speaker
                  retain: true
                  from: {n: "{{ inputs.n }}"}
              """
                  + server.indent(4)));
      say(1);
      assertThat(said("heard", 1)).containsExactly("1");
      broker.stopServer();
      house.awaitTrigger(LISTEN, state -> !isConnected(state));
      broker = broker(port, place);
      house.awaitTrigger(LISTEN, BrokersTest::isConnected);
      say(2);
      assertThat(said("heard", 2)).containsExactly("1", "2");
    } finally {
      broker.stopServer();
    }
  }

  private void say(int n) {
    house.end(house.start("says", java.util.Map.of("n", n)));
  }
}
