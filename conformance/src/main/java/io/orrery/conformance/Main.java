package io.orrery.conformance;

import io.orrery.conformance.corpus.Corpus;
import io.orrery.conformance.corpus.CorpusFile;
import io.orrery.conformance.corpus.Entry;
import io.orrery.conformance.report.Report;
import io.orrery.conformance.report.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Runs a corpus directory and reports: to people on standard output, to programs as JSON.
public final class Main {

  private static final int MISSES = 1;
  private static final int WRONG_USAGE = 2;

  private Main() {}

  public static void main(String[] arguments) {
    System.exit(run(List.of(arguments)));
  }

  static int run(List<String> arguments) {
    try {
      var options = Options.of(arguments);
      var report = report(options);
      System.out.print(report.text());
      System.out.flush();
      options.json().ifPresent(file -> write(file, report.json()));
      return report.total().clean() ? 0 : MISSES;
    } catch (Options.Wrong e) {
      System.err.println(e.getMessage());
      System.err.println(Options.USAGE);
      return WRONG_USAGE;
    }
  }

  private static Report report(Options options) {
    var corpus = new Corpus(options.corpus());
    var results = new ArrayList<Result>();
    for (var file : CorpusFile.values()) {
      var entries =
          corpus.entries(file).stream()
              .filter(entry -> options.wants(entry.id(), entry.area()))
              .toList();
      if (!entries.isEmpty()) {
        results.addAll(results(file, entries, corpus));
      }
    }
    return new Report(results);
  }

  private static List<Result> results(CorpusFile file, List<Entry> entries, Corpus corpus) {
    return switch (file) {
      case CASES -> Product.cases(entries, corpus);
      case EXPRESSIONS -> Product.expressions(entries);
      case CRON -> Product.cron(entries);
      case CRON_VECTORS -> Product.cronVectors(entries);
    };
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
