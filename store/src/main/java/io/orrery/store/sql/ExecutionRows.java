package io.orrery.store.sql;

import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Execution.Fixed;
import io.orrery.engine.execution.Execution.TriggerInfo;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.store.sql.codec.Courses;
import io.orrery.store.sql.codec.Frames;
import io.orrery.store.sql.codec.Histories;
import io.orrery.store.sql.codec.Json;
import io.orrery.store.sql.codec.Micros;
import io.orrery.store.sql.codec.StateCode;
import io.orrery.store.vnode.Changes.Write;
import io.orrery.store.vnode.VnodeStore;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Executions: the narrow row that a running one rewrites, the data beside it, and the labels by
/// which it is found.
///
/// An update says nothing of what changed, and the data beside it may be large. So an update writes
/// that row only where it differs, and labels only where the text in the narrow row does: both
/// comparisons are one statement for all executions of a commit, and touch no row when all is as
/// before.
final class ExecutionRows {

  static final String CORRELATION_LABEL = "system.correlationId";
  private static final String SYSTEM_LABELS = "system.";

  /// What [#read] reads, from `execution e join execution_data d`.
  static final String COLUMNS =
      """
      e.id, e.namespace, e.flow_id, e.revision, e.started_at, e.history, e.frame, e.next_seq, e.paused, e.retrying,
      e.wake_at, e.labels, e.error, e.course, d.created_at, d.attempt_number, d.original_id, d.original_created_at,
      d.schedule_date, d.parent_run, d.parent_id, d.trigger_info, d.inputs, d.variables, d.outputs\
      """;

  static final String TABLES = "execution e join execution_data d on d.execution_id = e.id";

  private final Session session;
  private final int vnodes;

  ExecutionRows(Session session, int vnodes) {
    this.session = session;
    this.vnodes = vnodes;
  }

  void write(Iterable<Write<Execution>> writes) throws SQLException {
    var added = new ArrayList<Execution>();
    var changed = new ArrayList<Execution>();
    for (var write : writes) {
      (write.isNew() ? added : changed).add(write.record());
    }
    var relabelled = relabelled(changed);
    writeHeads(added, changed);
    insertData(added);
    updateData(changed);
    updateAttempts(changed);
    clearData(changed);
    writeLabels(added, relabelled);
  }

  private void writeHeads(List<Execution> added, List<Execution> changed) throws SQLException {
    if (added.isEmpty() && changed.isEmpty()) {
      return;
    }
    var rows =
        session.batch(
            """
            insert into execution (id, vnode, state, finished, namespace, flow_id, revision, started_at, ended_at,
              history, frame, next_seq, paused, retrying, wake_at, labels, error, started_by, course)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (id) do update set
              state = excluded.state, finished = excluded.finished, started_at = excluded.started_at,
              ended_at = excluded.ended_at, history = excluded.history, frame = excluded.frame,
              next_seq = excluded.next_seq, paused = excluded.paused, retrying = excluded.retrying,
              wake_at = excluded.wake_at, labels = excluded.labels, error = excluded.error,
              revision = excluded.revision, course = excluded.course
            """);
    for (var execution : added) {
      addHead(rows, execution);
    }
    for (var execution : changed) {
      addHead(rows, execution);
    }
    rows.run();
  }

  private void addHead(Batch rows, Execution execution) throws SQLException {
    var fixed = execution.fixed();
    var flow = fixed.flow();
    rows.plain(execution.id().value())
        .number(VnodeStore.vnodeOf(flow, vnodes))
        .number(StateCode.number(execution.state()))
        .truth(execution.finished())
        .text(flow.namespace())
        .text(flow.id())
        .number(fixed.revision())
        .instant(execution.history().startedAt())
        .instant(execution.history().endedAt())
        .plain(Histories.text(execution.history()))
        .plain(Frames.text(execution.root()))
        .number(execution.nextSeq())
        .number(execution.paused())
        .number(execution.retrying())
        .instant(execution.wakeAt())
        .plainOrNull(labelsText(execution))
        .text(execution.error())
        .plainOrNull(fixed.startedBy().map(ExecutionId::value).orElse(null))
        .plainOrNull(Courses.textOrNull(execution.course()))
        .add();
  }

  private void insertData(List<Execution> added) throws SQLException {
    if (added.isEmpty()) {
      return;
    }
    var rows =
        session.batch(
            """
            insert into execution_data (execution_id, created_at, attempt_number, original_id, original_created_at,
              schedule_date, parent_run, parent_id, trigger_info, inputs, variables, outputs)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """);
    for (var execution : added) {
      var fixed = execution.fixed();
      var id = execution.id();
      var created = fixed.createdAt();
      var started = execution.history().startedAt();
      rows.plain(id.value())
          .instant(created.equals(started) ? Optional.empty() : Optional.of(created))
          .number(fixed.attemptNumber())
          .plainOrNull(fixed.originalId().equals(id) ? null : fixed.originalId().value())
          .instant(
              fixed.originalCreatedAt().equals(created)
                  ? Optional.empty()
                  : Optional.of(fixed.originalCreatedAt()))
          .instant(fixed.scheduleDate())
          .plainOrNull(fixed.parent().map(TaskRunId::toString).orElse(null))
          .plainOrNull(fixed.parentId().map(ExecutionId::value).orElse(null))
          .plainOrNull(fixed.trigger().map(ExecutionRows::triggerText).orElse(null))
          .plainOrNull(Json.textOrNull(fixed.inputs()))
          .plainOrNull(Json.textOrNull(execution.variables()))
          .plainOrNull(Json.textOrNull(execution.outputs()))
          .add();
    }
    rows.run();
  }

  private void updateData(List<Execution> changed) throws SQLException {
    Batch rows = null;
    for (var execution : changed) {
      if (execution.outputs().isEmpty() && execution.variables().isEmpty()) {
        continue;
      }
      if (rows == null) {
        rows =
            session.batch(
                """
                update execution_data set variables = ?, outputs = ?
                where execution_id = ? and (variables is distinct from ? or outputs is distinct from ?)
                """);
      }
      var variables = Json.textOrNull(execution.variables());
      var outputs = Json.textOrNull(execution.outputs());
      rows.plainOrNull(variables)
          .plainOrNull(outputs)
          .plain(execution.id().value())
          .plainOrNull(variables)
          .plainOrNull(outputs)
          .add();
    }
    if (rows != null) {
      rows.run();
    }
  }

  /// A restart is one more attempt of the same execution.
  private void updateAttempts(List<Execution> changed) throws SQLException {
    Batch rows = null;
    for (var execution : changed) {
      int attempt = execution.fixed().attemptNumber();
      if (attempt == 1) {
        continue;
      }
      if (rows == null) {
        rows =
            session.batch(
                """
                update execution_data set attempt_number = ? where execution_id = ? and attempt_number <> ?
                """);
      }
      rows.number(attempt).plain(execution.id().value()).number(attempt).add();
    }
    if (rows != null) {
      rows.run();
    }
  }

  /// Inputs that were read after the execution was made.
  void writeInputs(Map<ExecutionId, Map<String, Object>> inputs) throws SQLException {
    if (inputs.isEmpty()) {
      return;
    }
    var rows = session.batch("update execution_data set inputs = ? where execution_id = ?");
    for (var entry : inputs.entrySet()) {
      rows.plainOrNull(Json.textOrNull(entry.getValue())).plain(entry.getKey().value()).add();
    }
    rows.run();
  }

  private void clearData(List<Execution> changed) throws SQLException {
    var empty = new ArrayList<String>();
    for (var execution : changed) {
      if (execution.outputs().isEmpty() && execution.variables().isEmpty()) {
        empty.add(execution.id().value());
      }
    }
    if (!empty.isEmpty()) {
      session.update(
          """
          update execution_data set variables = null, outputs = null
          where (variables is not null or outputs is not null) and execution_id in\s\
          """
              + session.dialect().eachText(),
          Json.text(empty));
    }
  }

  /// Those whose labels are not what their row has now. Call it before the rows are written.
  private List<Execution> relabelled(List<Execution> changed) throws SQLException {
    if (changed.isEmpty()) {
      return List.of();
    }
    var byId = new LinkedHashMap<String, Execution>();
    var now = new LinkedHashMap<String, @Nullable String>();
    for (var execution : changed) {
      byId.put(execution.id().value(), execution);
      now.put(execution.id().value(), labelsText(execution));
    }
    var ids =
        session.list(
            """
            select e.id from execution e join %s n on n.k = e.id where e.labels is distinct from n.v
            """
                .formatted(session.dialect().eachPair()),
            Row::text,
            Json.text(now));
    var relabelled = new ArrayList<Execution>();
    for (var id : ids) {
      var execution = byId.get(id);
      if (execution != null) {
        relabelled.add(execution);
      }
    }
    return relabelled;
  }

  private void writeLabels(List<Execution> added, List<Execution> relabelled) throws SQLException {
    if (!relabelled.isEmpty()) {
      deleteFrom("label", "execution_id", ids(relabelled));
    }
    Batch rows = null;
    for (var executions : List.of(added, relabelled)) {
      for (var execution : executions) {
        for (var label : execution.labels().entrySet()) {
          if (!searchable(execution, label.getKey(), label.getValue())) {
            continue;
          }
          if (rows == null) {
            rows = session.batch("insert into label (execution_id, key, value) values (?, ?, ?)");
          }
          rows.plain(execution.id().value()).text(label.getKey()).text(label.getValue()).add();
        }
      }
    }
    if (rows != null) {
      rows.run();
    }
  }

  private static boolean searchable(Execution execution, String key, String value) {
    return key.equals(CORRELATION_LABEL)
        ? !value.equals(execution.id().value())
        : !key.startsWith(SYSTEM_LABELS);
  }

  private static Set<String> ids(List<Execution> executions) {
    var ids = new LinkedHashSet<String>();
    executions.forEach(execution -> ids.add(execution.id().value()));
    return ids;
  }

  /// @param kept by table, the executions whose rows of it stay
  void delete(Set<ExecutionId> executions, Map<String, Set<ExecutionId>> kept) throws SQLException {
    if (executions.isEmpty()) {
      return;
    }
    var ids = new LinkedHashSet<String>();
    executions.forEach(id -> ids.add(id.value()));
    for (var table :
        List.of("task_run", "loop_values", "log_chunk", "metric", "label", "execution_data")) {
      var here = new LinkedHashSet<>(ids);
      kept.getOrDefault(table, Set.of()).forEach(id -> here.remove(id.value()));
      deleteFrom(table, "execution_id", here);
    }
    deleteFrom("execution", "id", ids);
  }

  private void deleteFrom(String table, String column, Set<String> ids) throws SQLException {
    session.update(
        "delete from %s where %s in %s".formatted(table, column, session.dialect().eachText()),
        Json.text(ids));
  }

  static Execution read(Row row) throws SQLException {
    var id = new ExecutionId(row.text());
    var flow = new FlowId(row.text(), row.text());
    int revision = row.integer();
    long started = row.number();
    var history = Histories.history(row.text());
    var frame = Frames.frame(row.text());
    int nextSeq = row.integer();
    int paused = row.integer();
    int retrying = row.integer();
    var wakeAt = row.optionalInstant();
    var labels = labels(id, row.textOrNull());
    var error = row.optionalText();
    var course = Courses.course(row.textOrNull());
    var created = row.optionalInstant().orElse(Micros.instant(started));
    int attempt = row.integer();
    var original = row.optionalText().map(ExecutionId::new).orElse(id);
    var originalCreated = row.optionalInstant().orElse(created);
    var scheduled = row.optionalInstant();
    var parent = row.optionalText().map(TaskRunId::parse);
    var parentId = row.optionalText().map(ExecutionId::new);
    var trigger = row.optionalText().map(ExecutionRows::trigger);
    var inputs = Json.map(row.textOrNull());
    var variables = Json.map(row.textOrNull());
    var outputs = Json.map(row.textOrNull());
    var fixed =
        new Fixed(
            flow,
            revision,
            created,
            inputs,
            trigger,
            parent,
            parentId,
            original,
            attempt,
            originalCreated,
            scheduled);
    return new Execution(
        id, history, frame, nextSeq, paused, retrying, fixed, labels, outputs, variables, wakeAt,
        error, course);
  }

  private static @Nullable String labelsText(Execution execution) {
    var labels = execution.labels();
    boolean usual =
        labels.size() == 1 && execution.id().value().equals(labels.get(CORRELATION_LABEL));
    return usual ? null : Json.text(labels);
  }

  private static Map<String, String> labels(ExecutionId id, @Nullable String text) {
    var labels = new LinkedHashMap<String, String>();
    if (text == null) {
      labels.put(CORRELATION_LABEL, id.value());
    }
    Json.map(text).forEach((key, value) -> labels.put(key, String.valueOf(value)));
    return labels;
  }

  private static String triggerText(TriggerInfo trigger) {
    return Json.text(List.of(trigger.id(), trigger.type(), trigger.variables()));
  }

  @SuppressWarnings("unchecked") // as triggerText wrote it
  private static TriggerInfo trigger(String text) {
    var parts = Json.list(text);
    return new TriggerInfo(
        String.valueOf(parts.get(0)),
        String.valueOf(parts.get(1)),
        parts.get(2) instanceof Map<?, ?> variables ? (Map<String, Object>) variables : Map.of());
  }
}
