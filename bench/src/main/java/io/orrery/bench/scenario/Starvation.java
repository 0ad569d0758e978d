package io.orrery.bench.scenario;

import io.orrery.bench.stats.Report;
import io.orrery.bench.subject.Observer;
import io.orrery.bench.subject.Pause;
import io.orrery.bench.subject.Product;
import io.orrery.bench.subject.Trouble;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/// A schedule that is due each second and has N slots to make up for, all of them wanted, beside
/// ten schedules that are due once: how late those are. The backlog is what a controller finds that
/// was away for that long.
public final class Starvation implements Scenario {

  private static final int OTHERS = 10;
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  @Override
  public String name() {
    return "starvation";
  }

  @Override
  public void run(Workbench bench, Report report) {
    int backlog = bench.size(10_000, 100);
    for (int round = 0; round < bench.rounds(); round++) {
      var home = bench.home();
      var database = bench.databases().fresh(home);
      Instant due;
      try (var product = Product.open(home, database, bench.clock())) {
        product.save(
            Flows.scheduled("behind", "* * * * * *")
                + "    recoverMissedSchedules: ALL\n    maxBacklog: %d\n".formatted(2 * backlog));
        due = bench.clock().instant().plusSeconds(8).truncatedTo(ChronoUnit.SECONDS);
        for (int i = 0; i < OTHERS; i++) {
          var at = due.plusSeconds(i % 5).atZone(ZoneOffset.UTC);
          product.save(
              Flows.scheduled(
                  "hourly" + i, "%d %d * * * *".formatted(at.getSecond(), at.getMinute())));
        }
      }
      long away = Duration.ofSeconds(backlog).toNanos() / 1_000;
      try (var observer = new Observer(database)) {
        observer.change(
            "delete from fire where flow_id = 'behind'"); // those slots are not decided any more
        observer.change(
            "update trigger_state set next_slot = next_slot - ?, needed_from = needed_from - ?,"
                + " last_slot = null, updated_at = updated_at - ? where flow_id = 'behind'",
            away,
            away,
            away);
        try (var _ = Product.open(home, database, bench.clock())) {
          Pause.until("all others fired", PATIENCE, 5, () -> fired(observer, "hourly%") >= OTHERS);
          report.add("madeUpMeanwhile", (double) fired(observer, "behind"));
          long late =
              observer.number(
                  "select max(late_by) from fire where flow_id like 'hourly%' and decision ="
                      + " 'FIRED'");
          report.worst("othersLateMaxMs", late);
          if (fired(observer, "behind") == 0) {
            throw new Trouble("nothing of the backlog was made up for");
          }
        }
      }
    }
  }

  private static long fired(Observer observer, String flow) {
    return observer.number(
        "select count(*) from fire where flow_id like ? and decision = 'FIRED'", flow);
  }
}
