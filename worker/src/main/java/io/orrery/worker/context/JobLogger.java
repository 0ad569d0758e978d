package io.orrery.worker.context;

import io.orrery.model.state.LogLevel;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/// The logger that a task is given: it writes to the log of its attempt.
final class JobLogger extends LegacyAbstractLogger {

  private static final long serialVersionUID = 1L;

  private final transient JobLog log;

  JobLogger(JobLog log) {
    this.log = log;
    this.name = "task";
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      String pattern,
      Object @Nullable [] arguments,
      @Nullable Throwable throwable) {
    var message = MessageFormatter.basicArrayFormat(pattern, arguments);
    log.add(levelOf(level), throwable == null ? message : message + "\n" + trace(throwable));
  }

  static String trace(Throwable throwable) {
    var text = new StringWriter();
    throwable.printStackTrace(new PrintWriter(text));
    return text.toString().stripTrailing();
  }

  private static LogLevel levelOf(Level level) {
    return switch (level) {
      case TRACE -> LogLevel.TRACE;
      case DEBUG -> LogLevel.DEBUG;
      case INFO -> LogLevel.INFO;
      case WARN -> LogLevel.WARN;
      case ERROR -> LogLevel.ERROR;
    };
  }

  @Override
  public boolean isTraceEnabled() {
    return log.takes(LogLevel.TRACE);
  }

  @Override
  public boolean isDebugEnabled() {
    return log.takes(LogLevel.DEBUG);
  }

  @Override
  public boolean isInfoEnabled() {
    return log.takes(LogLevel.INFO);
  }

  @Override
  public boolean isWarnEnabled() {
    return log.takes(LogLevel.WARN);
  }

  @Override
  public boolean isErrorEnabled() {
    return log.takes(LogLevel.ERROR);
  }
}
