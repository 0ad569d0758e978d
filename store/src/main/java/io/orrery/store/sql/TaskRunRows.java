package io.orrery.store.sql;

import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.execution.TaskRun.Attempt;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TaskRunId;
import io.orrery.store.sql.codec.Frames;
import io.orrery.store.sql.codec.Histories;
import io.orrery.store.sql.codec.Json;
import io.orrery.store.sql.codec.Packed;
import io.orrery.store.sql.codec.StateCode;
import io.orrery.store.sql.codec.Text;
import io.orrery.store.vnode.Changes;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Task runs, and the values of loops.
final class TaskRunRows {

  /// What [#read] reads, from `task_run t`.
  static final String COLUMNS =
      """
      t.execution_id, t.seq, t.task_id, t.node, t.parent, t.branch, t.value, t.iteration, t.path, t.history,
      t.attempts, t.outputs, t.frame, t.wake_at, t.child\
      """;

  private final Session session;

  TaskRunRows(Session session) {
    this.session = session;
  }

  void write(List<TaskRun> runs) throws SQLException {
    if (runs.isEmpty()) {
      return;
    }
    var rows =
        session.batch(
            """
            insert into task_run (execution_id, seq, state, node, parent, branch, iteration, task_id, history,
              value, path, wake_at, child, frame, attempts, outputs)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (execution_id, seq) do update set
              state = excluded.state, history = excluded.history, wake_at = excluded.wake_at, child = excluded.child,
              frame = excluded.frame, attempts = excluded.attempts, outputs = excluded.outputs, node = excluded.node
            """);
    for (var run : runs) {
      rows.plain(run.id().execution().value())
          .number(run.seq())
          .number(StateCode.number(run.state()))
          .number(run.node())
          .number(run.parent())
          .number(Frames.number(run.branch()))
          .number(run.iteration())
          .text(run.taskId())
          .plain(Histories.text(run.history()))
          .text(run.value())
          .plain(pathText(run.path()))
          .instant(run.wakeAt())
          .plainOrNull(run.child().map(ExecutionId::value).orElse(null))
          .plainOrNull(run.frame().map(Frames::text).orElse(null))
          .plainOrNull(attemptsText(run.attempts()))
          .plainOrNull(Json.textOrNull(run.outputs()))
          .add();
    }
    rows.run();
  }

  void writeLoopValues(Map<TaskRunId, List<String>> loops) throws SQLException {
    if (loops.isEmpty()) {
      return;
    }
    var rows =
        session.batch(
            """
            insert into loop_values (execution_id, seq, items) values (?, ?, ?)
            on conflict (execution_id, seq) do update set items = excluded.items
            """);
    for (var loop : loops.entrySet()) {
      var json = Json.text(loop.getValue()).getBytes(StandardCharsets.UTF_8);
      rows.plain(loop.getKey().execution().value())
          .number(loop.getKey().seq())
          .bytes(Packed.pack(json, json.length))
          .add();
    }
    rows.run();
  }

  void delete(Set<TaskRunId> runs) throws SQLException {
    if (runs.isEmpty()) {
      return;
    }
    for (var table : List.of("task_run", "loop_values")) {
      var rows = session.batch("delete from " + table + " where execution_id = ? and seq = ?");
      for (var run : runs) {
        rows.plain(run.execution().value()).number(run.seq()).add();
      }
      rows.run();
    }
  }

  /// Deletes what stands below the container in this range of seqs. A task run comes after its
  /// container, so one look at each is enough.
  void clear(Changes.Cleared round) throws SQLException {
    var execution = round.container().execution();
    var below = new HashSet<Integer>();
    var gone = new LinkedHashSet<TaskRunId>();
    below.add(round.container().seq());
    session.each(
        """
        select seq, parent from task_run
        where execution_id = ? and seq >= ? and seq < ?
        order by seq
        """,
        row -> {
          int seq = row.integer();
          if (below.contains(row.integer())) {
            below.add(seq);
            gone.add(new TaskRunId(execution, seq));
          }
          return true;
        },
        execution.value(),
        round.from(),
        round.to());
    delete(gone);
  }

  /// Deletes the children of these containers.
  void empty(Set<TaskRunId> containers) throws SQLException {
    if (containers.isEmpty()) {
      return;
    }
    var rows = session.batch("delete from task_run where execution_id = ? and parent = ?");
    for (var container : containers) {
      rows.plain(container.execution().value()).number(container.seq()).add();
    }
    rows.run();
  }

  List<String> loopValues(TaskRunId loop) throws SQLException {
    return session
        .first(
            "select items from loop_values where execution_id = ? and seq = ?",
            row -> texts(new String(Packed.unpack(row.bytes()), StandardCharsets.UTF_8)),
            loop.execution().value(),
            loop.seq())
        .orElse(List.of());
  }

  List<TaskRun> of(ExecutionId execution) throws SQLException {
    return session.list(
        "select " + COLUMNS + " from task_run t where t.execution_id = ? order by t.seq",
        TaskRunRows::read,
        execution.value());
  }

  static TaskRun read(Row row) throws SQLException {
    return new TaskRun(
        new TaskRunId(new ExecutionId(row.text()), row.integer()),
        row.text(),
        row.integer(),
        row.integer(),
        Frames.branch(row.integer()),
        row.optionalText(),
        row.integer(),
        path(row.text()),
        Histories.history(row.text()),
        attempts(row.textOrNull()),
        Json.map(row.textOrNull()),
        row.optionalText().map(Frames::frame),
        row.optionalInstant(),
        row.optionalText().map(ExecutionId::new));
  }

  static String pathText(List<String> path) {
    return path.isEmpty() ? "" : Json.text(path);
  }

  static List<String> path(String text) {
    return text.isEmpty() ? List.of() : texts(text);
  }

  private static List<String> texts(String json) {
    var texts = new ArrayList<String>();
    Json.list(json).forEach(value -> texts.add(String.valueOf(value)));
    return texts;
  }

  /// A list with, for each try, its history, or a pair of that and the address of its log.
  private static @Nullable String attemptsText(List<Attempt> attempts) {
    if (attempts.isEmpty()) {
      return null;
    }
    var texts = new ArrayList<Object>(attempts.size());
    for (var attempt : attempts) {
      var history = Histories.text(attempt.history());
      texts.add(
          attempt
              .logFile()
              .<Object>map(file -> List.of(history, Text.storable(file)))
              .orElse(history));
    }
    return Json.text(texts);
  }

  private static List<Attempt> attempts(@Nullable String text) {
    var attempts = new ArrayList<Attempt>();
    for (var item : Json.list(text)) {
      attempts.add(
          item instanceof List<?> pair
              ? new Attempt(
                  Histories.history(String.valueOf(pair.getFirst())),
                  Optional.of(String.valueOf(pair.getLast())))
              : new Attempt(Histories.history(String.valueOf(item)), Optional.empty()));
    }
    return attempts;
  }
}
