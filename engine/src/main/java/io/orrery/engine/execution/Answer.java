package io.orrery.engine.execution;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// What was worked out for a container that asked, away from the vnode's thread.
public sealed interface Answer {

  /// The branch is over.
  ///
  /// @param outputs laid over the task run's own
  record Done(Map<String, Object> outputs) implements Answer {
    public Done {
      outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
    }
  }

  /// The iteration is over, and no other of its loop begins.
  ///
  /// @param outputs of the iteration
  record Break(Map<String, Object> outputs) implements Answer {
    public Break {
      outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
    }
  }

  /// Another round follows.
  ///
  /// @param pause before it begins
  record Again(Duration pause) implements Answer {}

  /// No other round follows, though the condition does not hold.
  ///
  /// @param message for the log of the task
  record LimitReached(String message) implements Answer {}

  /// What a user wrote failed.
  ///
  /// @param message for the user; becomes an ERROR line of the task
  record Unable(String message) implements Answer {}

  /// The next values of a loop over a file.
  ///
  /// @param next where those after them are; absent: these are the last
  record Items(List<String> values, OptionalLong next) implements Answer {
    public Items {
      values = List.copyOf(values);
    }
  }

  /// What the next batches of a ForEachItem are to start, in their order.
  record Batches(List<Batch> batches) implements Answer {
    public Batches {
      batches = List.copyOf(batches);
    }
  }
}
