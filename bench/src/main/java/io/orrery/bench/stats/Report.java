package io.orrery.bench.stats;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// What one scenario found on one kind of database: for each metric the numbers of its rounds.
public final class Report {

  private final String scenario;
  private final String database;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  /// What one number stands for many rounds.
  private enum Summary {
    MEDIAN,
    /// The greatest: for what must never happen, not even once.
    WORST
  }

  private record Entry(Summary summary, Samples samples) {
    double value() {
      return switch (summary) {
        case MEDIAN -> samples.median();
        case WORST -> samples.max();
      };
    }
  }

  public Report(String scenario, String database) {
    this.scenario = scenario;
    this.database = database;
  }

  public String scenario() {
    return scenario;
  }

  public String database() {
    return database;
  }

  /// Adds the number of one round; the median of all rounds is the result.
  public void add(String metric, double value) {
    entry(metric, Summary.MEDIAN).samples().add(value);
  }

  /// Adds the number of one round; the greatest of all rounds is the result.
  public void worst(String metric, long value) {
    entry(metric, Summary.WORST).samples().add((double) value);
  }

  /// The results by name, in order of first mention.
  public Map<String, Double> metrics() {
    var metrics = new LinkedHashMap<String, Double>();
    entries.forEach((name, entry) -> metrics.put(name, entry.value()));
    return metrics;
  }

  /// For the terminal: a line a metric, with the spread of its rounds.
  public String text() {
    var text = new StringBuilder("%s (%s)%n".formatted(scenario, database));
    entries.forEach(
        (name, entry) -> {
          var samples = entry.samples();
          text.append("  %-24s %12s".formatted(name, number(entry.value())));
          if (samples.size() > 1) {
            text.append(
                "   (%s..%s, %d rounds)"
                    .formatted(number(samples.min()), number(samples.max()), samples.size()));
          }
          text.append(System.lineSeparator());
        });
    return text.toString();
  }

  private Entry entry(String metric, Summary summary) {
    return entries.computeIfAbsent(metric, _ -> new Entry(summary, new Samples()));
  }

  private static String number(double value) {
    double size = Math.abs(value);
    int digits = size >= 100 || value == Math.rint(value) ? 0 : size >= 1 ? 2 : 3;
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }
}
