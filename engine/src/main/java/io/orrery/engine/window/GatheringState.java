package io.orrery.engine.window;

import io.orrery.model.id.TriggerId;
import java.time.Instant;
import java.util.List;

/// What a Flow trigger has gathered in the window that is open.
///
/// @param gathering its id within the trigger
/// @param end when it is over and to be forgotten
/// @param fires how often the window was complete already
/// @param met at most one a part, oldest first
public record GatheringState(
    TriggerId trigger, String gathering, Instant start, Instant end, int fires, List<Met> met) {
  public GatheringState {
    met = List.copyOf(met);
  }

  public Key key() {
    return new Key(trigger, gathering);
  }

  /// The name of a gathering in the whole installation.
  public record Key(TriggerId trigger, String gathering) {}
}
