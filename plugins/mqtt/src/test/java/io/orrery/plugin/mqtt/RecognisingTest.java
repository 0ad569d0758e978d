package io.orrery.plugin.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testing.TestMemory;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecognisingTest {

  private static final boolean AGAIN = true;
  private static final boolean FIRST = false;

  private final TestMemory memory = new TestMemory();
  private final Recognising recognising = new Recognising("1 [t]", memory);

  private static Delivery delivery(int packetId, String payload, boolean again) {
    var bytes = payload.getBytes(StandardCharsets.UTF_8);
    return new Delivery("t", bytes, 1, false, Map.of(), packetId, again, () -> {});
  }

  @Test
  void a_message_is_known_by_its_number_and_content_when_the_broker_says_that_it_comes_again() {
    var key = recognising.key(delivery(7, "on", FIRST));
    assertThat(recognising.key(delivery(7, "on", AGAIN))).isEqualTo(key);
    assertThat(recognising.key(delivery(8, "on", AGAIN))).isNotEqualTo(key);
    assertThat(recognising.key(delivery(7, "off", AGAIN))).isNotEqualTo(key);
  }

  @Test
  void without_the_brokers_word_it_is_a_new_one_however_it_looks() {
    var first = recognising.key(delivery(7, "on", FIRST));
    var second = recognising.key(delivery(7, "on", FIRST));
    assertThat(second).isNotEqualTo(first);
    assertThat(recognising.key(delivery(7, "on", AGAIN))).isEqualTo(second);
    assertThat(recognising.key(delivery(0, "on", FIRST)))
        .isNotEqualTo(recognising.key(delivery(0, "on", FIRST)));
  }

  @Test
  void what_was_kept_is_known_after_a_crash_and_what_was_not_is_not() {
    var kept = recognising.key(delivery(7, "on", FIRST));
    recognising.keep();
    recognising.key(delivery(8, "off", FIRST));
    var after = new Recognising("1 [t]", memory);
    assertThat(after.key(delivery(7, "on", AGAIN))).isEqualTo(kept);
    assertThat(after.key(delivery(8, "off", AGAIN))).isNotEqualTo(kept);
    assertThat(after.isSubscribed()).isTrue();
    assertThat(new Recognising("2 [t]", memory).isSubscribed()).isFalse();
  }

  @Test
  void it_remembers_a_bounded_number_of_messages() {
    for (int i = 1; i <= 1_000; i++) {
      recognising.key(delivery(i, "x" + i, FIRST));
    }
    recognising.keep();
    assertThat(memory.values().toString()).hasSizeLessThan(5_000);
  }
}
