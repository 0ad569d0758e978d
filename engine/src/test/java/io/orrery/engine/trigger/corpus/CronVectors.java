package io.orrery.engine.trigger.corpus;

import com.fasterxml.jackson.databind.JsonNode;
import io.orrery.engine.trigger.Cron;
import io.orrery.engine.trigger.CronProblem;
import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.flow.TriggerDef.DstRule;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/// Runs lines of `cron-vectors.jsonl`: a cron, a zone, an instant, and the slots that follow.
public final class CronVectors {

  private CronVectors() {}

  /// One outcome for `next` or `reject`, and one more where the vector has `nextLiteral`.
  public static List<Outcome> run(JsonNode vector) {
    var id = vector.get("id").asText();
    var dialect = vector.get("dialect").asText();
    var outcomes = new ArrayList<Outcome>();
    try {
      var cron = parse(vector);
      if (vector.path("reject").asBoolean()) {
        outcomes.add(Outcome.of(id, dialect, "refused", "accepted"));
        return outcomes;
      }
      outcomes.add(slots(id, dialect, cron, vector, "next", DstRule.ORRERY));
      if (vector.hasNonNull("nextLiteral")) {
        var area = dialect + "-literal";
        outcomes.add(slots(id, area, cron, vector, "nextLiteral", DstRule.LITERAL));
      }
    } catch (CronProblem problem) {
      boolean wanted = vector.path("reject").asBoolean();
      outcomes.add(Outcome.of(id, dialect, wanted ? "refused" : "accepted", "refused"));
    }
    return outcomes;
  }

  private static Cron parse(JsonNode vector) throws CronProblem {
    var text = vector.get("cron").asText();
    return switch (vector.get("dialect").asText()) {
      case "unix" -> Cron.parse(text, CronDialect.UNIX, false);
      case "kestra" -> Cron.parse(text, CronDialect.KESTRA, false);
      case "quartz" -> Cron.parse(text, CronDialect.QUARTZ, false);
      // Spring's six plain fields mean what Kestra's do.
      case "kestra-seconds", "spring" -> Cron.parse(text, CronDialect.KESTRA, true);
      default -> throw new IllegalArgumentException("dialect of " + vector);
    };
  }

  private static Outcome slots(
      String id, String area, Cron cron, JsonNode vector, String key, DstRule rule) {
    var expected = new ArrayList<Instant>();
    for (var slot : vector.get(key)) expected.add(instant(slot));
    var zone = ZoneId.of(vector.get("tz").asText());
    var got = new ArrayList<Instant>();
    var at = instant(vector.get("after")).atZone(zone);
    // One more than wanted where the corpus says that nothing is left.
    int wanted = vector.path("exhausted").asBoolean() && key.equals("next") ? 1 : 0;
    while (got.size() < expected.size() + wanted) {
      var next = cron.next(at, rule);
      if (next.isEmpty()) break;
      at = next.get();
      got.add(at.toInstant());
    }
    return Outcome.of(id, area, expected, got);
  }

  private static Instant instant(JsonNode text) {
    return OffsetDateTime.parse(text.asText()).toInstant();
  }
}
