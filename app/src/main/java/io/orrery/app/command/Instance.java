package io.orrery.app.command;

import io.orrery.controller.Orchestrator;
import io.orrery.model.flow.Flow;
import io.orrery.model.problem.Parsed;
import io.orrery.storage.InternalStorage;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.query.FlowQueries;
import io.orrery.store.query.LogQueries;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A running Orrery, as the command line uses it. Closing it lets go of everything it opened.
public interface Instance extends AutoCloseable {

  Orchestrator orchestrator();

  FlowQueries flows();

  ExecutionQueries executions();

  LogQueries logs();

  InternalStorage storage();

  /// Reads a flow as this instance would before it saves it.
  Parsed<Flow> read(String source);

  /// Reads the given values by the types of the flow's inputs; defaults are filled in.
  ///
  /// @param given by input id; text is read by the input's type
  Inputs inputs(Flow flow, Map<String, Object> given);

  /// The port of the API; -1 when none is served.
  int httpPort();

  /// Begins no more tasks and lets those that run finish, for `atMost` or until [#hurry]. What is
  /// asked of it meanwhile is still answered and kept.
  ///
  /// @return how many tasks are left, which closing breaks off
  int drain(Duration atMost) throws InterruptedException;

  /// How many tasks run.
  int underWay();

  /// Ends a [#drain] at once. Any thread calls it.
  void hurry();

  @Override
  void close();

  sealed interface Inputs {
    /// @param values nested by the dots of their ids
    record Good(Map<String, Object> values) implements Inputs {}

    /// @param problems a sentence each, with the input's id
    record Bad(List<String> problems) implements Inputs {}
  }
}
