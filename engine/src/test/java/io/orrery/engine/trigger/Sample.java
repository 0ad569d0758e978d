package io.orrery.engine.trigger;

import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.flow.TriggerDef.DstRule;
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
record Sample(
    String cron,
    ZoneId zone,
    Recover recover,
    Duration threshold,
    Optional<Duration> lateMaximumDelay,
    boolean concurrent,
    int maxBacklog,
    boolean disabled) {

  static final TriggerId ID = new TriggerId(new FlowId("company.team", "etl"), "hourly");
  static final ZoneId UTC = ZoneOffset.UTC;

  static Sample cron(String cron) {
    return new Sample(
        cron, UTC, Recover.ALL, Duration.ofMinutes(1), Optional.empty(), true, 1000, false);
  }

  Sample recover(Recover value) {
    return new Sample(
        cron, zone, value, threshold, lateMaximumDelay, concurrent, maxBacklog, disabled);
  }

  Sample in(String value) {
    return new Sample(
        cron,
        ZoneId.of(value),
        recover,
        threshold,
        lateMaximumDelay,
        concurrent,
        maxBacklog,
        disabled);
  }

  Sample threshold(Duration value) {
    return new Sample(
        cron, zone, recover, value, lateMaximumDelay, concurrent, maxBacklog, disabled);
  }

  Sample atMostLate(Duration value) {
    return new Sample(
        cron, zone, recover, threshold, Optional.of(value), concurrent, maxBacklog, disabled);
  }

  Sample oneAtATime() {
    return new Sample(
        cron, zone, recover, threshold, lateMaximumDelay, false, maxBacklog, disabled);
  }

  Sample maxBacklog(int value) {
    return new Sample(
        cron, zone, recover, threshold, lateMaximumDelay, concurrent, value, disabled);
  }

  Sample disabledByText() {
    return new Sample(
        cron, zone, recover, threshold, lateMaximumDelay, concurrent, maxBacklog, true);
  }

  Schedule schedule() {
    return new Schedule(
        new TriggerDef.Common(
            "hourly", "Schedule", Optional.empty(), disabled, Map.of(), Position.NONE),
        cron,
        CronDialect.KESTRA,
        false,
        Optional.of(zone),
        Map.of(),
        recover,
        threshold,
        lateMaximumDelay,
        DstRule.ORRERY,
        concurrent,
        maxBacklog);
  }

  Slots slots() {
    return Schedules.slots(schedule(), UTC);
  }

  TriggerTransition decide(TriggerState state, TriggerEvent event) {
    return Triggers.decide(schedule(), UTC, state, event);
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
