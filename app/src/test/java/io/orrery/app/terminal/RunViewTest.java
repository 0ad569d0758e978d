package io.orrery.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Frame;
import io.orrery.engine.execution.TaskRun;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.History;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import io.orrery.store.query.LogQueries.Cursor;
import io.orrery.store.query.LogQueries.LogLine;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunViewTest {

  private static final Instant START = Instant.parse("2027-01-01T12:00:00Z");
  private static final ExecutionId ID = new ExecutionId("0123456789ABCDEFGHIJKL");

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  @Test
  void without_a_terminal_each_ended_task_is_one_plain_line_told_once() {
    var view = new RunView(err, Terminal.NONE, ZoneOffset.UTC);
    var running = execution(State.RUNNING, run(0, "load", State.RUNNING));
    view.show(running, List.of(line("load", LogLevel.INFO, "hello")), START.plusSeconds(1));
    var ended = execution(State.SUCCESS, run(0, "load", State.SUCCESS));
    view.show(ended, List.of(), START.plusSeconds(2));
    view.show(ended, List.of(), START.plusSeconds(2));
    view.end(ended, START.plusSeconds(2));
    assertThat(text())
        .isEqualTo(
            """
            12:00:00.000 INFO  load: hello
            SUCCESS  load (1.0 s)
            execution 0123456789ABCDEFGHIJKL of a.b.c: SUCCESS in 1.0 s
            """);
  }

  @Test
  void on_a_terminal_what_is_under_way_stands_below_and_is_drawn_anew() {
    var view = new RunView(err, new Terminal(true, false, false, 80), ZoneOffset.UTC);
    view.show(execution(State.RUNNING, run(0, "load", State.RUNNING)), List.of(), START);
    view.show(
        execution(State.RUNNING, run(0, "load", State.RUNNING)), List.of(), START.plusSeconds(2));
    assertThat(text())
        .isEqualTo("RUNNING   load (0.000 s)\n\u001B[1A\u001B[JRUNNING   load (2.0 s)\n");
  }

  @Test
  void the_live_lines_are_few_however_much_runs() {
    var view = new RunView(err, new Terminal(true, false, false, 80), ZoneOffset.UTC);
    var runs = new ArrayList<TaskRun>();
    for (int i = 0; i < 1_000; i++) {
      runs.add(run(i, "task" + i, State.RUNNING));
    }
    view.show(execution(State.RUNNING, runs.toArray(new TaskRun[0])), List.of(), START);
    assertThat(text().lines()).hasSize(9).endsWith("and 992 more");
  }

  @Test
  void a_log_line_cannot_command_the_terminal() {
    var view = new RunView(err, Terminal.NONE, ZoneOffset.UTC);
    view.show(
        execution(State.RUNNING),
        List.of(line("a", LogLevel.ERROR, "\u001B[2Jgone\r\u0007")),
        START);
    assertThat(text()).isEqualTo("12:00:00.000 ERROR a: ?[2Jgone??\n");
  }

  @Test
  void colour_comes_beside_the_word_and_not_instead() {
    var view = new RunView(err, new Terminal(false, false, true, 80), ZoneOffset.UTC);
    view.end(execution(State.FAILED), START);
    assertThat(text()).contains("\u001B[31mFAILED\u001B[0m");
  }

  @Test
  void no_color_and_dumb_terminals_are_respected() {
    assertThat(Terminal.of("out,err,132", Map.of())).isEqualTo(new Terminal(true, true, true, 132));
    assertThat(Terminal.of("out,err,132", Map.of("NO_COLOR", "1")))
        .isEqualTo(new Terminal(true, false, false, 132));
    assertThat(Terminal.of("out,err,", Map.of("TERM", "dumb")))
        .isEqualTo(new Terminal(false, false, false, 80));
    assertThat(Terminal.of("", Map.of())).isEqualTo(Terminal.NONE);
  }

  private String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static LogLine line(String task, LogLevel level, String message) {
    return new LogLine(
        Cursor.START,
        new FlowId("a.b", "c"),
        Optional.of(ID),
        0,
        task,
        1,
        Optional.empty(),
        START,
        level,
        "main",
        message);
  }

  private static TaskRun run(int seq, String task, State state) {
    var history = History.of(State.RUNNING, START).then(state, START.plusSeconds(1));
    return new TaskRun(
        new TaskRunId(ID, seq),
        task,
        seq,
        -1,
        Frame.Branch.MAIN,
        Optional.empty(),
        -1,
        List.of(),
        history,
        List.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static WholeExecution execution(State state, TaskRun... runs) {
    var history = History.of(State.RUNNING, START).then(state, START.plusSeconds(1));
    var fixed =
        new Execution.Fixed(
            new FlowId("a.b", "c"),
            1,
            START,
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            ID,
            1,
            START,
            Optional.empty());
    var head =
        new Execution(
            ID,
            history,
            Frame.START,
            runs.length,
            0,
            0,
            fixed,
            Map.of(),
            Map.of(),
            Map.of(),
            Optional.empty(),
            Optional.empty());
    return new WholeExecution(head, List.of(runs));
  }
}
