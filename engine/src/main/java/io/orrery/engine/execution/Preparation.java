package io.orrery.engine.execution;

import io.orrery.model.id.FlowId;
import io.orrery.model.state.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What rendering said about a task that is about to begin. Worked out away from the vnode's
/// thread, then an event.
public sealed interface Preparation {

  /// A worker's task, or a container without an expression: begin.
  record Go() implements Preparation {}

  /// `runIf` rendered to something false.
  record Skip() implements Preparation {}

  /// A template failed, or its value is of no use.
  ///
  /// @param message for the user; becomes an ERROR line of the task
  record Unable(String message) implements Preparation {}

  /// @param list which of the node's lists is the main branch; -1 for none of them
  /// @param outputs of the task, as If's `evaluationResult`
  record Chosen(int list, Map<String, Object> outputs) implements Preparation {
    public Chosen {
      outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
    }
  }

  /// The values that a loop goes through, as text: duplicates are gone, maps and lists are JSON.
  record Values(List<String> values) implements Preparation {
    public Values {
      values = List.copyOf(values);
    }
  }

  /// What a Loop goes through. Nothing is left out, even if it comes twice.
  ///
  /// @param keyed whether `values` holds the keys of a map, in order, and after them its values
  /// @param next of a file, where the values after these are; absent: there are none
  record Items(List<String> values, boolean keyed, OptionalLong next) implements Preparation {
    public Items {
      values = List.copyOf(values);
    }
  }

  /// @param batches how many executions a ForEachItem starts
  record Batches(int batches) implements Preparation {}

  /// Preparing the task was all that there was to do.
  record Made(Map<String, Object> outputs) implements Preparation {
    public Made {
      outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
    }
  }

  /// @param delay until a pause ends by itself; absent: never
  /// @param timeout until it fails; absent: never
  /// @param answers what counts as given when time ends the pause: the defaults of `onResume`
  record Wait(Optional<Duration> delay, Optional<Duration> timeout, Map<String, Object> answers)
      implements Preparation {
    public Wait {
      answers = Collections.unmodifiableMap(new LinkedHashMap<>(answers));
    }

    public Wait answering(Map<String, Object> values) {
      return new Wait(delay, timeout, values);
    }
  }

  record NewLabels(Map<String, String> labels) implements Preparation {
    public NewLabels {
      labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }
  }

  /// Variables of the execution that change.
  ///
  /// @param set by name; a map is laid over the map that is there
  /// @param unset names that are taken away
  record NewVariables(Map<String, Object> set, List<String> unset) implements Preparation {
    public NewVariables {
      set = Collections.unmodifiableMap(new LinkedHashMap<>(set));
      unset = List.copyOf(unset);
    }
  }

  /// The execution ends.
  record Leave(State state) implements Preparation {}

  /// The execution that a Subflow starts.
  ///
  /// @param inputs resolved by the child flow's own rules
  /// @param labels all labels of the child, the flow's own included
  record Child(
      FlowId flow,
      int revision,
      Map<String, Object> inputs,
      Map<String, String> labels,
      Optional<Instant> scheduleDate)
      implements Preparation {
    public Child {
      inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
      labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }
  }

  static Preparation choosing(int list, String name, @Nullable Object value) {
    var outputs = new LinkedHashMap<String, Object>();
    if (value != null) {
      outputs.put(name, value);
    }
    return new Chosen(list, outputs);
  }
}
