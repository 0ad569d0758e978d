package io.orrery.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.state.LogLevel;
import io.orrery.store.contract.Databases;
import io.orrery.store.contract.Samples;
import io.orrery.store.query.LogFilter;
import io.orrery.store.query.LogQueries.Cursor;
import io.orrery.store.vnode.Changes;
import io.orrery.store.vnode.VnodeStore.StoreUnavailable;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One file, one process, nothing lost.
final class SqliteFileTest {

  @TempDir Path directory;

  @Test
  void what_was_acknowledged_survives_a_kill_and_what_was_not_is_whole_or_absent()
      throws Exception {
    var victim = startVictim();
    int acknowledged;
    try (var said = victim.inputReader()) {
      acknowledged = lastOf(said, 250);
      assertThatThrownBy(() -> Database.open(Databases.sqlite(directory)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("in use by process " + victim.pid());
      victim
          .toHandle()
          .destroyForcibly(); // by the handle, since the process would close its output
      acknowledged = Math.max(acknowledged, lastOf(said, Integer.MAX_VALUE));
      victim.waitFor();
    }
    try (var database = Database.open(Databases.sqlite(directory))) {
      var store = new SqlVnodeStore(database);
      var logs = new SqlLogQueries(database);
      for (int number = 0; number < 3 * (acknowledged + 1); number++) {
        var id = Samples.id(number);
        assertThat(store.whole(id).orElseThrow().taskRuns()).hasSize(1);
        assertThat(logs.after(LogFilter.of(id, LogLevel.TRACE), Cursor.START, 2)).hasSize(1);
      }
      assertThat(store.load(Set.of(0, 1, 2, 3, 4, 5, 6, 7)).executions().size() % 3).isZero();
      // The lease of the dead process outlives it, but not a claim by the same node.
      var leases = new SqlLeaseStore(database);
      assertThat(leases.claim("other", Duration.ofMinutes(1))).isEmpty();
      assertThat(leases.claim("victim", Duration.ofMinutes(1))).isPresent();
    }
  }

  private Process startVictim() throws IOException {
    var classPath =
        Objects.requireNonNullElse(
            System.getProperty("surefire.test.class.path"), System.getProperty("java.class.path"));
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            classPath,
            CrashVictim.class.getName(),
            directory.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /// The last whole number said, when `target` was reached or the end came.
  private static int lastOf(BufferedReader said, int target) throws IOException {
    int last = -1;
    while (last < target) {
      var line = said.readLine();
      if (line == null || line.isEmpty()) {
        break;
      }
      last = Integer.parseInt(line);
    }
    return last;
  }

  @Test
  void a_second_opening_in_the_same_process_is_refused_until_the_first_is_closed() {
    var config = Databases.sqlite(directory);
    try (var first = Database.open(config)) {
      assertThat(first.vnodes()).isEqualTo(8);
      assertThatThrownBy(() -> Database.open(config))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(directory.resolve("orrery.db").toString())
          .hasMessageContaining("in use by process " + ProcessHandle.current().pid());
    }
    try (var again = Database.open(config.withVnodes(32))) {
      assertThat(again.vnodes()).as("fixed when it was made").isEqualTo(8);
    }
  }

  @Test
  void a_closed_database_leaves_one_file_and_its_lock() throws IOException {
    Database.open(Databases.sqlite(directory)).close();
    try (var files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("orrery.db", "orrery.db.lock");
    }
  }

  @Test
  void a_missing_directory_is_made() {
    var config = DatabaseConfig.parse("sqlite:" + directory.resolve("a/b/c.db"));
    try (var database = Database.open(config)) {
      assertThat(database.vnodes()).isEqualTo(DatabaseConfig.VNODES_DEFAULT);
    }
  }

  @Test
  void a_newer_schema_is_refused_with_both_numbers() {
    var config = Databases.sqlite(directory);
    try (var database = Database.open(config)) {
      database.write(s -> s.update("insert into schema_version (version) values (?)", 99));
    }
    assertThatThrownBy(() -> Database.open(config))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("version 99")
        .hasMessageContaining("up to " + Migrations.NEWEST);
  }

  @Test
  void a_full_disk_is_a_fault_that_may_pass() {
    try (var database = Database.open(Databases.sqlite(directory))) {
      var store = new SqlVnodeStore(database);
      var lease = new SqlLeaseStore(database).claim("here", Duration.ofMinutes(5)).orElseThrow();
      var pages = database.write(s -> s.first("pragma page_count", Row::integer)).orElseThrow();
      database.write(s -> s.first("pragma max_page_count = " + (pages + 2), Row::integer));
      var changes = new Changes();
      changes.insert(
          Samples.with(
              Samples.created(1), Map.of(), Map.of("big", "x".repeat(1_000_000)), Map.of()));
      assertThatThrownBy(() -> store.commit(lease, lease.vnodes(), changes))
          .isInstanceOf(StoreUnavailable.class);
      assertThat(store.whole(Samples.id(1))).isEmpty();
      // The limit went with the connection that failed: there is room now, and the same changes go
      // in.
      store.commit(lease, lease.vnodes(), changes);
      assertThat(store.whole(Samples.id(1))).isPresent();
    }
  }

  @Test
  void a_commit_writes_few_rows_and_little() throws IOException {
    int count = 2000;
    try (var database = Database.open(Databases.sqlite(directory))) {
      var store = new SqlVnodeStore(database);
      var lease = new SqlLeaseStore(database).claim("here", Duration.ofMinutes(5)).orElseThrow();
      long before =
          database.write(s -> s.first("select total_changes()", Row::number)).orElseThrow();
      StoreBench.singleTaskExecutions(store, lease, count, 100);
      long after =
          database.write(s -> s.first("select total_changes()", Row::number)).orElseThrow();
      int tickets = 2 * count / 100;
      assertThat(after - before - tickets).isLessThanOrEqualTo(6L * count);
    }
    assertThat(Files.size(directory.resolve("orrery.db"))).isLessThan(1500L * count);
  }

  @Test
  void outputs_of_one_task_are_found_without_reading_all_task_runs() {
    try (var database = Database.open(Databases.sqlite(directory))) {
      assertThat(plan(database, SqlVnodeStore.OUTPUTS_OF_TASK, "x", "t", "t"))
          .contains("task_run_outputs (execution_id=? AND task_id>? AND task_id<?)");
      assertThat(plan(database, SqlVnodeStore.OUTPUTS_OF_RUN, "x", "t", "p", "p"))
          .contains("task_run_outputs (execution_id=? AND task_id=? AND path>? AND path<?)");
    }
  }

  private static String plan(Database database, String sql, Object... parameters) {
    return database.read(
        s ->
            String.join(
                "\n",
                s.list(
                    "explain query plan " + sql,
                    row -> row.integer() + row.integer() + row.integer() + row.text(),
                    parameters)));
  }

  @Test
  void readers_cannot_write() {
    try (var database = Database.open(Databases.sqlite(directory))) {
      assertThatThrownBy(
              () -> database.read(s -> s.update("delete from kv where updated_at < ?", 0)))
          .isInstanceOf(RuntimeException.class);
    }
  }
}
