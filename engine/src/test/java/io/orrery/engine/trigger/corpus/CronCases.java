package io.orrery.engine.trigger.corpus;

import com.fasterxml.jackson.databind.JsonNode;
import io.orrery.engine.trigger.Cron;
import io.orrery.engine.trigger.CronProblem;
import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Schedules;
import io.orrery.engine.trigger.Start;
import io.orrery.engine.trigger.TriggerEvent;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.engine.trigger.Triggers;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.flow.TriggerDef.CatchUp;
import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.flow.TriggerDef.DstRule;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.problem.Position;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;

/// Runs lines of `cron.jsonl` of the kinds `cron`, `nextEvaluation`, `previousEvaluation` and
/// `evaluate`, as far as they need a schedule alone: no conditions, no backfill, no inputs.
public final class CronCases {

  private static final ZoneId DEFAULT_ZONE = ZoneOffset.UTC;
  private static final TriggerId ID = new TriggerId(new FlowId("io.kestra.tests", "flow"), "t");

  private CronCases() {}

  public static Outcome run(JsonNode line, DstRule rule) {
    var id = line.get("id").asText();
    var area = line.get("area").asText();
    var trigger = line.path("trigger");
    if (trigger.has("conditions")) return Outcome.unsupported(id, area, "needs conditions");
    if (line.path("state").has("backfill")) return Outcome.unsupported(id, area, "needs backfill");
    return switch (line.get("kind").asText()) {
      case "cron" -> syntax(id, area, line, rule);
      case "nextEvaluation" -> dates(id, area, line, Map.of("date", next(line, rule)));
      case "evaluate" -> evaluate(id, area, line, rule);
      default -> Outcome.unsupported(id, area, "kind " + line.get("kind").asText());
    };
  }

  private static Outcome syntax(String id, String area, JsonNode line, DstRule rule) {
    boolean valid = line.get("expect").path("valid").asBoolean(true);
    boolean withSeconds = line.path("withSeconds").asBoolean();
    try {
      var cron = Cron.parse(line.get("cron").asText(), CronDialect.KESTRA, withSeconds);
      if (!valid) return Outcome.of(id, area, "refused", "accepted");
      var from = instant(line.get("from")).atZone(zone(line));
      var date = cron.next(from.minusSeconds(1), rule);
      return dates(
          id,
          area,
          line,
          Map.of(
              "date", date.map(CronCases::text),
              "next", date.flatMap(at -> cron.next(at, rule)).map(CronCases::text),
              "previous", cron.previous(from, rule).map(CronCases::text)));
    } catch (CronProblem problem) {
      return Outcome.of(id, area, valid ? "accepted" : "refused", "refused");
    }
  }

  /// The date that would be evaluated next: dates over the maximum delay are skipped.
  private static Optional<String> next(JsonNode line, DstRule rule) {
    var schedule = schedule(line.get("trigger"), rule);
    var now = instant(line.get("now"));
    var zone = schedule.zone().orElse(DEFAULT_ZONE);
    var unseen = TriggerState.unseen(ID, now);
    var state = line.get("state");
    if (state == null || state.isNull()) {
      var defined =
          Triggers.decide(schedule, DEFAULT_ZONE, unseen, new TriggerEvent.Defined(1, now));
      return defined.state().nextSlot().map(slot -> text(slot.atZone(zone)));
    }
    var date = instant(state.get("date"));
    if (schedule.lateMaximumDelay().isEmpty()) {
      return Schedules.next(schedule, DEFAULT_ZONE, date).map(CronCases::text);
    }
    var owed = Schedules.next(schedule, DEFAULT_ZONE, date).map(ZonedDateTime::toInstant);
    return firstStart(schedule, owed, now).map(start -> text(start.slot().atZone(zone)));
  }

  private static Outcome evaluate(String id, String area, JsonNode line, DstRule rule) {
    var expect = line.get("expect");
    if (expect.has("inputsExact") || expect.has("labels") || expect.has("state")) {
      return Outcome.unsupported(id, area, "needs an execution's inputs, labels or state");
    }
    var schedule = schedule(line.get("trigger"), rule);
    var slot = Optional.of(instant(line.get("state").get("date")));
    var start = firstStart(schedule, slot, instant(line.get("now")));
    boolean wanted = expect.get("execution").asBoolean();
    if (start.isPresent() != wanted) return Outcome.of(id, area, wanted, start.isPresent());
    boolean matches = true;
    for (var variable : expect.path("triggerVars").properties()) {
      var value = start.map(made -> made.variables().get(variable.getKey())).map(Object::toString);
      matches &= DateMatch.matches(variable.getValue(), value);
    }
    return matches
        ? Outcome.of(id, area, "as expected", "as expected")
        : Outcome.of(id, area, expect.toString(), start.toString());
  }

  private static Optional<Start> firstStart(
      Schedule schedule, Optional<Instant> owed, Instant now) {
    var at = owed.orElse(now);
    var defined =
        Triggers.decide(
            schedule,
            DEFAULT_ZONE,
            TriggerState.unseen(ID, at),
            new TriggerEvent.Defined(1, at.minusNanos(1)));
    var due = new TriggerEvent.Due(now, Cause.RESTART);
    return Triggers.decide(schedule, DEFAULT_ZONE, defined.state(), due).starts().stream()
        .findFirst();
  }

  private static Schedule schedule(JsonNode trigger, DstRule rule) {
    return new Schedule(
        new TriggerDef.Common(
            trigger.get("id").asText(),
            trigger.get("type").asText(),
            Optional.empty(),
            false,
            Map.of(),
            Position.NONE),
        trigger.get("cron").asText(),
        CronDialect.KESTRA,
        trigger.path("withSeconds").asBoolean(),
        Optional.ofNullable(trigger.get("timezone")).map(zone -> ZoneId.of(zone.asText())),
        Map.of(),
        Recover.ALL,
        Duration.ofMinutes(1),
        Optional.ofNullable(trigger.get("lateMaximumDelay"))
            .map(delay -> Duration.parse(delay.asText())),
        rule,
        false,
        CatchUp.DEFAULT.maxBacklog());
  }

  private static Outcome dates(
      String id, String area, JsonNode line, Map<String, Optional<String>> got) {
    var expect = line.get("expect");
    boolean matches = true;
    for (var date : expect.properties()) {
      matches &=
          DateMatch.matches(date.getValue(), got.getOrDefault(date.getKey(), Optional.empty()));
    }
    return matches
        ? Outcome.of(id, area, "as expected", "as expected")
        : Outcome.of(id, area, expect.toString(), got.toString());
  }

  private static ZoneId zone(JsonNode line) {
    return line.has("timezone") ? ZoneId.of(line.get("timezone").asText()) : DEFAULT_ZONE;
  }

  private static Instant instant(JsonNode text) {
    return ZonedDateTime.parse(text.asText(), DateTimeFormatter.ISO_DATE_TIME).toInstant();
  }

  private static String text(ZonedDateTime date) {
    return OffsetDateTime.from(date).toString();
  }
}
