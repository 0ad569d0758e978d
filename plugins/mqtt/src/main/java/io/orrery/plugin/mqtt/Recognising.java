package io.orrery.plugin.mqtt;

import io.orrery.plugin.api.Memory;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/// Which messages were handed on already, though the broker does not know that.
///
/// MQTT has no number of a message that lasts. But a broker delivers a message again under the same
/// number and says so; and what it may deliver again is among the last that it delivered. So the
/// last ones are remembered, with their numbers and what they hold. A message is the same when the
/// broker says that it may be, and number and content are.
final class Recognising {

  private static final String COUNT = "count";
  private static final String LAST = "last";
  private static final String SUBSCRIBED = "subscribed";
  private static final int LAST_MAX = 100;

  /// @param number of the message among all that were handed on
  private record Known(int packetId, String digest, long number) {}

  private final Memory memory;
  private final String subscription;
  private final Deque<Known> last = new ArrayDeque<>();
  private long count;

  /// @param subscription what we ask the broker for, as a text
  Recognising(String subscription, Memory memory) {
    this.subscription = subscription;
    this.memory = memory;
    if (memory.values().get(COUNT) instanceof Number number) {
      count = number.longValue();
    }
    if (memory.values().get(LAST) instanceof List<?> kept) {
      kept.forEach(each -> last.add(known(String.valueOf(each))));
    }
  }

  /// Whether a session that the broker knows has this subscription for sure. To subscribe once more
  /// would bring all that the broker retains a second time.
  boolean isSubscribed() {
    return subscription.equals(memory.values().get(SUBSCRIBED));
  }

  /// The name of a message: that of an earlier one when it is the same.
  String key(Delivery delivery) {
    var digest = digest(delivery);
    if (delivery.again()) {
      for (var known : last) {
        if (known.packetId() == delivery.packetId() && known.digest().equals(digest)) {
          return name(known);
        }
      }
    }
    var known = new Known(delivery.packetId(), digest, count++);
    if (delivery.packetId() > 0) {
      last.removeIf(each -> each.packetId() == known.packetId());
      last.addLast(known);
      if (last.size() > LAST_MAX) {
        last.removeFirst();
      }
    }
    return name(known);
  }

  /// Before the messages are handed on.
  void keep() {
    var kept = new ArrayList<Object>();
    last.forEach(known -> kept.add(known.packetId() + " " + known.digest() + " " + known.number()));
    memory.keep(Map.of(COUNT, count, LAST, kept, SUBSCRIBED, subscription));
  }

  private static Known known(String text) {
    var parts = text.split(" ", 3);
    return new Known(Integer.parseInt(parts[0]), parts[1], Long.parseLong(parts[2]));
  }

  private static String name(Known known) {
    return known.number() + "-" + known.digest();
  }

  private static String digest(Delivery delivery) {
    try {
      var sha = MessageDigest.getInstance("SHA-256");
      sha.update(delivery.topic().getBytes(StandardCharsets.UTF_8));
      sha.update((byte) 0);
      sha.update(delivery.payload());
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(Arrays.copyOf(sha.digest(), 12));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
