package io.orrery.model.yaml;

import io.orrery.model.flow.TriggerDef.CatchUp;
import io.orrery.model.flow.TriggerDef.Order;
import io.orrery.model.flow.TriggerDef.Overlap;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.problem.Code;
import io.orrery.model.yaml.YamlNode.Scalar;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads what a schedule says of slots that cannot fire at their instant: missed ones, those that
/// meet a living execution, those that are to be spread.
final class RecoveryReader {
  private RecoveryReader() {}

  private static final String RECOVER = "recoverMissedSchedules";
  private static final List<String> OVERLAPS =
      List.of(
          Overlap.SKIP.name(),
          Overlap.QUEUE_ONE.name(),
          Overlap.QUEUE_ALL.name(),
          Overlap.CANCEL_RUNNING.name());

  /// Another scheduler's name of one of our values.
  private record Alias<E>(E value, String whose) {}

  private static final Map<String, Alias<Recover>> RECOVER_ALIASES = recoverAliases();
  private static final Map<String, Alias<Overlap>> OVERLAP_ALIASES =
      Map.of(
          "SERIAL_DISCARD", new Alias<>(Overlap.SKIP, "DolphinScheduler's"),
          "SERIAL_WAIT", new Alias<>(Overlap.QUEUE_ALL, "DolphinScheduler's"),
          "SERIAL_PRIORITY", new Alias<>(Overlap.CANCEL_RUNNING, "DolphinScheduler's"));

  private static Map<String, Alias<Recover>> recoverAliases() {
    var aliases = new LinkedHashMap<String, Alias<Recover>>();
    aliases.put("IGNORE_MISFIRE_POLICY", new Alias<>(Recover.ALL, "Quartz's"));
    aliases.put("SMART_POLICY", new Alias<>(Recover.LAST, "Quartz's"));
    aliases.put("FIRE_ONCE_NOW", new Alias<>(Recover.LAST, "Quartz's and DolphinScheduler's"));
    aliases.put("DO_NOTHING", new Alias<>(Recover.NONE, "Quartz's"));
    aliases.put("FIRE_NOW", new Alias<>(Recover.LAST, "Quartz's"));
    for (var count : List.of("EXISTING", "REMAINING")) {
      aliases.put(
          "RESCHEDULE_NOW_WITH_" + count + "_REPEAT_COUNT", new Alias<>(Recover.LAST, "Quartz's"));
      aliases.put(
          "RESCHEDULE_NEXT_WITH_" + count + "_COUNT", new Alias<>(Recover.NONE, "Quartz's"));
    }
    aliases.put("FIRE_ALL_MISSED", new Alias<>(Recover.ALL, "DolphinScheduler's"));
    aliases.put("SKIP_MISSED", new Alias<>(Recover.NONE, "DolphinScheduler's"));
    aliases.put("TRUE", new Alias<>(Recover.ALL, "Airflow's"));
    aliases.put("FALSE", new Alias<>(Recover.LAST, "Airflow's"));
    return aliases;
  }

  static Recover recover(Fields fields) {
    var name = fields.eitherOf(RECOVER, "recover");
    if (fields.node(name) instanceof Scalar scalar) {
      var written = scalar.text().strip().toUpperCase(Locale.ROOT);
      var prefix = "MISFIRE_INSTRUCTION_";
      var alias =
          RECOVER_ALIASES.get(
              written.startsWith(prefix) ? written.substring(prefix.length()) : written);
      if (alias != null) {
        remark(fields, name, scalar, alias.whose(), alias.value().name());
        return alias.value();
      }
    }
    return fields.choice(name, Recover.class).orElse(Recover.ALL);
  }

  /// `overlap`, and what `allowConcurrent` says when there is none.
  static Overlap overlap(Fields fields) {
    boolean concurrent = fields.flag("allowConcurrent", false);
    var written = chosen(fields);
    if (concurrent && written.isPresent()) {
      fields.error(
          Code.BAD_VALUE,
          "overlap",
          "overlap: %s and allowConcurrent: true exclude each other.".formatted(written.get()),
          "Remove one of them: 'overlap' says what becomes of a date while an execution runs.");
    }
    return written.orElse(concurrent ? Overlap.ALLOW : Overlap.HOLD);
  }

  private static Optional<Overlap> chosen(Fields fields) {
    @Nullable YamlNode node = fields.node("overlap");
    if (!(node instanceof Scalar scalar)) {
      return node == null ? Optional.empty() : fields.choice("overlap", Overlap.class);
    }
    var written = scalar.text().strip().toUpperCase(Locale.ROOT);
    var alias = OVERLAP_ALIASES.get(written);
    if (alias != null) {
      remark(fields, "overlap", scalar, alias.whose(), alias.value().name());
      return Optional.of(alias.value());
    }
    if (OVERLAPS.contains(written)) return Optional.of(Overlap.valueOf(written));
    Values.badChoice(fields.reading(), scalar, fields.pathOf("overlap"), OVERLAPS);
    return Optional.empty();
  }

  private static void remark(Fields fields, String name, Scalar at, String whose, String ours) {
    fields
        .reading()
        .deprecated(
            fields.pathOf(name),
            at.at(),
            "%s: '%s' is %s name of %s."
                .formatted(name, Values.abridged(at.text().strip()), whose, ours),
            "Write '" + ours + "'.");
  }

  static CatchUp catchUp(Fields fields) {
    var ours = CatchUp.DEFAULT;
    var inner = fields.inner("catchUp");
    var read =
        inner
            .map(
                it ->
                    new CatchUp(
                        it.integer("maxPerMinute", 1).orElse(ours.maxPerMinute()),
                        it.integer("maxBacklog", 1).orElse(ours.maxBacklog()),
                        it.choice("order", Order.class).orElse(ours.order())))
            .orElse(ours);
    inner.ifPresent(Fields::close);
    return fields.integer("maxBacklog", 1).map(read::withMaxBacklog).orElse(read);
  }

  static Duration jitter(Fields fields) {
    var jitter = fields.duration("jitter").orElse(Duration.ZERO);
    if (jitter.isNegative()) {
      fields.error(
          Code.BAD_VALUE, "jitter", "jitter: must not be negative.", "Write it like PT20S.");
      return Duration.ZERO;
    }
    return jitter;
  }
}
