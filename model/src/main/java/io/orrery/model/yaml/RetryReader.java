package io.orrery.model.yaml;

import io.orrery.model.flow.Retry;
import io.orrery.model.problem.Code;
import java.time.Duration;
import java.util.Optional;

/// Reads a `retry`.
final class RetryReader {
  private RetryReader() {}

  private enum Type {
    CONSTANT,
    EXPONENTIAL,
    RANDOM
  }

  private static final double FACTOR_DEFAULT = 2;

  static Optional<Retry> read(Fields owner) {
    return owner.inner("retry").flatMap(RetryReader::retry);
  }

  private static Optional<Retry> retry(Fields fields) {
    if (!fields.has("type")) {
      fields.missing("type");
      return Optional.empty();
    }
    var type = fields.choice("type", Type.class);
    if (type.isEmpty()) return Optional.empty();
    var maxDuration = fields.duration("maxDuration");
    var delay =
        switch (type.get()) {
          case CONSTANT -> constant(fields, maxDuration);
          case EXPONENTIAL -> exponential(fields, maxDuration);
          case RANDOM -> random(fields, maxDuration);
        };
    var retry =
        new Retry(
            delay,
            fields.integer(fields.eitherOf("maxAttempts", "maxAttempt"), 1),
            maxDuration,
            fields.flag("warningOnRetry", false),
            fields
                .choice("behavior", Retry.Behavior.class)
                .orElse(Retry.Behavior.RETRY_FAILED_TASK));
    fields.close();
    return Optional.of(retry);
  }

  private static Retry.Delay constant(Fields fields, Optional<Duration> maxDuration) {
    var interval = positive(fields, "interval");
    below(fields, "interval", interval, "maxDuration", maxDuration);
    return new Retry.Constant(interval);
  }

  private static Retry.Delay exponential(Fields fields, Optional<Duration> maxDuration) {
    var interval = positive(fields, "interval");
    var maxInterval = positive(fields, "maxInterval");
    below(fields, "interval", interval, "maxDuration", maxDuration);
    below(fields, "interval", interval, "maxInterval", Optional.of(maxInterval));
    return new Retry.Exponential(interval, maxInterval, factor(fields));
  }

  private static Retry.Delay random(Fields fields, Optional<Duration> maxDuration) {
    var min = positive(fields, "minInterval");
    var max = positive(fields, "maxInterval");
    below(fields, "minInterval", min, "maxInterval", Optional.of(max));
    below(fields, "minInterval", min, "maxDuration", maxDuration);
    below(fields, "maxInterval", max, "maxDuration", maxDuration);
    return new Retry.Random(min, max);
  }

  private static Duration positive(Fields fields, String name) {
    var duration = fields.requiredDuration(name);
    if (duration.isNegative()) {
      fields.error(
          Code.BAD_VALUE, name, name + ": must not be negative, but is " + duration + ".", "");
    }
    return duration;
  }

  private static double factor(Fields fields) {
    return switch (fields.value("delayFactor")) {
      case null -> FACTOR_DEFAULT;
      case Number factor when factor.doubleValue() > 0 -> factor.doubleValue();
      case Object other -> {
        fields.error(
            Code.BAD_VALUE,
            "delayFactor",
            "delayFactor: must be a positive number, but is " + other + ".",
            "");
        yield FACTOR_DEFAULT;
      }
    };
  }

  private static void below(
      Fields fields, String name, Duration value, String limitName, Optional<Duration> limit) {
    if (limit.isEmpty() || !fields.has(name) || !fields.has(limitName)) return;
    if (value.compareTo(limit.get()) < 0) return;
    fields.error(
        Code.BAD_VALUE,
        name,
        "%s (%s) must be less than %s (%s).".formatted(name, value, limitName, limit.get()),
        "");
  }
}
