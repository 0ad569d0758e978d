package io.orrery.engine.window;

import io.orrery.engine.condition.Watched;
import io.orrery.model.flow.Gathering;
import io.orrery.model.flow.TimeWindow;
import io.orrery.model.id.TriggerId;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The gathering machine: what is met is kept until enough is, or until its window is over.
///
/// A part that is met again is met anew, and counts once. Nothing is counted that was met in
/// another window.
public final class Gatherings {
  private Gatherings() {}

  /// The state after an execution met some parts; empty when it met them in no window, or in one
  /// that has nothing more to give.
  ///
  /// @param before the last known one, whether its window is open still or not
  public static Optional<GatheringState> met(
      Gathering gathering,
      TriggerId trigger,
      Optional<GatheringState> before,
      Set<String> parts,
      Watched by,
      Instant now,
      ZoneId zone) {
    var open =
        before.filter(state -> isOpen(state, now)).or(() -> opened(gathering, trigger, now, zone));
    if (open.isEmpty() || (gathering.fireOnce() && open.get().fires() > 0)) {
      return Optional.empty();
    }
    var met = new ArrayList<Met>();
    for (var earlier : open.get().met()) {
      boolean known = gathering.parts().containsKey(earlier.part());
      if (known && !parts.contains(earlier.part()) && isFresh(gathering, earlier, now)) {
        met.add(earlier);
      }
    }
    for (var part : parts) {
      met.add(new Met(part, by.id(), by.flow(), by.outputs(), now));
    }
    var state = open.get();
    var end =
        gathering.window() instanceof TimeWindow.Lookback
            ? Windows.at(gathering.window(), now, zone).map(Span::end).orElse(state.end())
            : state.end();
    return Optional.of(
        new GatheringState(trigger, gathering.id(), state.start(), end, state.fires(), met));
  }

  /// A window without anything in it; empty when none is open now.
  public static Optional<GatheringState> opened(
      Gathering gathering, TriggerId trigger, Instant now, ZoneId zone) {
    return Windows.at(gathering.window(), now, zone).map(span -> empty(gathering, trigger, span));
  }

  /// The window whose end must be watched, because a miss is to be told; empty when none is.
  public static Optional<GatheringState> watched(
      Gathering gathering, TriggerId trigger, Instant now, ZoneId zone) {
    return gathering
        .onMiss()
        .flatMap(_ -> Windows.orNext(gathering.window(), now, zone))
        .map(span -> empty(gathering, trigger, span));
  }

  private static GatheringState empty(Gathering gathering, TriggerId trigger, Span span) {
    return new GatheringState(trigger, gathering.id(), span.start(), span.end(), 0, List.of());
  }

  private static boolean isOpen(GatheringState state, Instant now) {
    return new Span(state.start(), state.end()).contains(now);
  }

  private static boolean isFresh(Gathering gathering, Met met, Instant now) {
    return !(gathering.window() instanceof TimeWindow.Lookback(var length))
        || met.at().plus(length).isAfter(now);
  }

  public static boolean complete(Gathering gathering, GatheringState state) {
    return state.met().size() >= gathering.needed();
  }

  /// Whether a window that is over never gave anything.
  public static boolean missed(GatheringState state) {
    return state.fires() == 0;
  }

  /// The state once what was complete has fired.
  public static GatheringState fired(Gathering gathering, GatheringState state) {
    return new GatheringState(
        state.trigger(),
        state.gathering(),
        state.start(),
        state.end(),
        state.fires() + 1,
        gathering.resetOnSuccess() ? List.of() : state.met());
  }

  /// The outputs of what was gathered, as the started execution sees them.
  public static Map<String, Object> outputs(Gathering gathering, GatheringState state) {
    var outputs = new LinkedHashMap<String, Object>();
    for (var met : state.met()) {
      switch (gathering.outputs()) {
        case MERGED -> outputs.putAll(met.outputs());
        case BY_FLOW -> outputs.put(met.flow().id(), met.outputs());
      }
    }
    return outputs;
  }
}
