package io.orrery.store.sql;

import static io.orrery.store.contract.Samples.FLOW;
import static io.orrery.store.contract.Samples.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.engine.trigger.SkipRange;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.LogLevel;
import io.orrery.store.contract.Databases;
import io.orrery.store.contract.Samples;
import io.orrery.store.lease.Lease;
import io.orrery.store.vnode.Changes;
import io.orrery.store.vnode.MetricRow;
import io.orrery.store.vnode.VnodeStore.StoreUnavailable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A turn fires a slot: its decision, the trigger's cursor and the execution are kept together or
/// not at all, whatever happens at whichever statement, and a second try makes nothing twice.
final class TurnFaultsTest {

  private static final String LANE = "schedule";

  /// Tables that a turn writes to, each with how many of its rows there are after the first turn.
  private static final Map<String, Integer> ROWS =
      Map.of(
          "execution", 1, "task_run", 2, "fire", 1, "skip_range", 1, "log_chunk", 1, "metric", 1);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_connection_that_breaks_at_any_message_leaves_all_of_a_turn_or_nothing(boolean delivered)
      throws Exception {
    var direct = (DatabaseConfig.Postgresql) Databases.postgresql();
    int port = java.net.URI.create(direct.url().replaceFirst("^jdbc:", "")).getPort();
    try (var wire = new FrailWire(port);
        var observer = Database.open(direct);
        var frail =
            Database.open(
                new DatabaseConfig.Postgresql(
                    direct.url().replace(":" + port + "/", ":" + wire.port() + "/"),
                    direct.user(),
                    direct.password(),
                    direct.connections(),
                    direct.statementTimeout(),
                    direct.vnodes()))) {
      var lease = new SqlLeaseStore(frail).claim("here", Duration.ofHours(1)).orElseThrow();
      var store = new SqlVnodeStore(frail);
      int turns = 0;
      boolean broke = true;
      for (int message = 0; broke; message++) {
        var turn = turn(++turns);
        wire.breakAfter(message, delivered);
        while (!commits(store, lease, turn)) {
          assertThat(rows(observer)).isIn(after(turns - 1), after(turns));
        }
        broke = wire.mend();
        assertThat(rows(observer)).isEqualTo(after(turns));
      }
      assertThat(turns).as("messages of a turn").isGreaterThan(3);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"40P01", "40001", "55P03", "57014"})
  void a_fault_that_may_pass_is_survived_at_any_statement(String code) {
    try (var database = Database.open(Databases.postgresql())) {
      var lease = new SqlLeaseStore(database).claim("here", Duration.ofHours(1)).orElseThrow();
      var store = new SqlVnodeStore(database);
      faultAtEachStatement(database, code);
      int turns = 0;
      boolean failed = true;
      for (int statement = 1; failed; statement++) {
        setFault(database, statement);
        var turn = turn(++turns);
        failed = !commits(store, lease, turn);
        if (failed) {
          assertThat(rows(database)).isEqualTo(after(turns - 1));
          assertThat(commits(store, lease, turn)).isTrue();
        }
        assertThat(rows(database)).isEqualTo(after(turns));
      }
      assertThat(turns).as("statements of a turn").isGreaterThan(ROWS.size());
    }
  }

  private static boolean commits(SqlVnodeStore store, Lease lease, Changes turn) {
    try {
      store.commit(lease, lease.vnodes(), turn);
      return true;
    } catch (StoreUnavailable e) {
      return false;
    }
  }

  /// The slot of the n-th second is fired, those between it and the one before are skipped.
  private static Changes turn(int n) {
    var trigger = new TriggerId(FLOW, "hourly");
    var slot = T0.plusSeconds(10L * n);
    var execution = Samples.created(n);
    var first = Samples.run(execution.id(), 0, "say", T0);
    var changes = new Changes();
    changes.insert(execution);
    changes.insert(first);
    changes.insert(Samples.run(execution.id(), 1, "say", T0));
    changes.put(Samples.trigger(FLOW, "hourly", slot.plusSeconds(10)));
    changes.add(Samples.fire(trigger, slot, execution.id()));
    changes.add(
        new SkipRange(
            trigger,
            LANE,
            slot.minusSeconds(9),
            slot.minusSeconds(1),
            9,
            Decision.SKIPPED_POLICY,
            Cause.STALL,
            "LAST",
            slot));
    changes.add(Samples.chunk(execution.id(), 0, Samples.line(T0, LogLevel.INFO, "turn " + n)));
    changes.add(new MetricRow(FLOW, first.id(), "say", "counter", "n", n, Map.of(), T0));
    return changes;
  }

  private static List<Integer> after(int turns) {
    return ROWS.values().stream().map(each -> each * turns).toList();
  }

  /// How many rows each table has, seen at one instant.
  private static List<Integer> rows(Database database) {
    var counts = ROWS.keySet().stream().map("(select count(*) from %s)::int"::formatted).toList();
    return database.read(
        session ->
            session
                .first("select " + String.join(", ", counts), TurnFaultsTest::integers)
                .orElseThrow());
  }

  private static List<Integer> integers(Row row) throws SQLException {
    var integers = new ArrayList<Integer>();
    for (int n = 0; n < ROWS.size(); n++) {
      integers.add(row.integer());
    }
    return integers;
  }

  /// Each statement that writes a turn draws a number that no rollback gives back; the one with the
  /// chosen number fails.
  private static void faultAtEachStatement(Database database, String code) {
    int _ =
        database.write(
            session -> {
              session.update("create sequence statement_number");
              session.update("create table fault (at bigint not null)");
              session.update("insert into fault values (0)");
              session.update(
                  """
                  create function fail_once() returns trigger language plpgsql as $$
                  begin
                    if nextval('statement_number') = (select at from fault) then
                      raise exception 'a fault at %', tg_table_name using errcode = '${code}';
                    end if;
                    return null;
                  end $$
                  """
                      .replace("${code}", code));
              for (var table : List.of("vnode", "trigger_state")) {
                watch(session, table);
              }
              for (var table : ROWS.keySet()) {
                watch(session, table);
              }
              return ROWS.size();
            });
  }

  private static void watch(Session session, String table) throws SQLException {
    session.update(
        "create trigger fail_once before insert or update or delete on %s execute function fail_once()"
            .formatted(table));
  }

  private static void setFault(Database database, int statement) {
    database.write(
        session -> {
          session.list("select setval('statement_number', 1, false)", Row::number);
          return session.update("update fault set at = ?", (long) statement);
        });
  }
}
