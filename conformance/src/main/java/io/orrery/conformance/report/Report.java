package io.orrery.conformance.report;

import io.orrery.conformance.corpus.CorpusFile;
import io.orrery.conformance.match.Json;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// All results of a run, in the order of the corpus.
public record Report(List<Result> results) {

  public Report {
    results = List.copyOf(results);
  }

  public Tally total() {
    return results.stream()
        .map(result -> Tally.NONE.and(result.verdict()))
        .reduce(Tally.NONE, Tally::and);
  }

  /// Counts by file and area, both in the order of the corpus.
  public Map<CorpusFile, Map<String, Tally>> byArea() {
    var files = new EnumMap<CorpusFile, Map<String, Tally>>(CorpusFile.class);
    for (var result : results) {
      files
          .computeIfAbsent(result.entry().file(), file -> new LinkedHashMap<>())
          .merge(
              result.entry().area(), Tally.NONE.and(result.verdict()), (one, two) -> one.and(two));
    }
    return files;
  }

  public List<Result> misses() {
    return results.stream()
        .filter(result -> !(result.verdict() instanceof Verdict.Passed))
        .toList();
  }

  /// The report for people.
  public String text() {
    var lines = new StringBuilder();
    for (var miss : misses()) {
      lines.append(missText(miss)).append('\n');
    }
    if (!misses().isEmpty()) {
      lines.append('\n');
    }
    lines.append(table());
    var total = total();
    return lines
        .append('\n')
        .append(total.passed() + " passed, ")
        .append(total.failed() + " failed, ")
        .append(total.unsupported() + " unsupported\n")
        .toString();
  }

  private static String missText(Result miss) {
    var entry = miss.entry();
    var name = entry.id() + (entry.inferred() ? " (inferred)" : "");
    return switch (miss.verdict()) {
      case Verdict.Passed _ -> "";
      case Verdict.Unsupported unsupported -> "unsupported  " + name + ": " + unsupported.reason();
      case Verdict.Failed failed -> {
        var text = new StringBuilder("failed       " + name);
        for (var difference : failed.differences()) {
          text.append("\n    ").append(difference.path().isEmpty() ? "(value)" : difference.path());
          text.append("\n      expected  ").append(difference.expected());
          text.append("\n      got       ").append(difference.got());
        }
        yield text.toString();
      }
    };
  }

  private String table() {
    var rows = new ArrayList<String>();
    rows.add(row("file", "area", "passed", "failed", "unsupported"));
    byArea()
        .forEach(
            (file, areas) -> {
              areas.forEach((area, tally) -> rows.add(row(file.title(), area, tally)));
              rows.add(
                  row(
                      file.title(),
                      "(all)",
                      areas.values().stream().reduce(Tally.NONE, Tally::and)));
            });
    return String.join("\n", rows) + "\n";
  }

  private static String row(String file, String area, Tally tally) {
    return row(
        file,
        area,
        Integer.toString(tally.passed()),
        Integer.toString(tally.failed()),
        Integer.toString(tally.unsupported()));
  }

  private static String row(String... cells) {
    return String.format(Locale.ROOT, "%-13s %-26s %7s %7s %12s", (Object[]) cells);
  }

  /// The report for programs.
  public String json() {
    var files = new LinkedHashMap<String, Object>();
    byArea()
        .forEach(
            (file, areas) -> {
              var counts = new LinkedHashMap<String, Object>();
              areas.forEach((area, tally) -> counts.put(area, counts(tally)));
              files.put(file.title(), Map.of("areas", counts));
            });
    var document = new LinkedHashMap<String, Object>();
    document.put("files", files);
    document.put("misses", misses().stream().map(Report::missJson).toList());
    return Json.pretty(document) + "\n";
  }

  private static Map<String, Object> counts(Tally tally) {
    var counts = new LinkedHashMap<String, Object>();
    counts.put("passed", tally.passed());
    counts.put("failed", tally.failed());
    counts.put("unsupported", tally.unsupported());
    return counts;
  }

  private static Map<String, Object> missJson(Result miss) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("id", miss.entry().id());
    fields.put("file", miss.entry().file().title());
    fields.put("area", miss.entry().area());
    fields.put("expected", miss.verdict().expected());
    fields.put("got", miss.verdict().got());
    return fields;
  }
}
