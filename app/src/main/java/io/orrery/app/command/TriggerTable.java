package io.orrery.app.command;

import io.orrery.model.id.TriggerId;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Answers about triggers as columns.
final class TriggerTable {
  private TriggerTable() {}

  static String name(TriggerId id) {
    return id.flow().namespace() + "/" + id.flow().id() + "/" + id.id();
  }

  static void states(Map<String, Object> answer, PrintStream out) {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("TRIGGER", "STATE", "NEXT", "LAST", "WAITS FOR"));
    for (var state : ServerDesk.results(answer)) {
      rows.add(
          List.of(
              text(state, "namespace")
                  + "/"
                  + text(state, "flowId")
                  + "/"
                  + text(state, "triggerId"),
              Boolean.TRUE.equals(state.get("disabled")) ? "disabled" : "enabled",
              text(state, "nextEvaluationDate"),
              text(state, "lastTriggeredDate"),
              text(state, "executionId")));
    }
    print(rows, out);
  }

  static void slots(Map<String, Object> answer, PrintStream out) {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("DATE", "STATUS", "LATENESS", "CAUSE", "LANE", "EXECUTION"));
    for (var slot : ServerDesk.results(answer)) {
      var many = text(slot, "count");
      boolean range = !many.equals("-") && !many.equals("1");
      rows.add(
          List.of(
              range
                  ? text(slot, "date") + " to " + text(slot, "lastDate") + " (" + many + ")"
                  : text(slot, "date"),
              text(slot, "status"),
              text(slot, "lateness"),
              text(slot, "cause"),
              text(slot, "lane"),
              text(slot, "executionId")));
    }
    print(rows, out);
  }

  private static String text(Map<String, Object> row, String member) {
    var value = row.get(member);
    return value == null ? "-" : String.valueOf(value);
  }

  private static void print(List<List<String>> rows, PrintStream out) {
    int[] widths = new int[rows.getFirst().size()];
    for (var row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (var row : rows) {
      var line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
