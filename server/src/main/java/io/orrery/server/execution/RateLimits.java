package io.orrery.server.execution;

import io.orrery.model.flow.TriggerDef.Webhook.RateLimit;
import io.orrery.model.id.TriggerId;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// How often each webhook was called of late: one bucket each, that holds as many calls as its
/// limit and fills evenly. In memory: after a restart all are full. Safe for many threads.
final class RateLimits {

  /// Forgetting the one that was called the longest ago fills it.
  private static final int BUCKETS_MAX = 10_000;

  /// @param left calls, with what has come in since the last one
  private record Bucket(RateLimit limit, double left, Instant at) {

    Bucket filled(Instant now) {
      double periods = (double) Duration.between(at, now).toMillis() / limit.per().toMillis();
      double filled = Math.min(limit.limit(), left + Math.max(0, periods) * limit.limit());
      return new Bucket(limit, filled, at.isAfter(now) ? at : now);
    }
  }

  private final Map<TriggerId, Bucket> buckets =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<TriggerId, Bucket> eldest) {
          return size() > BUCKETS_MAX;
        }
      };

  /// Counts a call.
  ///
  /// @return empty when it may be made; else how long to wait for the next one
  synchronized Optional<Duration> refused(TriggerId trigger, RateLimit limit, Instant now) {
    var known = buckets.get(trigger);
    var bucket =
        known == null || !known.limit().equals(limit)
            ? new Bucket(limit, limit.limit(), now)
            : known.filled(now);
    if (bucket.left() >= 1) {
      buckets.put(trigger, new Bucket(limit, bucket.left() - 1, bucket.at()));
      return Optional.empty();
    }
    buckets.put(trigger, bucket);
    double missing = (1 - bucket.left()) / limit.limit();
    return Optional.of(Duration.ofMillis((long) Math.ceil(missing * limit.per().toMillis())));
  }
}
