package io.orrery.plugin.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresTest extends JdbcContract {

  private EmbeddedPostgres server;

  @BeforeAll
  void start() throws IOException {
    server = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  void stop() throws IOException {
    server.close();
  }

  @AfterEach
  void empty() throws Exception {
    queries("drop table if exists orders; drop table if exists t");
  }

  @Override
  String name() {
    return "postgresql";
  }

  @Override
  Map<String, Object> database() {
    return Map.of(
        "url", "jdbc:postgresql://localhost:" + server.getPort() + "/postgres",
        "username", "postgres",
        "password", "{{ secret('PASSWORD') }}");
  }

  @Override
  String endless() {
    return "select pg_sleep(3600)";
  }

  @Test
  void cells_of_its_own_types_become_what_flows_know() throws Exception {
    queries(
        "create table t (ts timestamp, tz timestamptz, d date, ti time, n numeric, j jsonb, a"
            + " text[], i interval, u uuid, b bytea, x point)",
        "transaction",
        false);
    query(
        "insert into t values ('2026-03-01 10:15', '2026-03-01 10:15+00', '2026-03-01', '10:15',"
            + " 1.50, :json, '{a,NULL,c}', '1 day 2 hours', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',"
            + " '\\x0102', '(1,2)')",
        "parameters",
        Map.of("json", Map.of("k", List.of(1, 2.5))));
    var row = query("select * from t", "fetchOne", true, "timeZoneId", "Europe/Paris").get("row");
    var expected = new LinkedHashMap<String, @Nullable Object>();
    expected.put("ts", "2026-03-01T10:15");
    expected.put("tz", "2026-03-01T11:15+01:00[Europe/Paris]");
    expected.put("d", "2026-03-01");
    expected.put("ti", "10:15");
    expected.put("n", new BigDecimal("1.50"));
    expected.put("j", Map.of("k", List.of(1, new BigDecimal("2.5"))));
    expected.put("a", java.util.Arrays.asList("a", null, "c"));
    expected.put("i", "P0Y0M1DT2H0M0S");
    expected.put("u", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");
    expected.put("b", "AQI=");
    expected.put("x", "(1.0,2.0)");
    assertThat(row).isEqualTo(expected);
  }

  @Test
  void what_cannot_be_in_a_transaction_runs_without_one() throws Exception {
    query("vacuum orders");
    assertThatThrownBy(() -> query("vacuum orders", "afterSQL", "select 1"))
        .hasMessageContaining("transaction block");
  }

  @Test
  void a_server_that_is_away_is_told_of() {
    assertThatThrownBy(() -> query("select 1", "url", "jdbc:postgresql://localhost:1/x"))
        .hasMessageContaining("refused");
  }
}
