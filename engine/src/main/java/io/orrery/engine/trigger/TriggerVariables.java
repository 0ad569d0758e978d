package io.orrery.engine.trigger;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

/// What the expressions of an execution see as `trigger`. Dates are texts with the offset of the
/// schedule's zone, and without its name, as Kestra writes them.
record TriggerVariables(Slots slots, ZoneId zone) {

  /// @return `date`, `next` and `previous` (each missing when there is none), `firedAt`, `lateness`
  Map<String, Object> onTime(Fire fire) {
    var variables = new LinkedHashMap<String, Object>();
    variables.put("date", text(fire.slot()));
    slots.next(fire.slot()).ifPresent(next -> variables.put("next", text(next)));
    slots.previous(fire.slot()).ifPresent(previous -> variables.put("previous", text(previous)));
    variables.put("firedAt", text(fire.decidedAt().truncatedTo(ChronoUnit.MILLIS)));
    variables.put("lateness", Duration.ofMillis(fire.lateBy()).toString());
    return variables;
  }

  /// Besides, `recovery`: why it fires only now, and for how many slots since which one.
  Map<String, Object> recovered(Fire fire, Instant from) {
    var recovery = new LinkedHashMap<String, Object>();
    recovery.put("policy", fire.policy());
    recovery.put("cause", fire.cause().name());
    recovery.put("coalesced", fire.coalesced());
    recovery.put("from", text(from));
    var variables = onTime(fire);
    variables.put("recovery", recovery);
    return variables;
  }

  private String text(Instant instant) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(instant.atZone(zone));
  }
}
