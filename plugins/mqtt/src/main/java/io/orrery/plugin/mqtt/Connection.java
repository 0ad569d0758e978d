package io.orrery.plugin.mqtt;

import com.hivemq.client.mqtt.lifecycle.MqttClientDisconnectedContext;
import com.hivemq.client.mqtt.lifecycle.MqttDisconnectSource;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What becomes of a connection, told by threads of the client's and asked for by ours.
final class Connection {

  /// News of it.
  sealed interface News {
    record Connected() implements News {}

    record Lost(String why) implements News {}
  }

  private static final long DELAY_MAX_MS = 10_000;

  private final Queue<News> news = new ArrayDeque<>();
  private boolean wasThere;
  private boolean isThere;
  private boolean over;

  synchronized void connected() {
    wasThere = true;
    isThere = true;
    news.add(new News.Connected());
  }

  /// The first connection is tried once; a later one until it is there again.
  synchronized void lost(MqttClientDisconnectedContext context) {
    if (over || !wasThere || context.getSource() == MqttDisconnectSource.USER) {
      return;
    }
    if (isThere) {
      isThere = false;
      news.add(new News.Lost(why(context.getCause())));
    }
    var reconnector = context.getReconnector();
    long delay = 250L << Math.min(reconnector.getAttempts(), 6);
    reconnector.reconnect(true).delay(Math.min(delay, DELAY_MAX_MS), TimeUnit.MILLISECONDS);
  }

  /// From now on it is not mended.
  synchronized void end() {
    over = true;
  }

  synchronized Optional<News> next() {
    return Optional.ofNullable(news.poll());
  }

  /// The message that says most.
  static String why(@Nullable Throwable e) {
    var said = "";
    for (var each = e; each != null; each = each.getCause()) {
      var message = each.getMessage();
      said = message == null ? said : message;
    }
    return said.isEmpty() ? "the connection was lost" : said;
  }
}
