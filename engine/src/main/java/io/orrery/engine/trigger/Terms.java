package io.orrery.engine.trigger;

import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.id.TriggerId;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;

/// What a decision is made by: a definition, its zone, and the slots it owes.
///
/// @param verdicts on conditions that had to be rendered, by slot; a slot without one fires
record Terms(
    TriggerId trigger,
    Schedule definition,
    ZoneId zone,
    Slots slots,
    Optional<Former> former,
    Map<Instant, Verdict> verdicts) {

  static Terms of(
      TriggerId trigger,
      Schedule definition,
      ZoneId defaultZone,
      Optional<Former> former,
      Map<Instant, Verdict> verdicts) {
    var slots = slots(definition, defaultZone, former);
    var zone = Schedules.zone(definition, defaultZone);
    return new Terms(trigger, definition, zone, slots, former, verdicts);
  }

  /// The instant behind which slots are owed when the trigger is new at `at`.
  Instant beginning(Instant at) {
    return Schedules.beginning(definition, zone, at);
  }

  /// When a slot is due.
  Instant due(Instant slot) {
    return Jitter.due(trigger, slots, definition.jitter(), slot);
  }

  /// The bound of slots, exclusive, before which lie exactly those that are due before `at`.
  Instant dueBefore(Instant at) {
    if (definition.jitter().isZero()) return at;
    return slots.previous(at).filter(newest -> !due(newest).isBefore(at)).orElse(at);
  }

  /// Whether a slot may fire only after its conditions were rendered: then none is decided but by
  /// [TriggerEvent.Due].
  boolean judgedFirst() {
    return !DateConditions.late(definition).isEmpty();
  }

  boolean judged(Instant slot) {
    return verdicts.containsKey(slot);
  }

  Verdict verdict(Instant slot) {
    return verdicts.getOrDefault(slot, new Verdict.Holds());
  }

  /// Those that are owed of a former definition, and the definition's own.
  static Slots slots(Schedule definition, ZoneId defaultZone, Optional<Former> former) {
    var own = Schedules.slots(definition, defaultZone);
    return former.map(old -> succession(old, defaultZone, own)).orElse(own);
  }

  private static Slots succession(Former former, ZoneId defaultZone, Slots own) {
    return new Succession(Schedules.slots(former.definition(), defaultZone), former.until(), own);
  }

  /// The revision whose definition the earliest owed slot comes from.
  int revision(int current, Optional<Instant> earliest) {
    boolean owed =
        former.isPresent() && earliest.isPresent() && !earliest.get().isAfter(former.get().until());
    return former.isEmpty() || owed ? current : former.get().successor();
  }
}
