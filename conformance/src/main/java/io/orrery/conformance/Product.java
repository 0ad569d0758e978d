package io.orrery.conformance;

import io.orrery.conformance.cases.CaseSuite;
import io.orrery.conformance.corpus.Corpus;
import io.orrery.conformance.corpus.Entry;
import io.orrery.conformance.report.Result;
import io.orrery.conformance.report.Verdict;
import io.orrery.conformance.subject.Unsupported;
import java.util.List;

/// Where the harness and the product are joined: what runs each file of a corpus.
final class Product {

  private Product() {}

  static CaseSuite cases(Corpus corpus) {
    return new CaseSuite(
        corpus,
        config -> {
          throw new Unsupported("an embedded instance");
        });
  }

  static List<Result> expressions(List<Entry> entries) {
    return unsupported(entries, "expressions");
  }

  static List<Result> cron(List<Entry> entries) {
    return unsupported(entries, "schedules");
  }

  static List<Result> cronVectors(List<Entry> entries) {
    return unsupported(entries, "cron expressions");
  }

  private static List<Result> unsupported(List<Entry> entries, String what) {
    return entries.stream().map(entry -> new Result(entry, new Verdict.Unsupported(what))).toList();
  }
}
