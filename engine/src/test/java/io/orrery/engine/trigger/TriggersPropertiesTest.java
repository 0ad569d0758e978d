package io.orrery.engine.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.id.ExecutionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

class TriggersPropertiesTest {

  /// The day before Paris sets its clocks back.
  private static final Instant START = Instant.parse("2025-10-25T12:00:30Z");

  private enum Deed {
    DUE,
    END_HOLDER,
    END_OTHER,
    DISABLE,
    ENABLE,
    EDIT
  }

  record Step(Deed deed, Duration passed, Sample edit, Recover recover) {}

  @Property(tries = 1500)
  void each_slot_gets_exactly_one_decision_whatever_happens(
      @ForAll("samples") Sample first, @ForAll("steps") List<Step> steps) {
    var life = new TriggerLife(first, START);
    for (var step : steps) {
      life.pass(step.passed());
      switch (step.deed()) {
        case DUE -> life.due();
        case END_HOLDER -> life.endHolder();
        case END_OTHER -> life.end(new ExecutionId("other"));
        case DISABLE -> life.disable();
        case ENABLE -> life.enable(step.recover());
        case EDIT -> life.edit(step.edit());
      }
      life.assertEachSlotDecidedOnce();
    }
    life.drain();
    life.assertEachSlotDecidedOnce();
  }

  @Property(tries = 1500)
  void each_policy_decides_as_its_sentence_says(
      @ForAll("samples") Sample sample, @ForAll("pauses") Duration pause) {
    var at = START.plus(pause);
    var state = sample.definedAt(START.toString());
    var done = sample.decide(state, new TriggerEvent.Due(at, Cause.RESTART));
    var due = sample.slots().between(START.plusNanos(1), at.plusNanos(1), 1_000_000);

    var got = new TreeMap<Instant, Decision>();
    for (var fire : done.fires()) got.put(fire.slot(), fire.decision());
    for (var skip : done.skips()) {
      due.stream()
          .filter(slot -> !slot.isBefore(skip.from()) && !slot.isAfter(skip.to()))
          .forEach(slot -> got.put(slot, skip.decision()));
    }
    assertThat(got).isEqualTo(naive(sample, due, at));
  }

  /// The policies once more, slot by slot over the whole list.
  private static Map<Instant, Decision> naive(Sample sample, List<Instant> due, Instant at) {
    var decisions = new TreeMap<Instant, Decision>();
    var left = new ArrayList<>(due);
    sample
        .lateMaximumDelay()
        .ifPresent(
            max ->
                left.removeIf(
                    slot -> {
                      boolean over = slot.plus(max).isBefore(at);
                      if (over) decisions.put(slot, Decision.SKIPPED_LATE);
                      return over;
                    }));
    boolean anyLate = left.stream().anyMatch(slot -> isLate(sample, slot, at));
    int fired = 0;
    for (int i = 0; i < left.size(); i++) {
      var slot = left.get(i);
      int newer = left.size() - 1 - i;
      var decision =
          switch (sample.recover()) {
            case ALL ->
                newer >= sample.maxBacklog() ? Decision.SKIPPED_BACKLOG_CAP : Decision.FIRED;
            case LAST -> anyLate && newer > 0 ? Decision.COALESCED : Decision.FIRED;
            case NONE -> isLate(sample, slot, at) ? Decision.SKIPPED_POLICY : Decision.FIRED;
          };
      if (decision == Decision.FIRED) {
        boolean full = fired >= (sample.concurrent() ? Misfires.FIRES_MAX : 1);
        if (full) break;
        fired++;
      }
      decisions.put(slot, decision);
    }
    return decisions;
  }

  private static boolean isLate(Sample sample, Instant slot, Instant at) {
    return slot.plus(sample.threshold()).isBefore(at);
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    var deeds =
        Arbitraries.frequency(
            Tuple.of(6, Deed.DUE),
            Tuple.of(5, Deed.END_HOLDER),
            Tuple.of(1, Deed.END_OTHER),
            Tuple.of(1, Deed.DISABLE),
            Tuple.of(2, Deed.ENABLE),
            Tuple.of(2, Deed.EDIT));
    return Combinators.combine(deeds, passed(), samples(), Arbitraries.of(Recover.class))
        .as(Step::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(25);
  }

  private static Arbitrary<Duration> passed() {
    return Arbitraries.oneOf(
        Arbitraries.longs().between(0, 120).map(Duration::ofSeconds),
        Arbitraries.longs().between(1, 8 * 60).map(Duration::ofMinutes),
        Arbitraries.longs().between(-3600, 0).map(Duration::ofSeconds),
        Arbitraries.just(Duration.ZERO));
  }

  @Provide
  Arbitrary<Duration> pauses() {
    return Arbitraries.oneOf(
        Arbitraries.longs().between(0, 600).map(Duration::ofSeconds),
        Arbitraries.longs().between(0, 40 * 60).map(Duration::ofMinutes));
  }

  @Provide
  Arbitrary<Sample> samples() {
    var crons =
        Arbitraries.of(
            "* * * * *",
            "*/7 * * * *",
            "0 * * * *",
            "30 2 * * *",
            "*/20 1-3 * * *",
            "0 0 1 1 *",
            "0 0 30 2 *");
    var zones = Arbitraries.of("UTC", "Europe/Paris", "Australia/Lord_Howe");
    var delays = Arbitraries.of(0, 5, 90, 1440);
    return Combinators.combine(
            crons,
            zones,
            Arbitraries.of(Recover.class),
            Arbitraries.of(0, 1, 30).map(Duration::ofMinutes),
            delays,
            Arbitraries.of(true, false),
            Arbitraries.of(1, 3, 50, 1000))
        .as(
            (cron, zone, recover, threshold, delay, concurrent, backlog) -> {
              var sample =
                  Sample.cron(cron)
                      .in(zone)
                      .recover(recover)
                      .threshold(threshold)
                      .maxBacklog(backlog);
              var limited = delay == 0 ? sample : sample.atMostLate(Duration.ofMinutes(delay));
              return concurrent ? limited : limited.oneAtATime();
            });
  }
}
