package io.orrery.plugin.kafka;

import java.time.Duration;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;

/// Kafka tells of an interrupt in a way of its own.
final class Interrupts {
  private Interrupts() {}

  private static final Duration CLOSE_MAX = Duration.ofSeconds(5);

  static InterruptedException of(InterruptException e) {
    Thread.interrupted();
    var interrupted = new InterruptedException(e.getMessage());
    interrupted.initCause(e);
    return interrupted;
  }

  /// Leaves the group, also when the thread is interrupted already.
  static void close(Consumer<?, ?> consumer, Logger logger) {
    var interrupted = Thread.interrupted();
    try {
      consumer.close(CloseOptions.timeout(CLOSE_MAX));
    } catch (InterruptException e) {
      interrupted = true;
    } catch (KafkaException e) {
      logger.debug("the consumer did not close well: {}", e.getMessage());
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
