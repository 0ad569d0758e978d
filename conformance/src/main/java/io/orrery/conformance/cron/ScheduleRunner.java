package io.orrery.conformance.cron;

import io.orrery.conformance.corpus.Entry;
import io.orrery.conformance.match.Absent;
import io.orrery.conformance.match.Context;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Matchers;
import io.orrery.conformance.match.Mismatch;
import io.orrery.conformance.match.Moments;
import io.orrery.conformance.match.UnknownMatcher;
import io.orrery.conformance.match.Values;
import io.orrery.conformance.report.Result;
import io.orrery.conformance.report.Verdict;
import io.orrery.conformance.subject.Unsupported;
import io.orrery.engine.trigger.Backfill;
import io.orrery.engine.trigger.Cron;
import io.orrery.engine.trigger.CronProblem;
import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Schedules;
import io.orrery.engine.trigger.Start;
import io.orrery.engine.trigger.TriggerEvent;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.engine.trigger.Triggers;
import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.flow.TriggerDef.DstRule;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Runs lines of `cron.jsonl` as far as a trigger alone decides them.
public final class ScheduleRunner {

  private static final ZoneId DEFAULT_ZONE = ZoneOffset.UTC;
  static final TriggerId ID = new TriggerId(new FlowId("io.kestra.tests", "flow"), "t");

  /// The current time of lines that name none.
  private static final Instant WITHOUT_TIME = Instant.parse("2024-06-15T10:20:30Z");

  /// What an evaluation can be judged by here.
  private static final Set<String> EVALUATION =
      Set.of("execution", "triggerVars", "scheduleDate", "state", "inputsExact", "labels");

  private ScheduleRunner() {}

  public static List<Result> run(List<Entry> entries) {
    return entries.stream().map(entry -> new Result(entry, judge(entry))).toList();
  }

  static Verdict judge(Entry entry) {
    try {
      return Verdict.of(misses(entry));
    } catch (Unsupported | UnknownMatcher e) {
      return new Verdict.Unsupported(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      return Verdict.failed(Values.shown(entry.get("expect")), "exception: " + e);
    }
  }

  private static List<Mismatch> misses(Entry entry) {
    return switch (entry.text("kind").orElse("")) {
      case "cron" -> syntax(entry);
      case "nextEvaluation" -> dates(entry, Map.of("date", next(entry)));
      case "previousEvaluation" -> dates(entry, Map.of("date", previous(entry)));
      case "evaluate" -> evaluate(entry);
      case "scheduler" -> SchedulerRunner.misses(entry, now(entry));
      case "condition" -> ConditionRunner.misses(entry, now(entry));
      case "window" -> dates(entry, WindowRunner.outcome(entry, now(entry)));
      case "triggerLabels" -> dates(entry, LabelRunner.outcome(entry, now(entry)));
      default -> throw new Unsupported("kind " + entry.get("kind"));
    };
  }

  private static List<Mismatch> syntax(Entry entry) {
    var valid = !Boolean.FALSE.equals(entry.object("expect").get("valid"));
    try {
      var withSeconds = entry.flag("withSeconds");
      var cron = Cron.parse(entry.text("cron").orElse(""), CronDialect.KESTRA, withSeconds);
      return valid ? neighbours(entry, cron) : miss("valid", false, true);
    } catch (CronProblem problem) {
      return valid ? miss("valid", true, problem.getMessage()) : List.of();
    }
  }

  /// The first match after (from − 1 s), the one after that, and the last one before `from`.
  private static List<Mismatch> neighbours(Entry entry, Cron cron) {
    if (!entry.has("from")) {
      return List.of();
    }
    var zone = ZoneId.of(entry.text("timezone").orElse("UTC"));
    var from = moment(entry.get("from")).atZone(zone);
    var date = cron.next(from.minusSeconds(1), DstRule.ORRERY);
    var got = new LinkedHashMap<String, Object>();
    got.put("date", found(date));
    got.put("next", found(date.flatMap(at -> cron.next(at, DstRule.ORRERY))));
    got.put("previous", found(cron.previous(from, DstRule.ORRERY)));
    return dates(entry, got);
  }

  /// The date to be evaluated next: dates over the maximum delay are skipped.
  private static Object next(Entry entry) {
    var schedule = ScheduleReading.schedule(entry);
    var now = moment(entry.get("now"));
    if (entry.get("state") == null) {
      var unseen = TriggerState.unseen(ID, now);
      var defined = decide(schedule, unseen, new TriggerEvent.Defined(1, now));
      return found(defined.nextSlot().map(slot -> slot.atZone(zone(schedule))));
    }
    if (entry.object("state").get("backfill") instanceof Map<?, ?> backfill) {
      // A backfill has a cursor of its own: its next date follows from that one alone.
      return found(Schedules.next(schedule, DEFAULT_ZONE, moment(backfill.get("currentDate"))));
    }
    var date = moment(entry.object("state").get("date"));
    var owed = Schedules.next(schedule, DEFAULT_ZONE, date);
    return schedule.lateMaximumDelay().isEmpty()
        ? found(owed)
        : found(
            firstStart(schedule, owed.map(ZonedDateTime::toInstant), now)
                .map(start -> start.slot().atZone(zone(schedule))));
  }

  private static Object previous(Entry entry) {
    return found(
        Schedules.previous(
            ScheduleReading.schedule(entry), DEFAULT_ZONE, moment(entry.get("now"))));
  }

  private static List<Mismatch> evaluate(Entry entry) {
    var expect = entry.object("expect");
    if (!EVALUATION.containsAll(expect.keySet())) {
      throw new Unsupported("an evaluation's " + expect.keySet());
    }
    var schedule = ScheduleReading.schedule(entry);
    var now = moment(entry.get("now"));
    var backfill =
        entry.object("state").get("backfill") instanceof Map<?, ?> map
            ? Optional.of(BackfillRunner.begun(Json.members(map), now))
            : Optional.<Backfill>empty();
    var start =
        backfill.isPresent()
            ? BackfillRunner.first(schedule, backfill.get(), now)
            : evaluated(entry, schedule, now);
    var got = new LinkedHashMap<String, Object>();
    got.put("execution", start.isPresent());
    start.ifPresent(made -> got.put("triggerVars", made.variables()));
    start.ifPresent(made -> got.put("scheduleDate", made.slot()));
    start.flatMap(Start::failure).ifPresent(_ -> got.put("state", "FAILED"));
    start.ifPresent(
        made -> {
          if (expect.containsKey("inputsExact"))
            got.put("inputsExact", InputRunner.inputs(entry, schedule, made, backfill, now));
          if (expect.containsKey("labels"))
            got.put("labels", LabelRunner.labels(entry, made, backfill, now));
        });
    return dates(entry, got);
  }

  private static Optional<Start> evaluated(Entry entry, Schedule schedule, Instant now) {
    var slot = Optional.of(moment(entry.object("state").get("date")));
    // Of this date alone: a later one that is due as well is another evaluation.
    return firstStart(schedule, slot, now)
        .filter(made -> made.slot().equals(slot.get()) || schedule.lateMaximumDelay().isPresent());
  }

  /// The first execution that the schedule makes at `now` when `owed` is its oldest slot without a
  /// decision.
  private static Optional<Start> firstStart(
      Schedule schedule, Optional<Instant> owed, Instant now) {
    var at = owed.orElse(now);
    var unseen = TriggerState.unseen(ID, at);
    var defined = decide(schedule, unseen, new TriggerEvent.Defined(1, at.minusNanos(1)));
    var due = new TriggerEvent.Due(now, Cause.RESTART);
    var tentative = Triggers.decide(schedule, DEFAULT_ZONE, defined, due);
    if (!Triggers.judgedFirst(schedule)) {
      return tentative.starts().stream().findFirst();
    }
    var verdicts = LateConditions.judged(schedule, tentative.starts(), now);
    return Triggers.decide(schedule, DEFAULT_ZONE, Optional.empty(), defined, due, verdicts)
        .starts()
        .stream()
        .findFirst();
  }

  private static Instant now(Entry entry) {
    return entry.has("now") ? moment(entry.get("now")) : WITHOUT_TIME;
  }

  private static TriggerState decide(Schedule schedule, TriggerState state, TriggerEvent event) {
    return Triggers.decide(schedule, DEFAULT_ZONE, state, event).state();
  }

  private static ZoneId zone(Schedule schedule) {
    return schedule.zone().orElse(DEFAULT_ZONE);
  }

  private static Object found(Optional<?> date) {
    return date.<Object>map(each -> each).orElse(Absent.ABSENT);
  }

  private static List<Mismatch> dates(Entry entry, Map<String, Object> got) {
    var now = entry.has("from") && !entry.has("now") ? moment(entry.get("from")) : now(entry);
    var matchers = new Matchers(Context.at(now));
    var misses = new ArrayList<Mismatch>();
    entry
        .object("expect")
        .forEach(
            (key, expected) -> {
              if (!key.equals("valid")) {
                misses.addAll(
                    matchers.compare(key, expected, got.getOrDefault(key, Absent.ABSENT)));
              }
            });
    return misses;
  }

  private static List<Mismatch> miss(String path, Object expected, @Nullable Object got) {
    return List.of(new Mismatch(path, Values.shown(expected), Values.shown(got)));
  }

  private static Instant moment(@Nullable Object text) {
    return Moments.read(text, DEFAULT_ZONE)
        .orElseThrow(() -> new Unsupported("moment " + Values.shown(text)));
  }
}
