package io.orrery.engine.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.property.Chance;
import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.model.flow.TriggerDef.Order;
import io.orrery.model.flow.TriggerDef.Overlap;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.id.ExecutionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

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

  /// Most things that happen to a schedule are slots falling due and executions ending.
  private static final List<Deed> DEEDS =
      List.of(
          Deed.DUE,
          Deed.DUE,
          Deed.DUE,
          Deed.DUE,
          Deed.DUE,
          Deed.DUE,
          Deed.END_HOLDER,
          Deed.END_HOLDER,
          Deed.END_HOLDER,
          Deed.END_HOLDER,
          Deed.END_HOLDER,
          Deed.END_OTHER,
          Deed.DISABLE,
          Deed.ENABLE,
          Deed.ENABLE,
          Deed.EDIT,
          Deed.EDIT);

  private static final int TRIES = 1500;

  record Step(Deed deed, Duration passed, Sample edit, Recover recover, int late) {}

  @Test
  void each_slot_gets_exactly_one_decision_whatever_happens() {
    Chance.forSeeds(TRIES, seed -> live(new Chance(seed)));
  }

  private static void live(Chance chance) {
    var first = sample(chance);
    var steps = chance.list(1, 25, TriggersPropertiesTest::step);
    var life = new TriggerLife(first, START);
    for (var step : steps) {
      life.pass(step.passed());
      switch (step.deed()) {
        case DUE -> life.due(step.late());
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

  @Test
  void each_policy_decides_as_its_sentence_says() {
    Chance.forSeeds(TRIES, seed -> decide(new Chance(seed)));
  }

  private static void decide(Chance chance) {
    var sample = sample(chance);
    var at = START.plus(pause(chance));
    var state = sample.definedAt(START.toString());
    var done = sample.decide(state, new TriggerEvent.Due(at, Cause.RESTART));
    var due =
        sample.slots().between(START.plusNanos(1), at.plusNanos(1), 1_000_000).stream()
            .filter(slot -> !sample.due(slot).isAfter(at))
            .toList();

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
                      boolean over = sample.due(slot).plus(max).isBefore(at);
                      if (over) decisions.put(slot, Decision.SKIPPED_LATE);
                      return over;
                    }));
    boolean anyLate = left.stream().anyMatch(slot -> isLate(sample, slot, at));
    int fired = 0;
    var turns = new ArrayList<>(left);
    if (sample.recover() == Recover.ALL && sample.schedule().catchUp().order() == Order.DESC) {
      var late = left.stream().filter(slot -> isLate(sample, slot, at)).toList();
      turns.removeAll(late);
      var cut = Math.max(0, left.size() - sample.maxBacklog());
      left.subList(0, cut).forEach(slot -> decisions.put(slot, Decision.SKIPPED_BACKLOG_CAP));
      turns.addAll(late.reversed());
      turns.removeAll(left.subList(0, cut));
    }
    for (var slot : turns) {
      int newer = left.size() - 1 - left.indexOf(slot);
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
    return sample.due(slot).plus(sample.threshold()).isBefore(at);
  }

  private static Step step(Chance chance) {
    return new Step(
        chance.of(DEEDS),
        passed(chance),
        sample(chance),
        chance.of(Recover.values()),
        chance.of(0, 1, 7, Misfires.FIRES_MAX));
  }

  private static Duration passed(Chance chance) {
    return switch (chance.between(0, 3)) {
      case 0 -> Duration.ofSeconds(chance.between(0, 120));
      case 1 -> Duration.ofMinutes(chance.between(1, 8 * 60));
      case 2 -> Duration.ofSeconds(chance.between(-3600, 0));
      default -> Duration.ZERO;
    };
  }

  private static Duration pause(Chance chance) {
    return chance.coin()
        ? Duration.ofSeconds(chance.between(0, 600))
        : Duration.ofMinutes(chance.between(0, 40 * 60));
  }

  private static Sample sample(Chance chance) {
    var sample =
        Sample.cron(
                chance.of(
                    "* * * * *",
                    "*/7 * * * *",
                    "0 * * * *",
                    "30 2 * * *",
                    "*/20 1-3 * * *",
                    "0 0 1 1 *",
                    "0 0 30 2 *"))
            .in(chance.of("UTC", "Europe/Paris", "Australia/Lord_Howe"))
            .recover(chance.of(Recover.values()))
            .threshold(Duration.ofMinutes(chance.of(0, 1, 30)))
            .maxBacklog(chance.of(1, 3, 50, 1000));
    int delay = chance.of(0, 5, 90, 1440);
    var limited = delay == 0 ? sample : sample.atMostLate(Duration.ofMinutes(delay));
    var spread = limited.jitter(Duration.ofSeconds(chance.of(0, 0, 20, 600)));
    var ordered = chance.coin() ? spread : spread.newestFirst();
    return chance.coin() ? ordered : ordered.overlap(chance.of(Overlap.values()));
  }
}
