package io.orrery.engine.execution;

import java.util.List;
import java.util.Optional;

/// The records of one execution that a decision may look at. Looking one up costs the same at any
/// size.
public interface View {

  Execution head();

  /// A task run that has not ended; after [Event.Restart] any.
  Optional<TaskRun> run(int seq);

  /// All task runs that [#run] knows, ordered by seq. Only kill, resume and restart ask for it.
  List<TaskRun> runs();

  /// Those that a replay has kept for later; [#run] and [#runs] know none of them.
  LaterRuns later();

  /// The values of a loop that has begun and not ended.
  List<String> loopValues(int seq);
}
