package io.orrery.conformance.cron;

import io.orrery.conformance.corpus.Entry;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Mismatch;
import io.orrery.conformance.match.Moments;
import io.orrery.conformance.match.Values;
import io.orrery.conformance.report.Result;
import io.orrery.conformance.report.Verdict;
import io.orrery.conformance.subject.Unsupported;
import io.orrery.engine.trigger.Cron;
import io.orrery.engine.trigger.CronProblem;
import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.flow.TriggerDef.DstRule;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Runs lines of `cron-vectors.jsonl`: a cron, a zone, a moment, and the slots that follow by the
/// default rule for daylight saving (`next`) and by the literal one (`nextLiteral`, where it
/// differs); or a cron to refuse (`reject`).
public final class CronVectorRunner {

  private CronVectorRunner() {}

  public static List<Result> run(List<Entry> entries) {
    return entries.stream().map(entry -> new Result(entry, judge(entry))).toList();
  }

  static Verdict judge(Entry entry) {
    var reject = entry.flag("reject");
    try {
      var cron = parse(entry);
      return reject ? Verdict.failed("refused", "accepted") : Verdict.of(slots(entry, cron));
    } catch (CronProblem problem) {
      return reject
          ? new Verdict.Passed()
          : Verdict.failed("accepted", "refused: " + problem.getMessage());
    } catch (Unsupported e) {
      return new Verdict.Unsupported(String.valueOf(e.getMessage()));
    }
  }

  private static Cron parse(Entry entry) throws CronProblem {
    var text = entry.text("cron").orElse("");
    return switch (entry.text("dialect").orElse("kestra")) {
      case "unix" -> Cron.parse(text, CronDialect.UNIX, false);
      case "kestra" -> Cron.parse(text, CronDialect.KESTRA, false);
      case "quartz" -> Cron.parse(text, CronDialect.QUARTZ, false);
      // Spring's six plain fields mean what Kestra's do.
      case "kestra-seconds", "spring" -> Cron.parse(text, CronDialect.KESTRA, true);
      default -> throw new Unsupported("cron dialect " + entry.get("dialect"));
    };
  }

  private static List<Mismatch> slots(Entry entry, Cron cron) {
    var misses = new ArrayList<Mismatch>();
    misses.addAll(compare(entry, cron, "next", DstRule.ORRERY));
    if (entry.get("nextLiteral") != null) {
      misses.addAll(compare(entry, cron, "nextLiteral", DstRule.LITERAL));
    }
    return misses;
  }

  private static List<Mismatch> compare(Entry entry, Cron cron, String key, DstRule rule) {
    var expected = entry.list(key).stream().map(CronVectorRunner::moment).toList();
    var zone = ZoneId.of(entry.text("tz").orElse("UTC"));
    // One more than wanted where the corpus says that nothing is left.
    var exhausted = entry.flag("exhausted") && key.equals("next");
    var got = new ArrayList<Instant>();
    var next = cron.next(moment(entry.get("after")).atZone(zone), rule);
    while (next.isPresent() && got.size() < expected.size() + (exhausted ? 1 : 0)) {
      got.add(next.get().toInstant());
      next = cron.next(next.get(), rule);
    }
    return got.equals(expected)
        ? List.of()
        : List.of(new Mismatch(key, Json.write(entry.get(key)), got.toString()));
  }

  private static Instant moment(@Nullable Object text) {
    return Moments.read(text, ZoneOffset.UTC)
        .orElseThrow(() -> new Unsupported("moment " + Values.shown(text)));
  }
}
