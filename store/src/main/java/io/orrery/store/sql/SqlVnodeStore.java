package io.orrery.store.sql;

import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.trigger.Timetable;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import io.orrery.store.lease.Lease;
import io.orrery.store.sql.codec.Json;
import io.orrery.store.sql.codec.Micros;
import io.orrery.store.sql.codec.StateCode;
import io.orrery.store.sql.codec.Text;
import io.orrery.store.vnode.Changes;
import io.orrery.store.vnode.LogChunk;
import io.orrery.store.vnode.Message;
import io.orrery.store.vnode.MetricRow;
import io.orrery.store.vnode.VnodeStore;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Writes turns, and reads what an owner starts from.
///
/// **A commit may be repeated.** Each [Changes] gets a ticket at its first try, unique within the
/// owner's epoch, and the transaction leaves it on the row of the lowest vnode it is for. A try
/// that finds its own ticket there has been committed before. This is exact because the turns of
/// one vnode follow one another: a repeat comes before anything newer for that vnode.
public final class SqlVnodeStore implements VnodeStore {

  private final Database database;

  public SqlVnodeStore(Database database) {
    this.database = database;
  }

  @Override
  public void commit(Lease lease, Set<Integer> vnodes, Changes changes) {
    if (vnodes.isEmpty()) {
      throw new IllegalArgumentException("a commit is for at least one vnode");
    }
    long ticket = changes.ticket(database::nextTicket);
    database.write(
        session -> {
          if (fence(session, lease, vnodes, ticket)) {
            write(session, changes);
          }
          return vnodes;
        });
  }

  /// Keeps the vnodes of the owner until the transaction ends.
  ///
  /// @return whether this ticket's changes have yet to be written
  private static boolean fence(Session session, Lease lease, Set<Integer> vnodes, long ticket)
      throws SQLException {
    int lowest = Collections.min(vnodes);
    record Owned(int vnode, long turn) {}
    var owned =
        session.list(
            "select id, turn from vnode where owner = ? and epoch = ? and id in %s order by id%s"
                .formatted(session.dialect().eachInteger(), session.dialect().keepingRows()),
            row -> new Owned(row.integer(), row.number()),
            lease.node(),
            lease.epoch(),
            Json.text(new TreeSet<>(vnodes)));
    if (owned.size() != vnodes.size()) {
      var lost = new TreeSet<>(vnodes);
      owned.forEach(vnode -> lost.remove(vnode.vnode()));
      throw new LeaseLost(
          "node %s no longer owns vnodes %s at epoch %d"
              .formatted(lease.node(), lost, lease.epoch()));
    }
    if (owned.getFirst().turn() == ticket) {
      return false;
    }
    session.update("update vnode set turn = ? where id = ?", ticket, lowest);
    return true;
  }

  private void write(Session session, Changes changes) throws SQLException {
    var executions = new ExecutionRows(session, database.vnodes());
    var taskRuns = new TaskRunRows(session);
    var triggers = new TriggerRows(session, database.vnodes());
    var streams = new StreamRows(session);
    var gone = gone(changes);
    // Deletions first: what was written again after one is in the changes, and stays.
    executions.delete(
        changes.removedExecutions(),
        Map.of("log_chunk", changes.keptLogs(), "metric", changes.keptMetrics()));
    taskRuns.delete(changes.removedTaskRuns());
    for (var round : changes.cleared()) {
      taskRuns.clear(round);
    }
    taskRuns.empty(changes.emptied());
    triggers.delete(changes.removedTriggers());
    executions.write(changes.executions());
    executions.writeInputs(changes.inputs());
    taskRuns.write(living(changes, gone));
    taskRuns.writeLoopValues(livingLoops(changes, gone));
    triggers.write(changes.triggers());
    triggers.writeFires(changes.fires());
    triggers.writeSkips(changes.skips());
    new FlowRows(session).write(changes.flows());
    streams.writeLogs(livingLogs(changes, gone));
    streams.writeMetrics(livingMetrics(changes, gone));
    new FlowTriggerRows(session, database.vnodes()).write(changes);
    streams.send(changes.sent());
    streams.received(changes.received());
  }

  /// Executions that are removed by these changes and not made again.
  private static Set<ExecutionId> gone(Changes changes) {
    if (changes.removedExecutions().isEmpty()) {
      return Set.of();
    }
    var gone = new HashSet<>(changes.removedExecutions());
    changes.executions().forEach(write -> gone.remove(write.record().id()));
    return gone;
  }

  private static List<TaskRun> living(Changes changes, Set<ExecutionId> gone) {
    var living = new ArrayList<TaskRun>();
    for (var write : changes.taskRuns()) {
      if (!gone.contains(write.record().id().execution())) {
        living.add(write.record());
      }
    }
    return living;
  }

  private static Map<TaskRunId, List<String>> livingLoops(Changes changes, Set<ExecutionId> gone) {
    if (gone.isEmpty()) {
      return changes.loopValues();
    }
    var living = new LinkedHashMap<>(changes.loopValues());
    living.keySet().removeIf(loop -> gone.contains(loop.execution()));
    return living;
  }

  private static List<LogChunk> livingLogs(Changes changes, Set<ExecutionId> gone) {
    if (gone.isEmpty()) {
      return changes.logs();
    }
    var living = new ArrayList<>(changes.logs());
    living.removeIf(
        chunk -> chunk.execution().isPresent() && gone.contains(chunk.execution().get()));
    return living;
  }

  private static List<MetricRow> livingMetrics(Changes changes, Set<ExecutionId> gone) {
    if (gone.isEmpty()) {
      return changes.metrics();
    }
    var living = new ArrayList<>(changes.metrics());
    living.removeIf(metric -> gone.contains(metric.taskRun().execution()));
    return living;
  }

  @Override
  public Loaded load(Set<Integer> vnodes) {
    var wanted = Json.text(new TreeSet<>(vnodes));
    return database.read(
        session ->
            new Loaded(
                openExecutions(session, wanted),
                TriggerRows.always(session, wanted, Timetable.tzdata()),
                inbox(session, wanted)));
  }

  private static List<WholeExecution> openExecutions(Session session, String vnodes)
      throws SQLException {
    var open = "e.finished = 0 and e.vnode in " + session.dialect().eachInteger();
    var runs = new LinkedHashMap<ExecutionId, List<TaskRun>>();
    session.each(
        """
        select %s from execution e join task_run t on t.execution_id = e.id
        where %s and t.state < %d order by t.execution_id, t.seq
        """
            .formatted(TaskRunRows.COLUMNS, open, StateCode.FINAL),
        row -> {
          var run = TaskRunRows.read(row);
          runs.computeIfAbsent(run.id().execution(), id -> new ArrayList<>()).add(run);
          return true;
        },
        vnodes);
    return session.list(
        "select %s from %s where %s order by coalesce(d.created_at, e.started_at), e.id"
            .formatted(ExecutionRows.COLUMNS, ExecutionRows.TABLES, open),
        row -> {
          var execution = ExecutionRows.read(row);
          return new WholeExecution(execution, runs.getOrDefault(execution.id(), List.of()));
        },
        vnodes);
  }

  @Override
  public List<TriggerState> needed(Set<Integer> vnodes, Needed after, Instant until, int max) {
    var wanted = Json.text(new TreeSet<>(vnodes));
    return database.read(
        session -> TriggerRows.needed(session, wanted, after, Micros.of(until), max));
  }

  @Override
  public List<TriggerState> triggers(FlowId flow) {
    return database.read(session -> TriggerRows.ofFlow(session, flow));
  }

  private static List<Message> inbox(Session session, String vnodes) throws SQLException {
    return session.list(
        "select id, vnode, kind, body from inbox where vnode in %s order by id"
            .formatted(session.dialect().eachInteger()),
        row -> new Message(row.number(), row.integer(), row.text(), row.text()),
        vnodes);
  }

  @Override
  public Listening listening(Set<Integer> vnodes) {
    return database.read(
        session -> FlowTriggerRows.read(session, Json.text(new TreeSet<>(vnodes))));
  }

  @Override
  public List<Message> inbox(Set<Integer> vnodes) {
    return database.read(session -> inbox(session, Json.text(new TreeSet<>(vnodes))));
  }

  @Override
  public Optional<WholeExecution> whole(ExecutionId id) {
    return database.read(session -> whole(session, id));
  }

  static Optional<WholeExecution> whole(Session session, ExecutionId id) throws SQLException {
    var execution =
        session.first(
            "select %s from %s where e.id = ?"
                .formatted(ExecutionRows.COLUMNS, ExecutionRows.TABLES),
            ExecutionRows::read,
            id.value());
    if (execution.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new WholeExecution(execution.get(), new TaskRunRows(session).of(id)));
  }

  @Override
  public List<String> loopValues(TaskRunId loop) {
    return database.read(session -> new TaskRunRows(session).loopValues(loop));
  }

  @Override
  public Set<Instant> fired(TriggerId trigger, Instant from, Instant to) {
    return database.read(
        session -> new TriggerRows(session, database.vnodes()).fired(trigger, from, to));
  }

  @Override
  public Optional<Instant> lastDecided(TriggerId trigger) {
    return database.read(
        session -> new TriggerRows(session, database.vnodes()).lastDecided(trigger));
  }

  /// With `task_id` as a range, SQLite takes the index of outputs; for an equal one it would read
  /// all task runs of the execution.
  static final String OUTPUTS_OF_TASK =
      """
      select t.path, t.outputs from task_run t
      where t.execution_id = ? and t.task_id >= ? and t.task_id <= ? and t.outputs is not null and t.state >= %d
      order by t.task_id, t.seq
      """
          .formatted(StateCode.FINAL);

  @Override
  public Map<List<String>, Map<String, Object>> outputs(ExecutionId execution, String taskId) {
    var task = Text.storable(taskId);
    return database.read(
        session -> {
          var outputs = new LinkedHashMap<List<String>, Map<String, Object>>();
          session.each(
              OUTPUTS_OF_TASK,
              row -> {
                outputs.put(TaskRunRows.path(row.text()), Json.map(row.textOrNull()));
                return true;
              },
              execution.value(),
              task,
              task);
          return outputs;
        });
  }

  /// With `path` as a range, for the same reason: it costs the same however long the loop is.
  static final String OUTPUTS_OF_RUN =
      """
      select t.outputs from task_run t
      where t.execution_id = ? and t.task_id = ? and t.path >= ? and t.path <= ? and t.outputs is not null
        and t.state >= %d
      order by t.path desc, t.seq desc limit 1
      """
          .formatted(StateCode.FINAL);

  @Override
  public Optional<Map<String, Object>> outputs(
      ExecutionId execution, String taskId, List<String> path) {
    var key = TaskRunRows.pathText(path);
    return database.read(
        session ->
            session.first(
                OUTPUTS_OF_RUN,
                row -> Json.map(row.text()),
                execution.value(),
                Text.storable(taskId),
                key,
                key));
  }

  @Override
  public List<String> tasksWithOutputs(ExecutionId execution) {
    return database.read(
        session ->
            session.list(
                """
                select distinct task_id from task_run where execution_id = ? and outputs is not null order by task_id
                """,
                Row::text,
                execution.value()));
  }
}
