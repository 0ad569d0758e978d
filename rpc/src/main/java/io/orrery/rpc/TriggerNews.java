package io.orrery.rpc;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TriggerId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a worker tells of the dispatch of a trigger. Sent again until it is acknowledged, which is
/// after its commit.
///
/// @param revision of the flow, as in the job
/// @param dispatch as in the job
public record TriggerNews(TriggerId trigger, int revision, long dispatch, What what) {

  public sealed interface What {}

  /// An evaluation is over.
  public record Answered(List<Finding> found, Map<String, Object> memory) implements What {
    public Answered {
      found = List.copyOf(found);
      memory = Collections.unmodifiableMap(new LinkedHashMap<>(memory));
    }
  }

  /// A listener has messages, and goes on.
  public record Heard(List<Finding> found, Map<String, Object> memory) implements What {
    public Heard {
      found = List.copyOf(found);
      memory = Collections.unmodifiableMap(new LinkedHashMap<>(memory));
    }
  }

  /// A listener reached its source.
  public record Connected() implements What {}

  /// A listener lost its source, and goes on.
  public record Disconnected(String why) implements What {}

  /// It is over, and not well.
  public record Failed(String why) implements What {}

  /// @param execution what it becomes: the same for the same thing, however often it is told
  /// @param output as records hold it: secrets are sealed
  public record Finding(ExecutionId execution, Map<String, Object> output) {
    public Finding {
      output = Collections.unmodifiableMap(new LinkedHashMap<>(output));
    }
  }
}
