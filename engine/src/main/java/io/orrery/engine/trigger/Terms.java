package io.orrery.engine.trigger;

import io.orrery.model.flow.TriggerDef.Schedule;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;

/// What a decision is made by: a definition, its zone, and the slots it owes.
///
/// @param verdicts on conditions that had to be rendered, by slot; a slot without one fires
record Terms(
    Schedule definition,
    ZoneId zone,
    Slots slots,
    Optional<Former> former,
    Map<Instant, Verdict> verdicts) {

  static Terms of(
      Schedule definition,
      ZoneId defaultZone,
      Optional<Former> former,
      Map<Instant, Verdict> verdicts) {
    var own = Schedules.slots(definition, defaultZone);
    var slots = former.map(old -> succession(old, defaultZone, own)).orElse(own);
    return new Terms(definition, Schedules.zone(definition, defaultZone), slots, former, verdicts);
  }

  /// The instant behind which slots are owed when the trigger is new at `at`.
  Instant beginning(Instant at) {
    return Schedules.beginning(definition, zone, at);
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

  private static Slots succession(Former former, ZoneId defaultZone, Slots own) {
    return new Succession(Schedules.slots(former.definition(), defaultZone), former.until(), own);
  }

  /// The revision whose definition `next` comes from.
  int revision(int current, Optional<Instant> next) {
    boolean owed =
        former.isPresent() && next.isPresent() && !next.get().isAfter(former.get().until());
    return former.isEmpty() || owed ? current : former.get().successor();
  }
}
