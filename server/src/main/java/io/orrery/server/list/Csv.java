package io.orrery.server.list;

import java.util.List;
import java.util.stream.Collectors;

/// A table as text: commas, a line a row, a first line of names.
public final class Csv {
  public static final String TYPE = "text/csv; charset=utf-8";

  private final StringBuilder text = new StringBuilder();

  public Csv(List<String> names) {
    row(names);
  }

  public void row(List<String> cells) {
    text.append(line(cells));
  }

  public String text() {
    return text.toString();
  }

  /// A row of its own, for tables that are written as they are read.
  public static String line(List<String> cells) {
    return cells.stream().map(Csv::cell).collect(Collectors.joining(",")) + "\n";
  }

  /// Quoted where it must be; what a spreadsheet would take for a formula is text.
  private static String cell(String text) {
    var harmless = text.matches("(?s)[=+@-].*") ? "'" + text : text;
    return harmless.matches("(?s).*[\",\r\n].*")
        ? '"' + harmless.replace("\"", "\"\"") + '"'
        : harmless;
  }
}
