package io.orrery.plugin.core.log;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.orrery.plugin.api.Housekeeping.LogLine;

/// A log line as an Ion struct on one line, under the names of Kestra's log entries.
final class IonLine {
  private IonLine() {}

  static String of(LogLine line) {
    var ion = new StringBuilder("{");
    member(ion, "namespace", line.namespace());
    member(ion, "flowId", line.flowId());
    member(ion, "taskId", line.taskId());
    member(ion, "executionId", line.executionId());
    member(ion, "taskRunId", line.taskRunId());
    ion.append("attemptNumber:").append(line.attempt()).append(',');
    ion.append("timestamp:").append(line.at()).append(',');
    member(ion, "level", line.level().name());
    member(ion, "thread", line.thread());
    member(ion, "message", line.message());
    ion.setCharAt(ion.length() - 1, '}');
    return ion.toString();
  }

  private static void member(StringBuilder ion, String name, String value) {
    if (value.isEmpty()) {
      return;
    }
    ion.append(name)
        .append(":\"")
        .append(JsonStringEncoder.getInstance().quoteAsString(value))
        .append("\",");
  }
}
