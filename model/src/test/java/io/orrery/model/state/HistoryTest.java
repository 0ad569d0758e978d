package io.orrery.model.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class HistoryTest {

  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void the_same_state_twice_is_one() {
    var history = History.of(State.CREATED, T0).then(State.RUNNING, T0.plusSeconds(1));
    assertThat(history.then(State.RUNNING, T0.plusSeconds(2))).isSameAs(history);
  }

  @Test
  void a_clock_that_is_set_back_does_not_set_the_history_back() {
    var history =
        History.of(State.CREATED, T0)
            .then(State.RUNNING, T0.plusSeconds(10))
            .then(State.SUCCESS, T0.minusSeconds(3600));
    assertThat(history.currentSince()).isEqualTo(T0.plusSeconds(10));
    assertThat(history.endedAt()).contains(T0.plusSeconds(10));
  }

  @Test
  void a_long_history_keeps_its_ends() {
    var history = History.of(State.CREATED, T0);
    for (int i = 1; i <= 500; i++) {
      history = history.then(i % 2 == 0 ? State.PAUSED : State.RUNNING, T0.plusSeconds(i));
    }
    assertThat(history.changes()).hasSize(History.LENGTH_MAX);
    assertThat(history.startedAt()).isEqualTo(T0);
    assertThat(history.currentSince()).isEqualTo(T0.plusSeconds(500));
  }
}
