package io.orrery.conformance.corpus;

import java.util.Arrays;
import java.util.Optional;

/// The files of a corpus that hold entries, one a line.
public enum CorpusFile {
  CASES("cases"),
  EXPRESSIONS("expressions"),
  CRON("cron"),
  CRON_VECTORS("cron-vectors");

  private final String title;

  CorpusFile(String title) {
    this.title = title;
  }

  /// Its name without the ending, as reports show it.
  public String title() {
    return title;
  }

  public String fileName() {
    return title + ".jsonl";
  }

  public static Optional<CorpusFile> named(String title) {
    return Arrays.stream(values()).filter(file -> file.title.equals(title)).findFirst();
  }
}
