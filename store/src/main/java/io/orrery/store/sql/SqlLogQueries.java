package io.orrery.store.sql;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.state.LogLevel;
import io.orrery.store.query.LogFilter;
import io.orrery.store.query.LogQueries;
import io.orrery.store.query.Page;
import io.orrery.store.query.PageRequest;
import io.orrery.store.sql.codec.LevelCode;
import io.orrery.store.sql.codec.LogLines;
import io.orrery.store.sql.codec.Micros;
import io.orrery.store.vnode.LogChunk.Line;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.PriorityQueue;

/// Reads of log lines. A chunk is found by its columns; which of its lines are meant is decided
/// after unpacking it.
///
/// A cursor follows the order of the chunks' ids. Chunks of one execution are written in that
/// order. Over several owners on PostgreSQL a smaller id may be committed a moment after a larger
/// one, so only the tail of one execution or flow is free of gaps.
public final class SqlLogQueries implements LogQueries {

  /// How many lines are looked at for a total, when they must be looked at one by one; the total is
  /// a lower bound beyond.
  private static final long LINES_COUNTED_MAX = 2_000_000;

  private static final Comparator<LogLine> BY_TIME =
      Comparator.comparing(LogLine::at)
          .thenComparingLong(line -> line.cursor().chunk())
          .thenComparingInt(line -> line.cursor().line());

  private static final String COLUMNS =
      """
      id, namespace, flow_id, execution_id, task_run, task_id, attempt, trigger_id, levels, line_count, min_at, max_at,
      body\
      """;

  private final Database database;

  public SqlLogQueries(Database database) {
    this.database = database;
  }

  @Override
  public List<LogLine> after(LogFilter filter, Cursor cursor, int limit) {
    var where = where(filter).and("id >= ?", cursor.chunk());
    var found = new ArrayList<LogLine>();
    if (limit <= 0) {
      return found;
    }
    return database.read(
        session -> {
          session.each(
              "select " + COLUMNS + " from log_chunk" + where.sql() + " order by id",
              row -> {
                var chunk = Chunk.read(row);
                for (var line : chunk.matching(filter)) {
                  boolean seen =
                      chunk.id == cursor.chunk() && line.cursor().line() <= cursor.line();
                  if (!seen && found.size() < limit) {
                    found.add(line);
                  }
                }
                return found.size() < limit;
              },
              where.parameters());
          return found;
        });
  }

  @Override
  public Page<LogLine> search(LogFilter filter, PageRequest page) {
    boolean ascending = ascending(page);
    var where = where(filter);
    var order = ascending ? "min_at, id" : "max_at desc, id desc";
    boolean countedByChunk =
        filter.text().isEmpty()
            && filter.minLevel() == LogLevel.TRACE
            && filter.from().isEmpty()
            && filter.to().isEmpty();
    var best = new Best(ascending ? BY_TIME : BY_TIME.reversed(), page.offset() + page.size());
    return database.read(
        session -> {
          long[] counted = {countedByChunk ? lines(session, where) : 0};
          session.each(
              "select " + COLUMNS + " from log_chunk" + where.sql() + " order by " + order,
              row -> {
                var chunk = Chunk.read(row);
                boolean late =
                    best.isFull() && best.beats(ascending ? chunk.minAt : chunk.maxAt, ascending);
                if (countedByChunk && late) {
                  return false;
                }
                if (late && chunk.allMatch(filter)) {
                  counted[0] += chunk.lineCount;
                } else {
                  var lines = chunk.matching(filter);
                  counted[0] += countedByChunk ? 0 : lines.size();
                  lines.forEach(best::offer);
                }
                return countedByChunk || counted[0] < LINES_COUNTED_MAX;
              },
              where.parameters());
          return new Page<>(best.from(page.offset()), counted[0]);
        });
  }

  private static boolean ascending(PageRequest page) {
    boolean ascending = false;
    for (var sort : page.sort()) {
      if (!sort.field().equals("timestamp")) {
        throw new IllegalArgumentException(
            "cannot sort by '%s'; the fields are timestamp".formatted(sort.field()));
      }
      ascending = sort.ascending();
    }
    return ascending;
  }

  private static long lines(Session session, Where where) throws SQLException {
    return session
        .first(
            "select coalesce(sum(line_count), 0) from log_chunk" + where.sql(),
            Row::number,
            where.parameters())
        .orElse(0L);
  }

  static Where where(LogFilter filter) {
    var where = new Where();
    filter.execution().ifPresent(id -> where.and("execution_id = ?", id.value()));
    filter.namespace().ifPresent(namespace -> where.andNamespace("namespace", namespace));
    filter.flowId().ifPresent(flow -> where.and("flow_id = ?", flow));
    filter.taskRun().ifPresent(seq -> where.and("task_run = ?", seq));
    filter.taskId().ifPresent(task -> where.and("task_id = ?", task));
    filter.attempt().ifPresent(attempt -> where.and("attempt = ?", attempt));
    filter.triggerId().ifPresent(trigger -> where.and("trigger_id = ?", trigger));
    filter.from().ifPresent(from -> where.and("max_at >= ?", Micros.of(from)));
    filter.to().ifPresent(to -> where.and("min_at < ?", Micros.of(to)));
    if (filter.minLevel() != LogLevel.TRACE) {
      where.and("(levels & ?) <> 0", LevelCode.bitsFrom(filter.minLevel()));
    }
    return where;
  }

  /// A row of `log_chunk`, its body still packed.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Chunk(
      long id,
      FlowId flow,
      Optional<ExecutionId> execution,
      int taskRun,
      String taskId,
      int attempt,
      Optional<String> triggerId,
      int levels,
      int lineCount,
      long minAt,
      long maxAt,
      byte[] body) {

    static Chunk read(Row row) throws SQLException {
      return new Chunk(
          row.number(),
          new FlowId(row.text(), row.text()),
          row.optionalText().map(ExecutionId::new),
          row.integer(),
          row.text(),
          row.integer(),
          row.optionalText(),
          row.integer(),
          row.integer(),
          row.number(),
          row.number(),
          row.bytes());
    }

    /// Whether no line of it can be left out.
    boolean allMatch(LogFilter filter) {
      return filter.text().isEmpty()
          && (levels & ~LevelCode.bitsFrom(filter.minLevel())) == 0
          && filter.from().map(from -> minAt >= Micros.of(from)).orElse(true)
          && filter.to().map(to -> maxAt < Micros.of(to)).orElse(true);
    }

    List<LogLine> matching(LogFilter filter) {
      var text = filter.text().map(part -> part.toLowerCase(Locale.ROOT));
      var matching = new ArrayList<LogLine>();
      int number = 0;
      for (var line : LogLines.lines(body)) {
        if (matches(line, filter, text)) {
          matching.add(line(line, number));
        }
        number++;
      }
      return matching;
    }

    private static boolean matches(Line line, LogFilter filter, Optional<String> lowerText) {
      return line.level().atLeast(filter.minLevel())
          && filter.from().map(from -> !line.at().isBefore(from)).orElse(true)
          && filter.to().map(to -> line.at().isBefore(to)).orElse(true)
          && lowerText
              .map(part -> line.message().toLowerCase(Locale.ROOT).contains(part))
              .orElse(true);
    }

    private LogLine line(Line line, int number) {
      return new LogLine(
          new Cursor(id, number),
          flow,
          execution,
          taskRun,
          taskId,
          attempt,
          triggerId,
          line.at(),
          line.level(),
          line.thread(),
          line.message());
    }
  }

  /// The first `size` lines in an order, of all that were offered.
  private static final class Best {
    private final Comparator<LogLine> order;
    private final long size;
    private final PriorityQueue<LogLine> lastFirst;

    Best(Comparator<LogLine> order, long size) {
      this.order = order;
      this.size = size;
      lastFirst = new PriorityQueue<>(order.reversed());
    }

    boolean isFull() {
      return lastFirst.size() >= size;
    }

    /// Whether every kept line comes before whatever happened at `micros`.
    boolean beats(long micros, boolean ascending) {
      var last = lastFirst.peek();
      if (last == null) {
        return false;
      }
      long at = Micros.of(last.at());
      return ascending ? at < micros : at > micros;
    }

    void offer(LogLine line) {
      lastFirst.add(line);
      if (lastFirst.size() > size) {
        lastFirst.remove();
      }
    }

    List<LogLine> from(long offset) {
      var lines = new ArrayList<>(lastFirst);
      lines.sort(order);
      return offset >= lines.size() ? List.of() : lines.subList((int) offset, lines.size());
    }
  }
}
