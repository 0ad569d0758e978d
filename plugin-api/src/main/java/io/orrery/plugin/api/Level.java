package io.orrery.plugin.api;

import org.slf4j.Logger;

/// The weight of a log line, as flows name it.
public enum Level {
  TRACE,
  DEBUG,
  INFO,
  WARN,
  ERROR;

  /// Logs `message` at this level.
  public void log(Logger logger, String message) {
    logger.atLevel(org.slf4j.event.Level.valueOf(name())).log(message);
  }
}
