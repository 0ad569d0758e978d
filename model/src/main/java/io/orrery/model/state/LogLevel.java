package io.orrery.model.state;

/// The weight of a log line, lightest first.
public enum LogLevel {
  TRACE,
  DEBUG,
  INFO,
  WARN,
  ERROR;

  public boolean atLeast(LogLevel floor) {
    return compareTo(floor) >= 0;
  }
}
