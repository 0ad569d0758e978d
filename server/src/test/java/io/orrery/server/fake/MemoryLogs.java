package io.orrery.server.fake;

import io.orrery.store.query.LogFilter;
import io.orrery.store.query.LogQueries;
import io.orrery.store.query.Page;
import io.orrery.store.query.PageRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Log lines, one a chunk.
public final class MemoryLogs implements LogQueries {
  private final CopyOnWriteArrayList<LogLine> lines = new CopyOnWriteArrayList<>();

  public void add(LogLine line) {
    lines.add(line);
  }

  public int size() {
    return lines.size();
  }

  @Override
  public List<LogLine> after(LogFilter filter, Cursor cursor, int limit) {
    return lines.stream()
        .filter(line -> line.cursor().chunk() > cursor.chunk())
        .filter(line -> fits(line, filter))
        .limit(limit)
        .toList();
  }

  @Override
  public Page<LogLine> search(LogFilter filter, PageRequest page) {
    return Memory.page(lines.stream().filter(line -> fits(line, filter)).toList().reversed(), page);
  }

  private static boolean fits(LogLine line, LogFilter filter) {
    return line.level().atLeast(filter.minLevel())
        && filter.text().map(line.message()::contains).orElse(true)
        && Memory.isWithin(filter.namespace(), line.flow().namespace())
        && filter
            .execution()
            .map(id -> line.execution().filter(id::equals).isPresent())
            .orElse(true)
        && filter.taskRun().map(seq -> seq == line.taskRun()).orElse(true)
        && filter.taskId().map(line.taskId()::equals).orElse(true)
        && filter.attempt().map(attempt -> attempt == line.attempt()).orElse(true);
  }
}
