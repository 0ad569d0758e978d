package io.orrery.conformance;

import io.orrery.conformance.cases.CaseSuite;
import io.orrery.conformance.corpus.Corpus;
import io.orrery.conformance.corpus.Entry;
import io.orrery.conformance.cron.CronVectorRunner;
import io.orrery.conformance.cron.ScheduleRunner;
import io.orrery.conformance.embedded.EmbeddedSubjects;
import io.orrery.conformance.expressions.ExpressionRunner;
import io.orrery.conformance.report.Result;
import java.time.InstantSource;
import java.util.List;

/// Where the harness and the product are joined: what runs each file of a corpus.
final class Product {

  private Product() {}

  static List<Result> cases(List<Entry> entries, Corpus corpus) {
    try (var instances = new EmbeddedSubjects()) {
      return new CaseSuite(corpus, instances).run(entries);
    }
  }

  static List<Result> expressions(List<Entry> entries) {
    return new ExpressionRunner(InstantSource.system()).run(entries);
  }

  static List<Result> cron(List<Entry> entries) {
    return ScheduleRunner.run(entries);
  }

  static List<Result> cronVectors(List<Entry> entries) {
    return CronVectorRunner.run(entries);
  }
}
