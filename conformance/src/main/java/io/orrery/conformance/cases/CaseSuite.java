package io.orrery.conformance.cases;

import io.orrery.conformance.corpus.Corpus;
import io.orrery.conformance.corpus.Entry;
import io.orrery.conformance.report.Result;
import io.orrery.conformance.report.Verdict;
import io.orrery.conformance.subject.Subject;
import io.orrery.conformance.subject.SubjectConfig;
import io.orrery.conformance.subject.SubjectFactory;
import io.orrery.conformance.subject.Unsupported;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;

/// Plays many cases at once, since most of them wait: those that may share an instance in one per
/// configuration, each other one in an instance of its own.
public final class CaseSuite {

  /// Cases under way in shared instances. They are bounded so that waits mean something on a
  /// machine with few cores.
  private static final int SHARED_MAX = 12;

  /// Instances of a single case that are open at a time.
  private static final int OWN_MAX = 6;

  private final Corpus corpus;
  private final SubjectFactory factory;
  private final CaseRunner runner;
  private final Semaphore shared = new Semaphore(SHARED_MAX);
  private final Semaphore own = new Semaphore(OWN_MAX);

  public CaseSuite(Corpus corpus, SubjectFactory factory) {
    this.corpus = corpus;
    this.factory = factory;
    this.runner = new CaseRunner(corpus);
  }

  /// @return one result an entry, in their order
  public List<Result> run(List<Entry> entries) {
    try (var instances = new Instances(factory)) {
      var tasks = new ArrayList<Callable<Result>>();
      for (var entry : entries) {
        tasks.add(() -> new Result(entry, verdict(entry, instances)));
      }
      return Together.all(tasks);
    }
  }

  private Verdict verdict(Entry entry, Instances instances) throws InterruptedException {
    var share = Isolation.shareable(entry, corpus);
    var room = share ? shared : own;
    room.acquire();
    try {
      var config = CaseRunner.config(entry);
      if (share) {
        return runner.play(entry, instances.of(config));
      }
      try (var instance = factory.open(config)) {
        return runner.play(entry, instance);
      }
    } catch (Unsupported e) {
      return new Verdict.Unsupported(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      return Verdict.failed("an instance", "exception: " + e);
    } finally {
      room.release();
    }
  }

  /// One instance for each configuration, opened when first needed.
  private static final class Instances implements AutoCloseable {
    private final SubjectFactory factory;
    private final Map<SubjectConfig, Subject> open = new LinkedHashMap<>();

    Instances(SubjectFactory factory) {
      this.factory = factory;
    }

    synchronized Subject of(SubjectConfig config) {
      return open.computeIfAbsent(config, factory::open);
    }

    @Override
    public synchronized void close() {
      open.values().forEach(Subject::close);
    }
  }
}
