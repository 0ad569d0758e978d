package io.orrery.server.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.flow.TriggerDef.Webhook.RateLimit;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RateLimitsTest {

  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final RateLimit THREE_A_MINUTE = new RateLimit(3, Duration.ofMinutes(1));

  private final RateLimits limits = new RateLimits();

  private static TriggerId hook(String id) {
    return new TriggerId(new FlowId("team", "flow"), id);
  }

  private boolean passes(String hook, long seconds) {
    return limits.refused(hook(hook), THREE_A_MINUTE, START.plusSeconds(seconds)).isEmpty();
  }

  @Test
  void so_many_calls_pass_at_once_and_then_one_by_one() {
    assertThat(passes("a", 0)).isTrue();
    assertThat(passes("a", 0)).isTrue();
    assertThat(passes("a", 0)).isTrue();
    assertThat(passes("a", 1)).isFalse();
    assertThat(passes("a", 20)).isTrue();
    assertThat(passes("a", 21)).isFalse();
    assertThat(passes("a", 40)).isTrue();
  }

  @Test
  void who_is_refused_hears_how_long_to_wait() {
    for (int i = 0; i < 3; i++) {
      assertThat(passes("a", 0)).isTrue();
    }
    assertThat(limits.refused(hook("a"), THREE_A_MINUTE, START.plusSeconds(5)))
        .contains(Duration.ofSeconds(15));
  }

  @Test
  void one_webhook_does_not_count_for_another_and_a_new_limit_begins_anew() {
    for (int i = 0; i < 3; i++) {
      assertThat(passes("a", 0)).isTrue();
    }
    assertThat(passes("b", 0)).isTrue();
    assertThat(limits.refused(hook("a"), new RateLimit(1, Duration.ofHours(1)), START)).isEmpty();
  }

  @Test
  void a_clock_that_goes_back_gives_nothing_away() {
    for (int i = 0; i < 3; i++) {
      assertThat(passes("a", 100)).isTrue();
    }
    assertThat(passes("a", 0)).isFalse();
  }
}
