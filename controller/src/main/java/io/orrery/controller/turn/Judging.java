package io.orrery.controller.turn;

import java.util.Optional;

/// Whether an execution's assertions are being judged, and whether they must be again. Used by the
/// loop's thread alone.
final class Judging {
  private boolean underWay;
  private boolean again;
  private boolean awaited;

  /// Somebody wants them judged.
  ///
  /// @return whether that is to be done now; otherwise it is remembered
  boolean asked(boolean awaitedNow) {
    if (!underWay) {
      underWay = true;
      return true;
    }
    again = true;
    awaited = awaited || awaitedNow;
    return false;
  }

  /// The one under way is over.
  ///
  /// @return with what `awaited` another is wanted meanwhile; empty when none is
  Optional<Boolean> answered() {
    underWay = false;
    if (!again) {
      return Optional.empty();
    }
    var next = awaited;
    again = false;
    awaited = false;
    return Optional.of(next);
  }
}
