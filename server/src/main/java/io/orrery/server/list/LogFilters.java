package io.orrery.server.list;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.LogLevel;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Query;
import io.orrery.server.list.Condition.Op;
import io.orrery.store.query.LogFilter;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads which log lines a list is about.
public final class LogFilters {
  private @Nullable String text;
  private @Nullable String namespace;
  private @Nullable String flowId;
  private @Nullable ExecutionId execution;
  private @Nullable Integer taskRun;
  private @Nullable String taskId;
  private @Nullable Integer attempt;
  private @Nullable String triggerId;
  private LogLevel minLevel = LogLevel.TRACE;
  private @Nullable Instant from;
  private @Nullable Instant to;

  private LogFilters() {}

  /// @param now what `timeRange` counts back from
  public static LogFilter of(Query query, Instant now) {
    return read(query, now).filter();
  }

  /// The lines of one execution.
  public static LogFilter of(Query query, Instant now, ExecutionId execution) {
    var filters = read(query, now);
    filters.execution = execution;
    return filters.filter();
  }

  private static LogFilters read(Query query, Instant now) {
    var filters = new LogFilters();
    Condition.of(query).forEach(condition -> filters.add(condition, now));
    return filters;
  }

  private void add(Condition condition, Instant now) {
    var value =
        switch (condition.field()) {
          case "level", "startDate", "endDate" -> condition.value();
          case "namespace" -> condition.only(Op.EQUALS, Op.PREFIX).value();
          case "q" -> condition.only(Op.EQUALS, Op.CONTAINS).value();
          case "scope" -> condition.only(Op.EQUALS, Op.IN).value();
          default -> condition.only(Op.EQUALS).value();
        };
    switch (condition.field()) {
      case "q" -> text = value;
      case "namespace" -> namespace = value;
      case "flowId" -> flowId = value;
      case "executionId" -> execution = new ExecutionId(value);
      case "taskRunId" -> taskRun = taskRun(value);
      case "taskId" -> taskId = value;
      // Kestra's clients count attempts from 0.
      case "attemptNumber" -> attempt = attempt(value) + 1;
      case "triggerId" -> triggerId = value;
      case "level" -> minLevel = Query.choice("level", value, LogLevel.class);
      case "startDate" -> from = Query.instant("startDate", value);
      case "endDate" -> to = Query.instant("endDate", value);
      case "timeRange" -> from = now.minus(Query.duration("timeRange", value));
      case "scope" -> {
        // Every log here is a user's.
      }
      default -> throw condition.unsupported();
    }
  }

  private static int taskRun(String text) {
    try {
      return TaskRunId.parse(text).seq();
    } catch (IllegalArgumentException e) {
      throw Fault.argument(String.valueOf(e.getMessage()));
    }
  }

  private static int attempt(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException _) {
      throw Fault.argument("attempt '" + text + "' is not a whole number");
    }
  }

  private LogFilter filter() {
    if (from != null && to != null && !from.isBefore(to)) {
      throw Fault.argument("Start date must be before End Date");
    }
    return new LogFilter(
        Optional.ofNullable(text),
        Optional.ofNullable(namespace),
        Optional.ofNullable(flowId),
        Optional.ofNullable(execution),
        Optional.ofNullable(taskRun),
        Optional.ofNullable(taskId),
        Optional.ofNullable(attempt),
        Optional.ofNullable(triggerId),
        minLevel,
        Optional.ofNullable(from),
        Optional.ofNullable(to));
  }
}
