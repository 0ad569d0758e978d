package io.orrery.engine.trigger;

import io.orrery.model.id.ExecutionId;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Something that happened to a trigger that runs on a worker. It carries its own time: deciding
/// reads no clock.
public sealed interface EvaluationEvent {

  Instant at();

  /// The flow was saved with this trigger in it: for the first time, or again.
  record Defined(int revision, Instant at) implements EvaluationEvent {}

  /// It is not asked any more, until [Enabled].
  record Disabled(String reason, Instant at) implements EvaluationEvent {}

  record Enabled(Instant at) implements EvaluationEvent {}

  /// The timer rang.
  ///
  /// @param worker name of who would work at it
  record Due(String worker, Instant at) implements EvaluationEvent {}

  /// Whoever worked for it is gone: the process started again, another owner took over, a worker
  /// was lost.
  record WorkerLost(Instant at) implements EvaluationEvent {}

  /// An execution that it started ended.
  record ExecutionEnded(ExecutionId execution, Instant at) implements EvaluationEvent {}

  /// Somebody lets it go on without the executions that it waits for.
  record Unlocked(Instant at) implements EvaluationEvent {}

  /// Somebody wants it to be asked now, whatever it is doing or waiting for.
  record Restarted(Instant at) implements EvaluationEvent {}

  /// What a worker tells of the dispatch of this epoch.
  sealed interface News extends EvaluationEvent {
    long epoch();
  }

  /// An evaluation came to its end.
  ///
  /// @param found in order; empty when there is nothing new
  record Answered(long epoch, List<Finding> found, Map<String, Object> memory, Instant at)
      implements News {
    public Answered {
      found = List.copyOf(found);
      memory = Collections.unmodifiableMap(new LinkedHashMap<>(memory));
    }
  }

  /// A listener has messages.
  record Heard(long epoch, List<Finding> found, Map<String, Object> memory, Instant at)
      implements News {
    public Heard {
      found = List.copyOf(found);
      memory = Collections.unmodifiableMap(new LinkedHashMap<>(memory));
    }
  }

  record Connected(long epoch, Instant at) implements News {}

  /// The listener lost its connection, and mends it by itself.
  record Disconnected(long epoch, String why, Instant at) implements News {}

  /// It failed, took too long, or ended listening.
  ///
  /// @param execution the id of the FAILED execution that says so, where one is made
  record Failed(long epoch, ExecutionId execution, String why, Instant at) implements News {}

  /// Something that was found, and judged.
  ///
  /// @param execution always the same for the same thing
  /// @param output what expressions see as `trigger`
  /// @param verdict what its conditions say; [Verdict.Fails] also when its execution is there
  ///   already
  record Finding(ExecutionId execution, Map<String, Object> output, Verdict verdict) {
    public Finding {
      output = Collections.unmodifiableMap(new LinkedHashMap<>(output));
    }

    Optional<Start> start(Instant at) {
      return switch (verdict) {
        case Verdict.Holds() -> Optional.of(new Start(execution, at, output, Optional.empty()));
        case Verdict.Unable(var why) ->
            Optional.of(new Start(execution, at, output, Optional.of(why)));
        case Verdict.Fails() -> Optional.empty();
      };
    }
  }
}
