package io.orrery.engine.trigger;

import io.orrery.engine.trigger.Inquiry.Edition;
import io.orrery.engine.trigger.Why.Kind;
import io.orrery.model.flow.Condition;
import io.orrery.model.flow.TriggerDef.Overlap;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.id.ExecutionId;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Says why a schedule did, or did not, fire at an instant: from the ledger's line when there is
/// one; else from what the next decision will be about; else from the definition in force then.
public final class Whys {

  private final Inquiry known;
  private final Asked asked;
  private final Wording wording;

  /// What is asked about.
  ///
  /// @param at as [#meant] has found it
  /// @param then the definition in force at that instant
  /// @param lines those that cover the instant, of every lane
  /// @param standIn the fire of the schedule that followed the lines, decided with them
  public record Asked(Instant at, Edition then, List<LedgerLine> lines, Optional<Fire> standIn) {
    public Asked {
      lines = List.copyOf(lines);
    }
  }

  private Whys(Inquiry known, Asked asked) {
    this.known = known;
    this.asked = asked;
    this.wording =
        new Wording(
            Schedules.zone(asked.then().schedule(), known.defaultZone()), known.executions());
  }

  public static Why of(Inquiry known, Asked asked) {
    return new Whys(known, asked).answer();
  }

  /// The slot that somebody means who names a minute: the first one in it, when the schedule does
  /// not name its beginning.
  public static Instant meant(Schedule schedule, ZoneId defaultZone, Instant at) {
    var slots = Schedules.slots(schedule, defaultZone);
    boolean wholeMinute = at.getEpochSecond() % 60 == 0 && at.getNano() == 0;
    if (slots.weight(at) > 0 || !wholeMinute) return at;
    return slots.next(at).filter(slot -> slot.isBefore(at.plusSeconds(60))).orElse(at);
  }

  private Why answer() {
    var line =
        asked.lines().stream().filter(LedgerLine::ofSchedule).filter(this::isAbout).findFirst();
    var why = line.map(this::decided).orElseGet(this::undecided);
    for (var other : asked.lines()) {
      if (other instanceof Fire fire && !fire.ofSchedule()) why = besides(why, fire);
    }
    return why;
  }

  /// A range covers instants that are no slots, too.
  private boolean isAbout(LedgerLine line) {
    return line.first().equals(asked.at())
        || line.last().equals(asked.at())
        || thenSlots().weight(asked.at()) > 0;
  }

  private Slots thenSlots() {
    return Schedules.slots(asked.then().schedule(), known.defaultZone());
  }

  // ---- decided

  private Why decided(LedgerLine line) {
    return switch (line.decision()) {
      case FIRED ->
          line.cause() == Fire.Cause.ON_TIME
              ? say(Kind.FIRED_ON_TIME, onTime((Fire) line), executionOf(line))
              : say(Kind.FIRED_LATE, late((Fire) line), executionOf(line));
      case COALESCED ->
          say(Kind.COALESCED, coalesced(line), asked.standIn().flatMap(Fire::execution));
      case SKIPPED_POLICY -> say(Kind.SKIPPED_POLICY, byPolicy(line), Optional.empty());
      case SKIPPED_LATE -> say(Kind.SKIPPED_LATE, tooLate(line), Optional.empty());
      case SKIPPED_DISABLED ->
          say(
              Kind.SKIPPED_DISABLED,
              "was skipped: the trigger was disabled when it was due." + range(line),
              Optional.empty());
      case SKIPPED_BACKLOG_CAP -> say(Kind.SKIPPED_BACKLOG_CAP, capped(line), Optional.empty());
      case SKIPPED_OVERLAP ->
          say(
              Kind.SKIPPED_OVERLAP,
              "was skipped: an earlier execution had not ended, and overlap is %s.%s"
                  .formatted(line.policy(), range(line)),
              Optional.empty());
      case SKIPPED_CANCELLED ->
          say(
              Kind.NO_LINE,
              "was not made: its backfill was ended before." + range(line),
              Optional.empty());
      case SKIPPED_CONDITION ->
          say(Kind.SKIPPED_CONDITION, "was skipped: " + unfulfilled(), Optional.empty());
      case EVALUATION_FAILED ->
          say(
              Kind.EVALUATION_FAILED,
              "could not be judged, since a condition failed to render:" + made(line),
              executionOf(line));
    };
  }

  private static Optional<ExecutionId> executionOf(LedgerLine line) {
    return line instanceof Fire fire ? fire.execution() : Optional.empty();
  }

  private String onTime(Fire fire) {
    var after = Wording.lasting(Duration.ofMillis(fire.lateBy()));
    return "fired on time, " + after + " after its instant:" + made(fire) + stands(fire);
  }

  private String late(Fire fire) {
    return "fired late by %s, %s; %s:%s%s"
        .formatted(
            Wording.lasting(Duration.ofMillis(fire.lateBy())),
            Wording.since(fire.cause()),
            rule(fire),
            made(fire),
            stands(fire));
  }

  /// The property that decided, and its value.
  private static String rule(LedgerLine line) {
    boolean recovery =
        Stream.of(Recover.values()).map(Recover::name).anyMatch(line.policy()::equals);
    return (recovery ? "recoverMissedSchedules is " : "overlap is ") + line.policy();
  }

  private String made(LedgerLine line) {
    return executionOf(line).map(id -> " " + wording.execution(id) + ".").orElse(" no execution.");
  }

  private static String stands(Fire fire) {
    return fire.coalesced() > 1 ? " It stands for " + fire.coalesced() + " slots." : "";
  }

  private String coalesced(LedgerLine line) {
    var cause = Wording.since(line.cause());
    var policy = rule(line);
    return asked
        .standIn()
        .map(
            fire ->
                "did not fire by itself, %s: of %d late slots the newest, %s, fired for all; %s:%s"
                    .formatted(
                        cause, fire.coalesced(), wording.at(fire.slot()), policy, made(fire)))
        .orElse(
            "did not fire by itself, %s: of the late slots the newest alone fires; %s."
                .formatted(cause, policy));
  }

  private String byPolicy(LedgerLine line) {
    if (line.cause() == Fire.Cause.MANUAL) {
      return "was skipped: the trigger's state was deleted while it was due." + range(line);
    }
    return "was skipped: it was late, %s, and recoverMissedSchedules %s fires nothing late.%s"
        .formatted(Wording.since(line.cause()), line.policy(), range(line));
  }

  private String tooLate(LedgerLine line) {
    var allowed = asked.then().schedule().lateMaximumDelay().map(it -> " of " + it).orElse("");
    return "was skipped: when it could be decided it was %s late, %s, more than lateMaximumDelay%s.%s"
        .formatted(
            Wording.lasting(Duration.between(asked.at(), line.decidedAt())),
            Wording.since(line.cause()),
            allowed,
            range(line));
  }

  private String capped(LedgerLine line) {
    return "was skipped: more slots were late, %s, than maxBacklog keeps (%d), and the oldest were given up.%s A backfill makes them up."
        .formatted(
            Wording.since(line.cause()),
            asked.then().schedule().catchUp().maxBacklog(),
            range(line));
  }

  private String unfulfilled() {
    var conditions = DateConditions.late(asked.then().schedule());
    return switch (conditions.size()) {
      case 0 -> "a condition that it had then did not hold.";
      case 1 -> "its condition " + Wording.all(conditions) + " did not hold.";
      default -> "one of its conditions did not hold: " + Wording.all(conditions) + ".";
    };
  }

  private String range(LedgerLine line) {
    return line.slots() < 2
        ? ""
        : " It is one of %d slots from %s to %s."
            .formatted(line.slots(), wording.at(line.first()), wording.at(line.last()));
  }

  private Why besides(Why why, Fire fire) {
    boolean fired = why.kind() == Kind.FIRED_ON_TIME || why.kind() == Kind.FIRED_LATE;
    if (fire.lane().equals(Fire.MANUAL_LANE)) {
      var line = "%s was asked for by hand:%s".formatted(wording.at(asked.at()), made(fire));
      return new Why(
          Kind.MANUAL,
          line,
          Optional.of(fire.slot()),
          fire.execution(),
          why.previous(),
          why.next());
    }
    var done =
        switch (fire.decision()) {
          case FIRED, EVALUATION_FAILED -> "made it up";
          case COALESCED,
              SKIPPED_POLICY,
              SKIPPED_LATE,
              SKIPPED_DISABLED,
              SKIPPED_BACKLOG_CAP,
              SKIPPED_OVERLAP,
              SKIPPED_CANCELLED,
              SKIPPED_CONDITION ->
              "left it out, since a condition did not hold";
        };
    var more =
        "Backfill %s %s at %s:%s"
            .formatted(fire.lane(), done, wording.at(fire.decidedAt()), made(fire));
    boolean filled = fire.execution().isPresent() && !fired;
    return filled
        ? new Why(
            Kind.BACKFILLED,
            why.line() + " " + more,
            Optional.of(fire.slot()),
            fire.execution(),
            why.previous(),
            why.next())
        : why.and(more, why.kind());
  }

  // ---- undecided

  private Why undecided() {
    var at = asked.at();
    if (known.isUndecided(at)) return upcoming(known.upcoming(at));
    if (at.isBefore(known.since())) {
      return none(
          Kind.BEFORE, "the schedule is there only since " + wording.at(known.since()) + ".");
    }
    if (thenSlots().weight(at) == 0) return noSlot();
    if (known.state().isEmpty()) {
      return say(
          Kind.DUE, "is not decided: no server has seen this schedule yet.", Optional.empty());
    }
    var kept = known.ledgerFrom().filter(at::isBefore);
    return say(
        Kind.NO_LINE,
        kept.map(from -> "has no line any more: the ledger keeps them since " + wording.at(from))
                .orElse(
                    "has no line in the ledger, although it is a slot: its trigger was defined anew"
                        + " about then, or the line was removed")
            + ".",
        Optional.empty());
  }

  private Why upcoming(Upcoming slot) {
    var wait = Wording.lasting(Duration.between(slot.due(), known.now()));
    var holder = known.holder();
    return switch (slot.standing()) {
      case PREDICTED -> say(Kind.PREDICTED, predicted(wait, holder), holder);
      case DUE -> {
        var why =
            slot.conditional()
                ? "its conditions are being judged: "
                    + Wording.all(DateConditions.late(known.current().schedule()))
                    + "."
                : isLate(slot)
                    ? "no server has taken its turn, or the rate of recovery (catchUp) lets it"
                        + " wait."
                    : "no server has taken its turn yet.";
        yield say(Kind.DUE, "is due since " + wait + " and not decided: " + why, Optional.empty());
      }
      case HELD ->
          say(
              Kind.HELD,
              "is due since %s and waits: %s has not ended, and %s."
                  .formatted(wait, holder.map(wording::execution).orElse(""), afterwards()),
              holder);
      case DISABLED -> say(Kind.DISABLED, disabled(slot), Optional.empty());
    };
  }

  private boolean isLate(Upcoming slot) {
    var threshold = known.current().schedule().misfireThreshold();
    return Duration.between(slot.due(), known.now()).compareTo(threshold) > 0;
  }

  /// What decides once the execution has ended.
  private String afterwards() {
    var schedule = known.current().schedule();
    return schedule.overlap() == Overlap.HOLD
        ? "allowConcurrent is false. Then recoverMissedSchedules " + schedule.recover() + " decides"
        : "overlap is " + schedule.overlap();
  }

  private String predicted(String wait, Optional<ExecutionId> holder) {
    var conditions = DateConditions.late(known.current().schedule());
    var when = conditions.isEmpty() ? "" : ", if " + Wording.all(conditions);
    var after = holder.map(id -> " It waits for " + wording.execution(id) + " to end.").orElse("");
    return "is to come, in " + wait + ": it will fire then" + when + "." + after;
  }

  private String disabled(Upcoming slot) {
    var reason =
        known
            .state()
            .flatMap(TriggerState::stopReason)
            .orElse("its definition or its flow says disabled: true");
    return slot.slot().isAfter(known.now())
        ? "will not fire as long as the trigger is disabled (" + reason + ")."
        : "is not decided: the trigger is disabled (%s). The slots since are skipped when it is enabled again, unless it is asked to recover them."
            .formatted(reason);
  }

  private Why noSlot() {
    var schedule = asked.then().schedule();
    var slot = asked.at();
    var date = slot.atZone(Schedules.zone(schedule, known.defaultZone()));
    var whole = DateConditions.of(schedule);
    if (Schedules.named(schedule, known.defaultZone(), slot)) {
      for (var condition : whole.conditions()) {
        if (!DateConditions.only(condition).hold(date)) return excluded(condition);
      }
    }
    return none(
        Kind.NO_SLOT,
        Wording.moments(schedule, Schedules.zone(schedule, known.defaultZone()))
            + edition()
            + nearest());
  }

  private Why excluded(Condition condition) {
    return condition instanceof Condition.DateTimeBetween
        ? none(
            Kind.OUTSIDE,
            "it lies outside the schedule's bounds, "
                + Wording.condition(condition)
                + edition()
                + nearest())
        : none(
            Kind.EXCLUDED,
            "the schedule names this time, but its condition "
                + Wording.condition(condition)
                + " leaves it out"
                + edition()
                + nearest());
  }

  private String edition() {
    return asked.then().revision() == known.current().revision()
        ? "."
        : " (revision " + asked.then().revision() + ", in force then).";
  }

  private String nearest() {
    return previous().map(slot -> " The slot before is " + wording.at(slot) + ".").orElse("")
        + next()
            .map(slot -> " The next is " + wording.at(slot) + ".")
            .orElse(" There is none later.");
  }

  private Optional<Instant> previous() {
    return thenSlots().previous(asked.at()).filter(slot -> !slot.isBefore(known.since()));
  }

  private Optional<Instant> next() {
    var slot = thenSlots().next(asked.at());
    boolean replaced = asked.then().revision() != known.current().revision();
    return replaced ? slot.or(() -> known.slots().next(asked.at())) : slot;
  }

  private Why none(Kind kind, String why) {
    return new Why(
        kind,
        "No slot at " + wording.at(asked.at()) + ": " + why,
        Optional.empty(),
        Optional.empty(),
        previous(),
        next());
  }

  private Why say(Kind kind, String what, Optional<ExecutionId> execution) {
    return new Why(
        kind,
        wording.at(asked.at()) + " " + what,
        Optional.of(asked.at()),
        execution,
        previous(),
        next());
  }
}
