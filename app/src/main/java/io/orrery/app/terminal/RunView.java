package io.orrery.app.terminal;

import io.orrery.engine.execution.TaskRun;
import io.orrery.model.kept.Kept;
import io.orrery.model.state.State;
import io.orrery.store.query.LogQueries.LogLine;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Shows one execution as it goes on: its log lines, one line for each task run that ended, and, on
/// a terminal, a few lines below them that say what is under way and are drawn anew each time.
public final class RunView {

  private static final int LIVE_LINES_MAX = 8;
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

  private final PrintStream err;
  private final Terminal terminal;
  private final Ink ink;
  private final ZoneId zone;

  /// What was last said of each task run, by seq.
  private final Map<Integer, State> told = new HashMap<>();

  private int liveLines;

  private record Said(Instant at, String text) {}

  public RunView(PrintStream err, Terminal terminal, ZoneId zone) {
    this.err = err;
    this.terminal = terminal;
    this.ink = Ink.of(terminal.colourErr());
    this.zone = zone;
  }

  /// @param lines new ones only
  public void show(WholeExecution execution, List<LogLine> lines, Instant now) {
    var text = new StringBuilder(erase());
    var said = new ArrayList<Said>();
    for (var line : lines) {
      said.add(new Said(line.at(), logLine(line)));
    }
    // Inner task runs come later in the list and end earlier than what holds them.
    for (var run : execution.taskRuns().reversed()) {
      if (news(run)) {
        said.add(new Said(run.history().currentSince(), taskLine(run, now)));
      }
    }
    said.sort(Comparator.comparing(Said::at));
    said.forEach(each -> text.append(each.text()).append('\n'));
    if (terminal.err() && !execution.execution().state().terminal()) {
      text.append(live(execution, now));
    }
    err.print(text);
    err.flush();
  }

  /// The last line of all.
  public void end(WholeExecution execution, Instant now) {
    var head = execution.execution();
    var state = head.state();
    err.print(erase());
    head.error().ifPresent(why -> err.println(ink.state(State.FAILED, Words.printable(why))));
    err.println(
        "execution "
            + head.id()
            + " of "
            + head.fixed().flow()
            + ": "
            + ink.state(state, state.name())
            + " in "
            + Words.duration(head.history().duration(now)));
    err.flush();
  }

  private boolean news(TaskRun run) {
    var state = run.state();
    boolean worthTelling = state.terminal() || state == State.PAUSED || state == State.RETRYING;
    return worthTelling && told.put(run.seq(), state) != state;
  }

  private String logLine(LogLine line) {
    var level = line.level();
    return ink.quiet(CLOCK.format(line.at().atZone(zone)))
        + " "
        + ink.level(level, String.format(Locale.ROOT, "%-5s", level))
        + " "
        + (line.taskId().isEmpty() ? "" : line.taskId() + ": ")
        + Words.printable(line.message());
  }

  private String taskLine(TaskRun run, Instant now) {
    var state = run.state();
    var tries = run.attempts().size() > 1 ? ", " + run.attempts().size() + " attempts" : "";
    return ink.state(state, String.format(Locale.ROOT, "%-8s", state))
        + " "
        + name(run)
        + ink.quiet(" (" + Words.duration(run.history().duration(now)) + tries + ")");
  }

  private static String name(TaskRun run) {
    return run.path().isEmpty()
        ? run.taskId()
        : run.taskId()
            + " ["
            + Words.printable(String.join(" / ", run.path().stream().map(Kept::shown).toList()))
            + "]";
  }

  private String live(WholeExecution execution, Instant now) {
    var open = new ArrayList<TaskRun>();
    for (var run : execution.taskRuns()) {
      if (!run.state().terminal() && run.frame().isEmpty()) {
        open.add(run);
      }
    }
    var text = new StringBuilder();
    int shown = Math.min(open.size(), LIVE_LINES_MAX);
    for (var run : open.subList(0, shown)) {
      var since = Words.duration(Duration.between(run.history().currentSince(), now));
      var state = run.state();
      var rest = Words.fit(name(run) + " (" + since + ")", terminal.columns() - 12);
      text.append(ink.state(state, String.format(Locale.ROOT, "%-9s", state)))
          .append(' ')
          .append(rest)
          .append('\n');
    }
    liveLines = shown;
    if (open.size() > shown) {
      text.append("and ").append(open.size() - shown).append(" more\n");
      liveLines++;
    }
    return text.toString();
  }

  private String erase() {
    int lines = liveLines;
    liveLines = 0;
    return lines == 0 ? "" : "\u001B[" + lines + "A\u001B[J";
  }
}
