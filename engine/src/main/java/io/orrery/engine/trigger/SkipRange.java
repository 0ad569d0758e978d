package io.orrery.engine.trigger;

import io.orrery.model.id.TriggerId;
import java.time.Instant;

/// Many slots with one decision, in one line of the ledger.
///
/// @param from first slot, inclusive
/// @param to last slot, inclusive
/// @param count how many slots lie between, both included; counted, not listed
public record SkipRange(
    TriggerId trigger,
    String lane,
    Instant from,
    Instant to,
    long count,
    Fire.Decision decision,
    Fire.Cause cause,
    String policy,
    Instant decidedAt)
    implements LedgerLine {

  @Override
  public Instant first() {
    return from;
  }

  @Override
  public Instant last() {
    return to;
  }

  @Override
  public long slots() {
    return count;
  }
}
