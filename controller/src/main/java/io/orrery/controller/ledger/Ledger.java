package io.orrery.controller.ledger;

import io.orrery.controller.Orchestrator.Refused;
import io.orrery.controller.Orchestrator.Refused.Reason;
import io.orrery.controller.flow.Flows;
import io.orrery.engine.plan.FlowPlan;
import io.orrery.engine.trigger.Fire;
import io.orrery.engine.trigger.Former;
import io.orrery.engine.trigger.Inquiry;
import io.orrery.engine.trigger.Inquiry.Edition;
import io.orrery.engine.trigger.LedgerLine;
import io.orrery.engine.trigger.SkipRange;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.engine.trigger.Upcoming;
import io.orrery.engine.trigger.Why;
import io.orrery.engine.trigger.Whys;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.State;
import io.orrery.store.flow.FlowStore;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.query.LedgerQueries;
import io.orrery.store.query.LedgerQueries.Order;
import io.orrery.store.query.LedgerQueries.Place;
import io.orrery.store.query.TriggerQueries;
import io.orrery.store.vnode.SavedFlow;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Answers what became of the slots of a trigger, what will become of the next ones, and why. It
/// only reads, so that it can be asked of a database that no server is running on.
public final class Ledger {

  /// So many revisions back it is looked for when the trigger came.
  private static final int REVISIONS_MAX = 200;

  private static final int LINES_OF_A_DECISION = 20;

  private final Parts parts;

  /// What it reads.
  ///
  /// @param zone of schedules that name none
  /// @param kept how long the ledger's lines are kept; empty: for ever
  public record Parts(
      LedgerQueries ledger,
      TriggerQueries triggers,
      ExecutionQueries executions,
      FlowStore revisions,
      Flows flows,
      ZoneId zone,
      Optional<Duration> kept,
      InstantSource clock) {}

  public Ledger(Parts parts) {
    this.parts = parts;
  }

  /// Slots of a trigger, in one order: those that were decided, then those that were not.
  ///
  /// @param zone of the schedule, in which people read its dates
  /// @param next empty when there is nothing more in the asked range
  public record Timeline(
      ZoneId zone, List<LedgerLine> decided, List<Upcoming> upcoming, Optional<Place> next) {
    public Timeline {
      decided = List.copyOf(decided);
      upcoming = List.copyOf(upcoming);
    }
  }

  /// @param zone of the schedule
  public record Answer(ZoneId zone, Why why) {}

  private record Known(TriggerDef definition, int revision, Optional<TriggerState> state) {}

  /// Slots in `[from, to]`. Those without a decision come only with [Order#OLDEST_FIRST].
  ///
  /// @throws Refused when there is no such trigger
  public Timeline slots(
      TriggerId trigger, Span span, Order order, Optional<Place> after, int limit) {
    var now = parts.clock().instant();
    var known = known(trigger);
    var zone = zone(known.definition());
    var from = span.from().apply(zone);
    var to = span.to().apply(zone);
    var piece = parts.ledger().lines(trigger, from, to, order, after, limit);
    int room = limit - piece.lines().size();
    if (order == Order.NEWEST_FIRST
        || piece.next().isPresent()
        || !(known.definition() instanceof Schedule schedule)) {
      return new Timeline(zone, piece.lines(), List.of(), piece.next());
    }
    // What lies ahead does not ask when the schedule came.
    var inquiry = inquiry(trigger, schedule, known, now, now, List.of());
    var begin = after.map(place -> later(from, place.slot().plusNanos(1))).orElse(from);
    var upcoming = inquiry.upcoming(begin, to.plusNanos(1), room + 1);
    boolean more = upcoming.size() > room;
    var shown = more ? upcoming.subList(0, room) : upcoming;
    var next = more ? Optional.of(end(piece.lines(), shown)) : Optional.<Place>empty();
    return new Timeline(zone, piece.lines(), shown, next);
  }

  /// Where a full page ends.
  private static Place end(List<LedgerLine> decided, List<Upcoming> upcoming) {
    return upcoming.isEmpty()
        ? new Place(decided.getLast().first(), decided.getLast().lane())
        : new Place(upcoming.getLast().slot(), Fire.SCHEDULE_LANE);
  }

  /// Bounds, as far as they are read in the schedule's zone.
  public record Span(Function<ZoneId, Instant> from, Function<ZoneId, Instant> to) {
    private static final Duration AROUND = Duration.ofDays(1);

    public static Span of(Instant from, Instant to) {
      return new Span(_ -> from, _ -> to);
    }

    /// @param from as [AskedTime] reads it; absent: a day ago
    /// @param to absent: in a day
    public static Span read(Optional<String> from, Optional<String> to, Instant now) {
      return new Span(
          zone ->
              from.map(text -> AskedTime.read("from", text, zone, now)).orElse(now.minus(AROUND)),
          zone -> to.map(text -> AskedTime.read("to", text, zone, now)).orElse(now.plus(AROUND)));
    }
  }

  /// Why it did, or did not, fire at a time.
  ///
  /// @param at as [AskedTime] reads it
  /// @throws Refused when there is no such trigger, or the time cannot be read
  public Answer why(TriggerId trigger, String at) {
    var now = parts.clock().instant();
    var known = known(trigger);
    var zone = zone(known.definition());
    var instant = AskedTime.read("at", at, zone, now);
    if (!(known.definition() instanceof Schedule schedule)) {
      return new Answer(zone, withoutSlots(trigger, known));
    }
    var asked = asked(trigger, schedule, known, instant, now);
    var about = new ArrayList<>(asked.lines());
    asked.standIn().ifPresent(about::add);
    return new Answer(
        zone,
        Whys.of(inquiry(trigger, schedule, known, since(trigger).orElse(now), now, about), asked));
  }

  private Whys.Asked asked(
      TriggerId trigger, Schedule schedule, Known known, Instant instant, Instant now) {
    var here = new Edition(schedule, known.revision());
    var exact = parts.ledger().covering(trigger, instant);
    var then = instant.isAfter(now) ? here : edition(trigger, instant).orElse(here);
    var meant =
        exact.stream().anyMatch(line -> line.first().equals(instant))
            ? instant
            : Whys.meant(then.schedule(), parts.zone(), instant);
    var lines = meant.equals(instant) ? exact : parts.ledger().covering(trigger, meant);
    var standIn =
        lines.stream()
            .filter(SkipRange.class::isInstance)
            .filter(LedgerLine::ofSchedule)
            .findFirst()
            .flatMap(range -> standIn(trigger, range));
    return new Whys.Asked(meant, then, lines, standIn);
  }

  /// The fire that was decided together with a range, behind it.
  private Optional<Fire> standIn(TriggerId trigger, LedgerLine range) {
    return parts
        .ledger()
        .lines(
            trigger,
            range.last().plusNanos(1000),
            range.decidedAt(),
            Order.OLDEST_FIRST,
            Optional.empty(),
            LINES_OF_A_DECISION)
        .lines()
        .stream()
        .filter(LedgerLine::ofSchedule)
        .filter(line -> line.decidedAt().equals(range.decidedAt()))
        .filter(Fire.class::isInstance)
        .map(Fire.class::cast)
        .findFirst();
  }

  // ---- what is known

  private Known known(TriggerId trigger) {
    var current = parts.flows().current(trigger.flow());
    var definition =
        current
            .flatMap(Flows.Known::plan)
            .map(FlowPlan::flow)
            .flatMap(
                flow ->
                    flow.schedule(trigger.id())
                        .<TriggerDef>map(it -> it)
                        .or(() -> flow.trigger(trigger.id())));
    if (definition.isEmpty()) {
      throw new Refused(Reason.NOT_FOUND, "there is no trigger " + trigger);
    }
    return new Known(
        definition.get(), current.orElseThrow().saved().revision(), parts.triggers().find(trigger));
  }

  private ZoneId zone(TriggerDef definition) {
    return definition instanceof Schedule schedule
        ? schedule.zone().orElse(parts.zone())
        : parts.zone();
  }

  private Inquiry inquiry(
      TriggerId trigger,
      Schedule schedule,
      Known known,
      Instant since,
      Instant now,
      List<LedgerLine> about) {
    return new Inquiry(
        new Edition(schedule, known.revision()),
        parts.zone(),
        known.state().flatMap(state -> former(trigger, state, known.revision())),
        known.state(),
        since,
        states(known, about),
        parts.kept().map(now::minus),
        now);
  }

  private Optional<Former> former(TriggerId trigger, TriggerState state, int revision) {
    if (state.revision() == revision) {
      return Optional.empty();
    }
    var until = parts.flows().current(trigger.flow()).map(it -> it.saved().at());
    return schedule(trigger, state.revision())
        .flatMap(old -> until.map(at -> new Former(old, revision, at)));
  }

  private Map<ExecutionId, State> states(Known known, List<LedgerLine> about) {
    Set<ExecutionId> ids = new LinkedHashSet<>();
    known.state().flatMap(TriggerState::holder).ifPresent(ids::add);
    for (var line : about) {
      if (line instanceof Fire fire) {
        fire.execution().ifPresent(ids::add);
      }
    }
    var states = new LinkedHashMap<ExecutionId, State>();
    parts.executions().heads(ids).forEach((id, head) -> states.put(id, head.state()));
    return states;
  }

  private Optional<Schedule> schedule(TriggerId trigger, int revision) {
    return parts
        .flows()
        .revision(trigger.flow(), revision)
        .flatMap(Flows.Known::plan)
        .flatMap(plan -> plan.flow().schedule(trigger.id()));
  }

  /// When the first of the latest revisions in a row with this schedule was saved.
  private Optional<Instant> since(TriggerId trigger) {
    var since = Optional.<Instant>empty();
    for (var saved : latestFirst(trigger)) {
      if (saved.deleted() || schedule(trigger, saved.revision()).isEmpty()) {
        break;
      }
      since = Optional.of(saved.at());
    }
    return since;
  }

  /// The definition in force at an instant.
  private Optional<Edition> edition(TriggerId trigger, Instant at) {
    for (var saved : latestFirst(trigger)) {
      if (!saved.at().isAfter(at)) {
        return schedule(trigger, saved.revision())
            .map(schedule -> new Edition(schedule, saved.revision()));
      }
    }
    return Optional.empty();
  }

  private List<SavedFlow> latestFirst(TriggerId trigger) {
    var all = parts.revisions().revisions(trigger.flow()).reversed();
    return all.subList(0, Math.min(REVISIONS_MAX, all.size()));
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  // ---- triggers of other kinds

  private static Why withoutSlots(TriggerId trigger, Known known) {
    var kind =
        switch (known.definition()) {
          case TriggerDef.Webhook _ -> "fires when its address is called";
          case TriggerDef.FlowTrigger _ ->
              "fires when executions of other flows change their state";
          case TriggerDef.Polling _ -> "asks at an interval whether there is something to start";
          case TriggerDef.Realtime _ -> "listens, and fires with each message";
          case TriggerDef.Other other -> "is of the type " + other.common().type();
          case Schedule _ -> throw new IllegalArgumentException("a schedule has slots");
        };
    boolean disabled =
        known.definition().common().disabled()
            || known.state().map(TriggerState::disabled).orElse(false);
    var reason = known.state().flatMap(TriggerState::stopReason).map(it -> " (" + it + ")");
    return new Why(
        Why.Kind.NO_SLOTS,
        "Trigger %s %s: it has no slots, and the ledger holds nothing of it. It is %s%s."
            .formatted(trigger, kind, disabled ? "disabled" : "enabled", reason.orElse("")),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
