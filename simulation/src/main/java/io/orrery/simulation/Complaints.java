package io.orrery.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/// Hears what the product under simulation logs as ERROR in this thread: it means that something
/// happened that it believes cannot. Lighter lines are dropped meanwhile.
final class Complaints extends AppenderBase<ILoggingEvent> implements AutoCloseable {

  private final Logger logger;
  private final String thread = Thread.currentThread().getName();
  private final Level before;
  private final boolean additive;
  private Optional<String> first = Optional.empty();

  Complaints() {
    logger = (Logger) LoggerFactory.getLogger("io.orrery");
    before = logger.getLevel();
    additive = logger.isAdditive();
    logger.setLevel(Level.ERROR);
    logger.setAdditive(false);
    setContext(logger.getLoggerContext());
    start();
    logger.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (first.isEmpty() && event.getThreadName().equals(thread)) {
      var cause = event.getThrowableProxy();
      first =
          Optional.of(
              event.getFormattedMessage()
                  + (cause == null ? "" : "\n" + ThrowableProxyUtil.asString(cause)));
    }
  }

  /// The first complaint, if there was one.
  Optional<String> first() {
    return first;
  }

  /// The first complaint, which is forgotten.
  Optional<String> take() {
    var taken = first;
    first = Optional.empty();
    return taken;
  }

  @Override
  public void close() {
    logger.detachAppender(this);
    logger.setLevel(before);
    logger.setAdditive(additive);
    stop();
  }
}
