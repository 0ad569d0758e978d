package io.orrery.conformance.cases;

import io.orrery.conformance.corpus.Corpus;
import io.orrery.conformance.corpus.Entry;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Mismatch;
import io.orrery.conformance.match.UnknownMatcher;
import io.orrery.conformance.report.Verdict;
import io.orrery.conformance.subject.Refusal;
import io.orrery.conformance.subject.Subject;
import io.orrery.conformance.subject.SubjectConfig;
import io.orrery.conformance.subject.Unsupported;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Plays one case: set up, deploy its flows, its steps, then what must be true at the end.
public final class CaseRunner {

  private static final Duration EVENTUALLY = Duration.ofSeconds(5);
  private static final List<Step> RUN_TO_THE_END =
      List.of(new Step(Map.of("do", "run", "until", "terminated")));

  /// Steps that need no deployed flow.
  private static final Set<String> OFF_LINE = Set.of("validateFlow", "cli");

  private final Corpus corpus;

  public CaseRunner(Corpus corpus) {
    this.corpus = corpus;
  }

  /// How the instance for this case must be set up.
  public static SubjectConfig config(Entry entry) {
    return Setup.config(entry);
  }

  /// Never throws: whatever the product does can cost only this case.
  public Verdict play(Entry entry, Subject subject) {
    try {
      return Verdict.of(misses(new Stage(corpus, entry, subject)));
    } catch (Unsupported | UnknownMatcher e) {
      return new Verdict.Unsupported(String.valueOf(e.getMessage()));
    } catch (Refusal e) {
      return Verdict.failed("accepted", "refused: " + e.getMessage());
    } catch (RuntimeException e) {
      return Verdict.failed("an answer", "exception: " + trace(e));
    }
  }

  private static List<Mismatch> misses(Stage stage) {
    var steps = steps(stage.entry());
    Setup.apply(stage);
    if (!steps.stream().allMatch(step -> OFF_LINE.contains(step.name()))) {
      deploy(stage, steps);
      Setup.applyTriggers(stage);
    }
    var player = new Steps(stage);
    steps.forEach(player::play);
    var misses = new ArrayList<>(stage.misses());
    misses.addAll(atTheEnd(stage));
    return misses;
  }

  private static List<Step> steps(Entry entry) {
    if (!entry.has("action")) {
      return RUN_TO_THE_END;
    }
    return entry.list("action").stream().map(CaseRunner::step).toList();
  }

  static Step step(Object fields) {
    return new Step(Json.members(fields));
  }

  private static void deploy(Stage stage, List<Step> steps) {
    for (var path : stage.entry().list("needs")) {
      stage.subject().deploy(stage.corpus().text(String.valueOf(path)));
    }
    try {
      stage.source().ifPresent(stage.subject()::deploy);
    } catch (Refusal refusal) {
      // Such a case may be about just that: its calls tell.
      if (!steps.stream().allMatch(step -> step.name().equals("http"))) {
        throw refusal;
      }
    }
  }

  private static List<Mismatch> atTheEnd(Stage stage) {
    var expect = stage.entry().object("expect");
    if (expect.isEmpty()) {
      return List.of();
    }
    stage.beginStep();
    var first = check(stage, expect);
    var scene = Scene.of(stage, stage.main(), expect);
    return first.isEmpty() || !Expectations.mayStillComeTrue(expect, scene)
        ? first
        : new Patience(stage.subject()).untilRight(() -> check(stage, expect), EVENTUALLY);
  }

  /// Looks at everything anew: the execution, and what the placeholders stand for.
  private static List<Mismatch> check(Stage stage, Map<String, Object> expect) {
    var filled = Json.members(new Placeholders(stage).fill(expect));
    var scene = Scene.of(stage, stage.main(), filled);
    return Expectations.check(filled, scene, Expectations.Place.END);
  }

  /// The exception and where it came from, in one line.
  private static String trace(Throwable thrown) {
    var text = new StringBuilder(thrown.toString());
    for (var i = 0; i < Math.min(3, thrown.getStackTrace().length); i++) {
      text.append(" at ").append(thrown.getStackTrace()[i]);
    }
    return thrown.getCause() == null ? text.toString() : text + " because " + thrown.getCause();
  }
}
