package io.orrery.engine.trigger;

import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.model.flow.Moments;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.flow.TriggerDef.CatchUp;
import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.flow.TriggerDef.DstRule;
import io.orrery.model.flow.TriggerDef.Order;
import io.orrery.model.flow.TriggerDef.Overlap;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.problem.Position;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Schedules and events for tests: every value has a plain default, and a method that changes it.
record Sample(Schedule schedule) {

  static final TriggerId ID = new TriggerId(new FlowId("company.team", "etl"), "hourly");
  static final ZoneId UTC = ZoneOffset.UTC;

  static Sample cron(String cron) {
    return new Sample(
        new Schedule(
            common(false),
            new Moments.OfCron(cron, CronDialect.KESTRA, false, DstRule.ORRERY),
            Optional.of(UTC),
            Map.of(),
            Recover.ALL,
            Duration.ofMinutes(1),
            Optional.empty(),
            List.of(),
            CatchUp.DEFAULT,
            Duration.ZERO,
            Overlap.ALLOW));
  }

  private static TriggerDef.Common common(boolean disabled) {
    return new TriggerDef.Common(
        "hourly", "Schedule", Optional.empty(), disabled, Map.of(), Position.NONE);
  }

  /// The schedule's fields, to be changed one by one.
  private static final class Draft {
    TriggerDef.Common common;
    Moments moments;
    ZoneId zone;
    Recover recover;
    Duration threshold;
    Optional<Duration> lateMaximumDelay;
    CatchUp catchUp;
    Duration jitter;
    Overlap overlap;

    Draft(Schedule it) {
      common = it.common();
      moments = it.moments();
      zone = it.zone().orElseThrow();
      recover = it.recover();
      threshold = it.misfireThreshold();
      lateMaximumDelay = it.lateMaximumDelay();
      catchUp = it.catchUp();
      jitter = it.jitter();
      overlap = it.overlap();
    }

    Sample done() {
      return new Sample(
          new Schedule(
              common,
              moments,
              Optional.of(zone),
              Map.of(),
              recover,
              threshold,
              lateMaximumDelay,
              List.of(),
              catchUp,
              jitter,
              overlap));
    }
  }

  Sample recover(Recover value) {
    var draft = new Draft(schedule);
    draft.recover = value;
    return draft.done();
  }

  Sample in(String value) {
    var draft = new Draft(schedule);
    draft.zone = ZoneId.of(value);
    return draft.done();
  }

  Sample threshold(Duration value) {
    var draft = new Draft(schedule);
    draft.threshold = value;
    return draft.done();
  }

  Sample atMostLate(Duration value) {
    var draft = new Draft(schedule);
    draft.lateMaximumDelay = Optional.of(value);
    return draft.done();
  }

  Sample oneAtATime() {
    return overlap(Overlap.HOLD);
  }

  Sample overlap(Overlap value) {
    var draft = new Draft(schedule);
    draft.overlap = value;
    return draft.done();
  }

  Sample jitter(Duration value) {
    var draft = new Draft(schedule);
    draft.jitter = value;
    return draft.done();
  }

  Sample maxBacklog(int value) {
    var draft = new Draft(schedule);
    draft.catchUp = schedule.catchUp().withMaxBacklog(value);
    return draft.done();
  }

  Sample newestFirst() {
    var draft = new Draft(schedule);
    draft.catchUp =
        new CatchUp(schedule.catchUp().maxPerMinute(), schedule.catchUp().maxBacklog(), Order.DESC);
    return draft.done();
  }

  Sample disabledByText() {
    var draft = new Draft(schedule);
    draft.common = common(true);
    return draft.done();
  }

  Recover recover() {
    return schedule.recover();
  }

  Duration threshold() {
    return schedule.misfireThreshold();
  }

  Optional<Duration> lateMaximumDelay() {
    return schedule.lateMaximumDelay();
  }

  boolean concurrent() {
    return schedule.allowConcurrent();
  }

  int maxBacklog() {
    return schedule.catchUp().maxBacklog();
  }

  /// When a slot is due.
  Instant due(Instant slot) {
    return Jitter.due(ID, slots(), schedule.jitter(), slot);
  }

  Slots slots() {
    return Schedules.slots(schedule, UTC);
  }

  TriggerTransition decide(TriggerState state, TriggerEvent event) {
    return Triggers.decide(schedule, UTC, state, event);
  }

  /// The state of a trigger defined at `at`.
  TriggerState definedAt(String at) {
    var instant = Instant.parse(at);
    return decide(TriggerState.unseen(ID, instant), new TriggerEvent.Defined(1, instant)).state();
  }

  static TriggerEvent due(String at, Cause cause) {
    return new TriggerEvent.Due(Instant.parse(at), cause);
  }

  static List<String> slotsOf(TriggerTransition transition) {
    return transition.fires().stream().map(fire -> fire.slot().toString()).toList();
  }
}
