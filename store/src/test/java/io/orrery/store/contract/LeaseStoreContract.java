package io.orrery.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.store.lease.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/// What every LeaseStore promises. (One node, `here`, owns all vnodes at the start.)
abstract class LeaseStoreContract extends StoreContract {

  private static final Duration LONG = Duration.ofMinutes(10);

  @Test
  void the_first_claim_gets_every_vnode() {
    assertThat(leases.vnodes()).isEqualTo(8);
    assertThat(lease.vnodes()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(lease.node()).isEqualTo("here");
  }

  @Test
  void what_is_held_cannot_be_claimed_by_another() {
    assertThat(leases.claim("there", LONG)).isEmpty();
    assertThat(leases.renew(lease, LONG)).isTrue();
  }

  @Test
  void a_node_that_comes_back_takes_over_from_itself_at_a_later_epoch() {
    var again = leases.claim("here", LONG).orElseThrow();
    assertThat(again.vnodes()).isEqualTo(lease.vnodes());
    assertThat(again.epoch()).isGreaterThan(lease.epoch());
    assertThat(leases.renew(lease, LONG)).isFalse();
    assertThat(leases.renew(again, LONG)).isTrue();
  }

  @Test
  void a_lease_that_is_over_is_free() {
    assertThat(leases.renew(lease, Duration.ZERO)).isTrue();
    var theirs = leases.claim("there", LONG).orElseThrow();
    assertThat(theirs.vnodes()).isEqualTo(lease.vnodes());
    assertThat(theirs.epoch()).isGreaterThan(lease.epoch());
    assertThat(leases.renew(lease, LONG)).isFalse();
  }

  @Test
  void what_is_given_back_is_free_at_once_and_epochs_never_go_back() {
    leases.release(lease);
    var theirs = leases.claim("there", LONG).orElseThrow();
    assertThat(theirs.epoch()).isGreaterThan(lease.epoch());
    leases.release(theirs);
    assertThat(leases.claim("here", LONG).orElseThrow().epoch()).isGreaterThan(theirs.epoch());
  }

  @Test
  void a_part_may_be_given_back() {
    leases.release(new Lease(lease.node(), lease.epoch(), Set.of(2, 5)));
    var theirs = leases.claim("there", LONG).orElseThrow();
    assertThat(theirs.vnodes()).containsExactly(2, 5);
    var rest = new Lease(lease.node(), lease.epoch(), Set.of(0, 1, 3, 4, 6, 7));
    assertThat(leases.renew(lease, LONG)).isFalse();
    assertThat(leases.renew(rest, LONG)).isTrue();
  }

  @Test
  void giving_back_what_another_has_by_now_changes_nothing() {
    leases.renew(lease, Duration.ZERO);
    var theirs = leases.claim("there", LONG).orElseThrow();
    leases.release(lease);
    assertThat(leases.renew(theirs, LONG)).isTrue();
    assertThat(leases.claim("third", LONG)).isEmpty();
  }

  @Test
  void claims_at_the_same_time_share_without_overlap() throws Exception {
    leases.release(lease);
    var claims = new ConcurrentLinkedQueue<Lease>();
    var threads = new ArrayList<Thread>();
    for (int n = 0; n < 6; n++) {
      var node = "node" + n;
      threads.add(Thread.ofPlatform().start(() -> leases.claim(node, LONG).ifPresent(claims::add)));
    }
    for (var thread : threads) {
      thread.join();
    }
    assertThat(claims).hasSize(1);
    assertThat(claims.element().vnodes()).hasSize(8);
  }
}
