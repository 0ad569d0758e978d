package io.orrery.bench.scenario;

import io.orrery.bench.stats.Report;
import io.orrery.bench.stats.Samples;
import io.orrery.bench.subject.Observer;
import io.orrery.bench.subject.Pause;
import io.orrery.bench.subject.Product;
import io.orrery.bench.subject.Trouble;
import io.orrery.model.flow.FlowRevision;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.concurrent.CompletionStage;

/// N flows with a schedule that falls due in the same second.
///
/// `createdWithinMs` is from that instant until the last execution is seen in the database,
/// `latenessP99Ms` what the product's own ledger says of its decisions.
public final class Schedules implements Scenario {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration SPARE = Duration.ofSeconds(2);
  private static final int ATTEMPTS_MAX = 5;

  @Override
  public String name() {
    return "schedules";
  }

  @Override
  public void run(Workbench bench, Report report) {
    int count = bench.size(10_000, 20);
    var allowance = Duration.ofMillis(6_000 + 2L * count);
    for (int round = 0; round < bench.rounds(); round++) {
      int attempts = 0;
      while (!measured(bench, report, count, allowance)) {
        allowance = allowance.multipliedBy(2);
        attempts++;
        if (attempts == ATTEMPTS_MAX) {
          throw new Trouble("saving " + count + " flows takes too long to meet any instant");
        }
        bench.say("saving took too long; again, due in " + allowance.toSeconds() + " s");
      }
    }
  }

  /// @return whether all flows were saved before the instant came
  private static boolean measured(Workbench bench, Report report, int count, Duration allowance) {
    try (var product = bench.product();
        var observer = product.observer()) {
      var warm = product.save(Flows.log("warm"));
      new ClosedLoop(product, observer::open, warm, 200)
          .run(Duration.ofMillis(bench.pick(3_000, 200)));
      var due = bench.clock().instant().plus(allowance).truncatedTo(ChronoUnit.SECONDS);
      save(product, count, due);
      bench.say(
          "%,d flows saved, due in %d s"
              .formatted(count, Duration.between(bench.clock().instant(), due).toSeconds()));
      if (bench.clock().instant().plus(SPARE).isAfter(due)) {
        return false;
      }
      Pause.of(Duration.between(bench.clock().instant(), due));
      await(bench, report, observer, count, due);
      tell(report, observer, count, due);
      return true;
    }
  }

  private static void save(Product product, int count, Instant due) {
    var at = due.atZone(ZoneOffset.UTC);
    var cron =
        "%d %d %d %d %d *"
            .formatted(
                at.getSecond(),
                at.getMinute(),
                at.getHour(),
                at.getDayOfMonth(),
                at.getMonthValue());
    var stages = new ArrayList<CompletionStage<FlowRevision>>(count);
    for (int i = 0; i < count; i++) {
      var source = Flows.scheduled("due" + i, cron);
      stages.add(product.orchestrator().saveFlow(product.parse(source), source));
    }
    stages.forEach(Product::await);
  }

  private static void await(
      Workbench bench, Report report, Observer observer, int count, Instant due) {
    Pause.until("all schedules fired", PATIENCE, 5, () -> fired(observer, due) >= count);
    report.add("createdWithinMs", millisSince(bench, due));
    Pause.until("all scheduled executions ended", PATIENCE, 5, () -> observer.open() == 0);
    report.add("endedWithinMs", millisSince(bench, due));
  }

  private static double millisSince(Workbench bench, Instant due) {
    return due.until(bench.clock().instant(), ChronoUnit.MICROS) / 1e3;
  }

  private static long fired(Observer observer, Instant due) {
    return observer.number(
        "select count(*) from fire where decision = 'FIRED' and slot = ?", micros(due));
  }

  private static void tell(Report report, Observer observer, int count, Instant due) {
    var lateness = new Samples();
    observer
        .rows("select late_by from fire where slot = ?", micros(due))
        .forEach(line -> lateness.add((double) line.number(0)));
    report.add("schedules", count);
    report.add("latenessP50Ms", lateness.median());
    report.add("latenessP99Ms", lateness.percentile(99));
    long executions = observer.number("select count(*) from execution where flow_id like 'due%'");
    long flows =
        observer.number("select count(distinct flow_id) from execution where flow_id like 'due%'");
    long ledger = observer.number("select count(*) from fire where flow_id like 'due%'");
    report.worst("lost", count - Math.min(flows, ledger));
    report.worst("doubled", Math.max(executions, ledger) - flows);
  }

  private static long micros(Instant at) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, at);
  }
}
