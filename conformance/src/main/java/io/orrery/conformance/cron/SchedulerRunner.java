package io.orrery.conformance.cron;

import io.orrery.conformance.corpus.Entry;
import io.orrery.conformance.match.Absent;
import io.orrery.conformance.match.Context;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Matchers;
import io.orrery.conformance.match.Mismatch;
import io.orrery.conformance.match.Moments;
import io.orrery.conformance.subject.Unsupported;
import io.orrery.engine.trigger.Backfill;
import io.orrery.engine.trigger.BackfillEvent;
import io.orrery.engine.trigger.Backfills;
import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Schedules;
import io.orrery.engine.trigger.Start;
import io.orrery.engine.trigger.TriggerEvent;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.engine.trigger.TriggerTransition;
import io.orrery.engine.trigger.Triggers;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.state.State;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Lines of the kind `scheduler`: the machine of a trigger, started on a state and then led through
/// time as timers would lead it, each execution ending at once.
final class SchedulerRunner {

  private static final ZoneId ZONE = ZoneOffset.UTC;

  /// How far time is led: no line waits for more.
  private static final Duration SPAN = Duration.ofMinutes(2);

  private static final Set<String> JUDGED =
      Set.of(
          "executions",
          "eachExecution",
          "scheduleDates",
          "triggerDates",
          "afterFirstExecution",
          "whenReady",
          "afterBackfill",
          "afterwards",
          "after",
          "state");

  private final Entry entry;
  private final Schedule schedule;
  private final Instant now;
  private final List<Map<String, Object>> executions = new ArrayList<>();
  private final List<Object> dates = new ArrayList<>();
  private final List<Object> slots = new ArrayList<>();
  private final Map<String, Object> got = new LinkedHashMap<>();
  private TriggerState state;

  private SchedulerRunner(Entry entry, Instant now) {
    this.entry = entry;
    this.now = now;
    schedule = ScheduleReading.schedule(entry);
    state = known();
  }

  static List<Mismatch> misses(Entry entry, Instant now) {
    var expect = entry.object("expect");
    if (expect.containsKey("logs")) {
      return unreadable(entry, expect, now);
    }
    if (!JUDGED.containsAll(expect.keySet())) {
      throw new Unsupported("a scheduler's " + expect.keySet());
    }
    return new SchedulerRunner(entry, now).run();
  }

  /// Of a trigger that cannot be read the loop only says so, each time that it is due.
  private static List<Mismatch> unreadable(Entry entry, Map<String, Object> expect, Instant now) {
    try {
      ScheduleReading.schedule(entry);
    } catch (ScheduleReading.Unreadable e) {
      var line = Map.of("level", "ERROR", "message", String.valueOf(e.getMessage()));
      var got = Map.<String, Object>of("executions", List.of(), "logs", List.of(line));
      var matchers = new Matchers(Context.at(now));
      var misses = new ArrayList<Mismatch>();
      expect.forEach(
          (key, expected) ->
              misses.addAll(matchers.compare(key, expected, got.getOrDefault(key, Absent.ABSENT))));
      return misses;
    }
    throw new Unsupported("a scheduler's log lines");
  }

  private List<Mismatch> run() {
    // Executions are held back until the state of the start has been looked at.
    got.put("whenReady", shape(ready()));
    asked();
    backfill();
    live();
    got.put("executions", executions);
    got.put("scheduleDates", slots);
    got.put("triggerDates", dates);
    got.put("afterwards", shape(state));
    got.put("state", shape(state));
    return compared();
  }

  /// What the stored state says; that of a definition just seen when there is none.
  private TriggerState known() {
    var stored = entry.object("state");
    var date = moment(stored.get("date")).orElse(now);
    var unseen = TriggerState.unseen(ScheduleRunner.ID, date);
    var defined = decide(unseen, new TriggerEvent.Defined(1, date)).state();
    // A list of dates owes all of them when it is new, and those behind the date when it is not.
    var owed =
        stored.isEmpty()
            ? defined.nextSlot()
            : moment(stored.get("nextExecutionDate"))
                .or(() -> defined.nextSlot().filter(slot -> slot.isAfter(date)))
                .or(() -> Schedules.slots(schedule, ZONE).next(date));
    return new TriggerState(
        defined.id(),
        1,
        owed,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Boolean.TRUE.equals(stored.get("disabled")),
        Boolean.TRUE.equals(stored.get("disabled")) ? Optional.of("stored") : Optional.empty(),
        defined.tzdata(),
        date,
        stored.get("backfill") instanceof Map<?, ?> map
            ? Optional.of(BackfillRunner.begun(Json.members(map), now))
            : Optional.empty());
  }

  /// Once what was missed has been skipped.
  private TriggerState ready() {
    var due = decide(state, new TriggerEvent.Due(now, Cause.RESTART));
    // A start that skips what was missed has decided, whatever it fires as well.
    boolean decided = due.starts().isEmpty() || schedule.recover() == Recover.NONE;
    return decided ? due.state() : state;
  }

  private void asked() {
    if (!(entry.get("action") instanceof List<?> actions)) {
      return;
    }
    for (var one : actions) {
      var action = Json.members(one);
      if (!"createBackfill".equals(action.get("do"))) {
        throw new Unsupported("action " + action.get("do"));
      }
      var event = new BackfillEvent.Asked(BackfillRunner.begun(action, now), now);
      state = Backfills.decide(schedule, ZONE, state, event).state();
      got.put("afterBackfill", shape(state));
    }
  }

  private void backfill() {
    while (Backfills.wants(schedule, state)) {
      var backfill = state.backfill();
      var done = BackfillRunner.next(schedule, state, now);
      state = done.state();
      made(done, backfill);
      for (var start : done.starts()) {
        var ended = new BackfillEvent.Ended(start.id(), State.SUCCESS, now);
        state = Backfills.decide(schedule, ZONE, state, ended).state();
      }
    }
  }

  private void live() {
    var cause = Cause.RESTART;
    var until = now.plus(SPAN);
    var at = now;
    while (!at.isAfter(until)) {
      var event = new TriggerEvent.Due(at, cause);
      var tentative = decide(state, event);
      var verdicts = LateConditions.judged(schedule, tentative.starts(), at);
      var done = Triggers.decide(schedule, ZONE, Optional.empty(), state, event, verdicts);
      state = done.state();
      made(done, Optional.empty());
      for (var start : done.starts()) {
        var ended = new TriggerEvent.HolderEnded(start.id(), State.SUCCESS, at);
        // Only let go: what is still due is for the next round.
        state = released(ended);
      }
      if (!done.starts().isEmpty()) got.putIfAbsent("afterFirstExecution", shape(state));
      var next = Triggers.wakeAt(state);
      if (next.isEmpty() || next.get().isAfter(until)) {
        return;
      }
      at = next.get().isAfter(at) ? next.get() : at;
    }
  }

  private TriggerState released(TriggerEvent.HolderEnded ended) {
    var transition = decide(state, ended);
    if (transition.starts().isEmpty()) {
      return transition.state();
    }
    got.putIfAbsent("afterFirstExecution", shape(state));
    made(transition, Optional.empty());
    state = transition.state();
    return released(
        new TriggerEvent.HolderEnded(
            transition.starts().getFirst().id(), State.SUCCESS, ended.at()));
  }

  private void made(TriggerTransition transition, Optional<Backfill> backfill) {
    for (Start start : transition.starts()) {
      var execution = new LinkedHashMap<String, Object>();
      execution.put("inputs", InputRunner.inputs(entry, schedule, start, backfill, now));
      execution.put("state", start.failure().isPresent() ? "FAILED" : "SUCCESS");
      execution.put("trigger", start.variables());
      executions.add(execution);
      slots.add(start.slot().toString());
      dates.add(String.valueOf(start.variables().get("date")));
    }
  }

  private TriggerTransition decide(TriggerState from, TriggerEvent event) {
    return Triggers.decide(schedule, ZONE, from, event);
  }

  private static Map<String, Object> shape(TriggerState state) {
    var shape = new LinkedHashMap<String, Object>();
    shape.put("date", found(state.lastSlot()));
    shape.put("nextExecutionDate", found(state.nextSlot()));
    shape.put("disabled", state.disabled());
    state.backfill().ifPresent(it -> shape.put("backfill", Map.of("start", it.start())));
    return shape;
  }

  private List<Mismatch> compared() {
    var matchers = new Matchers(Context.at(now));
    var misses = new ArrayList<Mismatch>();
    entry
        .object("expect")
        .forEach(
            (key, expected) -> {
              switch (key) {
                case "after" -> {} // nothing here needs real time
                case "eachExecution" -> {
                  for (var execution : executions) {
                    misses.addAll(matchers.compare(key, expected, execution));
                  }
                }
                default ->
                    misses.addAll(
                        matchers.compare(key, expected, got.getOrDefault(key, Absent.ABSENT)));
              }
            });
    return misses;
  }

  private static Object found(Optional<?> date) {
    return date.<Object>map(each -> each).orElse(Absent.ABSENT);
  }

  private static Optional<Instant> moment(@Nullable Object text) {
    return text == null ? Optional.empty() : Moments.read(text, ZONE);
  }
}
