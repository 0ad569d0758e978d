package io.orrery.store.contract;

import static io.orrery.store.contract.Samples.FLOW;
import static io.orrery.store.contract.Samples.T0;
import static io.orrery.store.contract.Samples.chunk;
import static io.orrery.store.contract.Samples.created;
import static io.orrery.store.contract.Samples.id;
import static io.orrery.store.contract.Samples.line;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.id.FlowId;
import io.orrery.model.state.LogLevel;
import io.orrery.store.query.LogFilter;
import io.orrery.store.query.LogQueries.Cursor;
import io.orrery.store.query.LogQueries.LogLine;
import io.orrery.store.query.Page;
import io.orrery.store.query.PageRequest;
import io.orrery.store.query.PageRequest.Sort;
import io.orrery.store.vnode.Changes;
import io.orrery.store.vnode.LogChunk;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What reads of log lines promise.
abstract class LogQueriesContract extends StoreContract {

  private static final LogFilter EVERYTHING = filter(Optional.empty(), LogLevel.TRACE);

  @Test
  void a_line_comes_back_as_it_was_written() {
    write(chunk(id(1), 4, new LogChunk.Line(T0.plusNanos(1000), LogLevel.WARN, "t-ü", "a\n\tb ☕")));
    assertThat(logs.after(LogFilter.of(id(1), LogLevel.TRACE), Cursor.START, 10))
        .containsExactly(
            new LogLine(
                new Cursor(1, 0),
                FLOW,
                Optional.of(id(1)),
                4,
                "say",
                1,
                Optional.empty(),
                T0.plusNanos(1000),
                LogLevel.WARN,
                "t-ü",
                "a\n\tb ☕"));
  }

  @Test
  void a_reader_that_follows_its_cursor_sees_each_line_once_across_chunks() {
    write(chunk(id(1), 0, info(1), info(2), info(3)), chunk(id(2), 0, info(99)));
    var seen = new ArrayList<String>();
    var cursor = follow(seen, Cursor.START);
    write(chunk(id(1), 0, info(4)));
    write(chunk(id(1), 1, info(5), info(6)));
    follow(seen, cursor);
    assertThat(seen).containsExactly("1", "2", "3", "4", "5", "6");
  }

  private Cursor follow(List<String> seen, Cursor start) {
    var cursor = start;
    while (true) {
      var lines = logs.after(LogFilter.of(id(1), LogLevel.TRACE), cursor, 2);
      if (lines.isEmpty()) {
        return cursor;
      }
      assertThat(lines).hasSizeLessThanOrEqualTo(2);
      lines.forEach(line -> seen.add(line.message()));
      cursor = lines.getLast().cursor();
    }
  }

  @Test
  void levels_filter_lines_within_a_chunk() {
    write(
        chunk(
            id(1),
            0,
            line(T0, LogLevel.DEBUG, "d"),
            line(T0, LogLevel.ERROR, "e"),
            line(T0, LogLevel.WARN, "w")),
        chunk(id(1), 0, line(T0, LogLevel.INFO, "i")));
    assertThat(logs.after(LogFilter.of(id(1), LogLevel.WARN), Cursor.START, 10))
        .extracting(LogLine::message)
        .containsExactly("e", "w");
    var page = logs.search(LogFilter.of(id(1), LogLevel.INFO), page(1, 10));
    assertThat(page.total()).isEqualTo(3);
  }

  @Test
  void pages_are_by_time_newest_first_whatever_order_chunks_came_in() {
    write(chunk(id(1), 0, info(1), info(5), info(9)));
    write(chunk(id(2), 0, info(7), info(8)));
    write(chunk(id(3), 0, info(2), info(3)));
    assertThat(messages(logs.search(EVERYTHING, page(1, 3)))).containsExactly("9", "8", "7");
    assertThat(messages(logs.search(EVERYTHING, page(2, 3)))).containsExactly("5", "3", "2");
    assertThat(messages(logs.search(EVERYTHING, page(3, 3)))).containsExactly("1");
    assertThat(messages(logs.search(EVERYTHING, page(4, 3)))).isEmpty();
    assertThat(logs.search(EVERYTHING, page(2, 3)).total()).isEqualTo(7);
    var oldest = new PageRequest(1, 4, List.of(new Sort("timestamp", true)));
    assertThat(messages(logs.search(EVERYTHING, oldest))).containsExactly("1", "2", "3", "5");
  }

  @Test
  void a_total_counts_what_matches_also_beyond_the_page() {
    for (int n = 0; n < 30; n++) {
      write(chunk(id(n), 0, info(2 * n), line(at(2 * n + 1), LogLevel.ERROR, "odd " + n)));
    }
    var page = logs.search(filter(Optional.empty(), LogLevel.ERROR), page(1, 2));
    assertThat(messages(page)).containsExactly("odd 29", "odd 28");
    assertThat(page.total()).isEqualTo(30);
    var text = logs.search(filter(Optional.of("ODD 1"), LogLevel.TRACE), page(1, 3));
    assertThat(messages(text)).containsExactly("odd 19", "odd 18", "odd 17");
    assertThat(text.total()).isEqualTo(11);
    assertThat(logs.search(between(at(10), at(13)), page(1, 1)).total()).isEqualTo(3);
  }

  @Test
  void lines_of_a_trigger_have_no_execution() {
    write(
        new LogChunk(
            new FlowId("acme.sales", "orders"),
            Optional.empty(),
            -1,
            "",
            0,
            Optional.of("watch"),
            List.of(info(1))),
        chunk(id(1), 0, info(2)));
    var found = logs.search(ofTrigger("watch"), page(1, 10));
    assertThat(messages(found)).containsExactly("1");
    assertThat(found.results().getFirst().execution()).isEmpty();
    assertThat(found.results().getFirst().triggerId()).contains("watch");
  }

  @Test
  void tasks_attempts_and_namespaces_filter() {
    var other =
        new LogChunk(
            new FlowId("acme", "audit"),
            Optional.of(id(2)),
            3,
            "check",
            2,
            Optional.empty(),
            List.of(info(3)));
    write(chunk(id(1), 0, info(1)), chunk(id(1), 1, info(2)), other);
    assertThat(messages(logs.search(place("acme", Optional.empty(), Optional.empty()), page(1, 9))))
        .containsExactly("3", "2", "1");
    assertThat(
            messages(
                logs.search(place("acme.sales", Optional.of(1), Optional.empty()), page(1, 9))))
        .containsExactly("2");
    assertThat(
            messages(
                logs.search(place("acme", Optional.empty(), Optional.of("check")), page(1, 9))))
        .containsExactly("3");
  }

  @Test
  void a_chunk_of_many_lines_is_one_small_row() {
    var lines = new ArrayList<LogChunk.Line>();
    for (int n = 0; n < 5000; n++) {
      lines.add(info(n));
    }
    write(
        new LogChunk(FLOW, Optional.of(id(1)), 0, "say", 1, Optional.empty(), lines),
        new LogChunk(FLOW, Optional.of(id(1)), 0, "say", 1, Optional.empty(), List.of()));
    var read = logs.after(LogFilter.of(id(1), LogLevel.TRACE), Cursor.START, 10_000);
    assertThat(read).hasSize(5000).extracting(l -> l.cursor().chunk()).containsOnly(1L);
    assertThat(read.get(4321).message()).isEqualTo("4321");
  }

  @Test
  void an_unknown_sort_field_is_refused() {
    var request = new PageRequest(1, 10, List.of(new Sort("message", true)));
    assertThatThrownBy(() -> logs.search(EVERYTHING, request))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("timestamp");
  }

  private void write(LogChunk... chunks) {
    var changes = new Changes();
    for (var chunk : chunks) {
      chunk
          .execution()
          .filter(id -> executions.head(id).isEmpty())
          .ifPresent(id -> changes.insert(created(id, FLOW, T0)));
      changes.add(chunk);
    }
    commit(changes);
  }

  private static Instant at(int second) {
    return T0.plusSeconds(second);
  }

  private static LogChunk.Line info(int n) {
    return line(at(n), LogLevel.INFO, String.valueOf(n));
  }

  private static PageRequest page(int page, int size) {
    return new PageRequest(page, size, List.of());
  }

  private static List<String> messages(Page<LogLine> page) {
    return page.results().stream().map(LogLine::message).toList();
  }

  private static LogFilter filter(Optional<String> text, LogLevel level) {
    return new LogFilter(
        text,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        level,
        Optional.empty(),
        Optional.empty());
  }

  private static LogFilter between(Instant from, Instant to) {
    return new LogFilter(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        LogLevel.TRACE,
        Optional.of(from),
        Optional.of(to));
  }

  private static LogFilter ofTrigger(String trigger) {
    return new LogFilter(
        Optional.empty(),
        Optional.of("acme"),
        Optional.of("orders"),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(trigger),
        LogLevel.TRACE,
        Optional.empty(),
        Optional.empty());
  }

  private static LogFilter place(
      String namespace, Optional<Integer> taskRun, Optional<String> taskId) {
    return new LogFilter(
        Optional.empty(),
        Optional.of(namespace),
        Optional.empty(),
        Optional.empty(),
        taskRun,
        taskId,
        Optional.empty(),
        Optional.empty(),
        LogLevel.TRACE,
        Optional.empty(),
        Optional.empty());
  }
}
