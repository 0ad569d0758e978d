package io.orrery.controller.ledger;

import io.orrery.controller.turn.Command;
import io.orrery.controller.turn.Mailbox;
import io.orrery.store.query.LedgerQueries;
import io.orrery.store.query.Purges;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What is done now and then about the ledger: old lines go, and triggers that wait for an
/// execution which is not live wait no longer. Called by one thread.
public final class LedgerUpkeep {

  private static final Logger log = LoggerFactory.getLogger(LedgerUpkeep.class);

  private static final int ORPHANS = 1_000;
  private static final int LANES = 200;
  private static final int ROWS = 1_000;

  /// Nobody answers while another node owns the vnodes.
  private static final long ANSWER_SECONDS = 30;

  /// So many pieces at one go: the rest waits for the next.
  private static final int PIECES = 50;

  private final Parts parts;
  private Optional<Purges.Lane> place = Optional.empty();

  /// @param kept how long lines are kept; empty: for ever
  public record Parts(
      LedgerQueries ledger,
      Purges purges,
      Mailbox mailbox,
      Optional<Duration> kept,
      InstantSource clock) {}

  public LedgerUpkeep(Parts parts) {
    this.parts = parts;
  }

  /// What a look at the triggers' holders found.
  ///
  /// @param found whose execution seemed not to be live; a turn on its way looks so for a moment
  /// @param released those of them that were still waiting for it when their owner looked
  public record Healed(int found, int released) {}

  /// Releases the triggers that wait for an execution which is not live. Each is looked at again by
  /// the owner of its vnode, who knows what is live.
  public Healed heal() {
    var answers = new ArrayList<CompletableFuture<Boolean>>();
    for (var orphan : parts.ledger().orphans(ORPHANS)) {
      var answer = new CompletableFuture<Boolean>();
      parts.mailbox().post(new Command.HolderGone(orphan.trigger(), orphan.execution(), answer));
      answers.add(answer.orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS));
    }
    int released = 0;
    for (var answer : answers) {
      try {
        released += answer.join() ? 1 : 0;
      } catch (CompletionException e) {
        log.warn("a trigger's holder could not be looked at", e.getCause());
      }
    }
    return new Healed(answers.size(), released);
  }

  /// Deletes a few pieces of what is older than it is kept, from where the last call ended.
  ///
  /// @return how many lines
  public long purge() {
    if (parts.kept().isEmpty()) {
      return 0;
    }
    var before = parts.clock().instant().minus(parts.kept().get());
    long lines = 0;
    for (int piece = 0; piece < PIECES; piece++) {
      var done = parts.purges().ledger(before, place, LANES, ROWS);
      lines += done.lines();
      place = done.next();
      if (place.isEmpty()) {
        break; // from the beginning, the next time
      }
    }
    return lines;
  }
}
