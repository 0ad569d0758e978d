package io.orrery.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.store.contract.Databases;
import io.orrery.store.contract.Samples;
import io.orrery.store.vnode.Changes;
import io.orrery.store.vnode.VnodeStore.LeaseLost;
import io.orrery.store.vnode.VnodeStore.StoreUnavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What only a server with several clients shows.
final class PostgresServerTest {

  @Test
  void a_lost_connection_is_a_fault_that_may_pass() {
    try (var database = Database.open(Databases.postgresql())) {
      assertThatThrownBy(
              () ->
                  database.write(
                      s ->
                          s.first(
                              "select 1 where pg_terminate_backend(pg_backend_pid())",
                              Row::integer)))
          .isInstanceOf(StoreUnavailable.class);
      Optional<Integer> next = database.write(s -> s.first("select 1", Row::integer));
      assertThat(next).contains(1);
    }
  }

  @Test
  void a_statement_that_takes_too_long_is_given_up() {
    var config = (DatabaseConfig.Postgresql) Databases.postgresql();
    var impatient =
        new DatabaseConfig.Postgresql(
            config.url(), config.user(), config.password(), 2, Duration.ofMillis(100), 8);
    try (var database = Database.open(impatient)) {
      assertThatThrownBy(
              () -> database.read(s -> s.first("select 1 from pg_sleep(30)", Row::integer)))
          .isInstanceOf(StoreUnavailable.class);
    }
  }

  @Test
  void controllers_that_start_together_make_one_schema() throws Exception {
    var config = Databases.postgresql();
    var vnodes = Collections.synchronizedList(new ArrayList<Integer>());
    var threads = new ArrayList<Thread>();
    for (int n = 0; n < 4; n++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try (var database = Database.open(config)) {
                      vnodes.add(database.vnodes());
                    }
                  }));
    }
    for (var thread : threads) {
      thread.join();
    }
    assertThat(vnodes).isEqualTo(List.of(8, 8, 8, 8));
  }

  @Test
  void a_claim_waits_for_a_commit_that_has_passed_the_fence() throws Exception {
    var config = Databases.postgresql();
    try (var ours = Database.open(config);
        var theirs = Database.open(config)) {
      var lease = new SqlLeaseStore(ours).claim("here", Duration.ZERO).orElseThrow();
      var store = new SqlVnodeStore(ours);
      var other = new SqlLeaseStore(theirs);
      for (int n = 0; n < 50; n++) {
        int number = n;
        var claimer = Thread.ofPlatform().start(() -> other.claim("there" + number, Duration.ZERO));
        boolean committed = true;
        try {
          var changes = new Changes();
          changes.insert(Samples.created(number));
          store.commit(lease, lease.vnodes(), changes);
        } catch (LeaseLost e) {
          committed = false;
        }
        claimer.join();
        assertThat(store.whole(Samples.id(number)).isPresent()).isEqualTo(committed);
        lease = new SqlLeaseStore(ours).claim("here", Duration.ZERO).orElseThrow();
      }
    }
  }
}
