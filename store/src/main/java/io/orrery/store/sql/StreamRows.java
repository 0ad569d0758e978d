package io.orrery.store.sql;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.store.sql.codec.Json;
import io.orrery.store.sql.codec.LevelCode;
import io.orrery.store.sql.codec.LogLines;
import io.orrery.store.sql.codec.Micros;
import io.orrery.store.vnode.LogChunk;
import io.orrery.store.vnode.Message;
import io.orrery.store.vnode.MetricRow;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Rows that are only ever appended: log chunks, metrics, messages.
final class StreamRows {

  private final Session session;

  StreamRows(Session session) {
    this.session = session;
  }

  void writeLogs(List<LogChunk> chunks) throws SQLException {
    if (chunks.isEmpty()) {
      return;
    }
    var rows =
        session.batch(
            """
            insert into log_chunk (execution_id, task_run, attempt, line_count, levels, min_at, max_at, namespace,
              flow_id, task_id, trigger_id, body)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """);
    for (var chunk : chunks) {
      if (!chunk.lines().isEmpty()) {
        addChunk(rows, chunk);
      }
    }
    rows.run();
  }

  private static void addChunk(Batch rows, LogChunk chunk) throws SQLException {
    int levels = 0;
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (var line : chunk.lines()) {
      levels |= LevelCode.bit(line.level());
      long at = Micros.of(line.at());
      first = Math.min(first, at);
      last = Math.max(last, at);
    }
    rows.plainOrNull(chunk.execution().map(ExecutionId::value).orElse(null))
        .number(chunk.taskRun())
        .number(chunk.attempt())
        .number(chunk.lines().size())
        .number(levels)
        .number(first)
        .number(last)
        .text(chunk.flow().namespace())
        .text(chunk.flow().id())
        .text(chunk.taskId())
        .text(chunk.triggerId())
        .bytes(LogLines.bytes(chunk.lines()))
        .add();
  }

  void writeMetrics(List<MetricRow> metrics) throws SQLException {
    if (metrics.isEmpty()) {
      return;
    }
    var rows =
        session.batch(
            """
            insert into metric (execution_id, task_run, namespace, flow_id, task_id, kind, name, value, tags, at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """);
    for (var metric : metrics) {
      rows.plain(metric.taskRun().execution().value())
          .number(metric.taskRun().seq())
          .text(metric.flow().namespace())
          .text(metric.flow().id())
          .text(metric.taskId())
          .text(metric.kind())
          .text(metric.name())
          .real(metric.value())
          .plainOrNull(Json.textOrNull(metric.tags()))
          .instant(metric.at())
          .add();
    }
    rows.run();
  }

  List<MetricRow> metrics(ExecutionId execution) throws SQLException {
    return session.list(
        """
        select namespace, flow_id, task_run, task_id, kind, name, value, tags, at
        from metric where execution_id = ? order by id
        """,
        row ->
            new MetricRow(
                new FlowId(row.text(), row.text()),
                new TaskRunId(execution, row.integer()),
                row.text(),
                row.text(),
                row.text(),
                row.real(),
                tags(Json.map(row.textOrNull())),
                row.instant()),
        execution.value());
  }

  private static Map<String, String> tags(Map<String, Object> json) {
    var tags = new LinkedHashMap<String, String>();
    json.forEach((key, value) -> tags.put(key, String.valueOf(value)));
    return tags;
  }

  void send(List<Message> messages) throws SQLException {
    if (messages.isEmpty()) {
      return;
    }
    var rows = session.batch("insert into inbox (vnode, kind, body) values (?, ?, ?)");
    for (var message : messages) {
      rows.number(message.vnode()).text(message.kind()).text(message.body()).add();
    }
    rows.run();
  }

  void received(List<Long> ids) throws SQLException {
    if (ids.isEmpty()) {
      return;
    }
    var rows = session.batch("delete from inbox where id = ?");
    for (long id : ids) {
      rows.number(id).add();
    }
    rows.run();
  }
}
