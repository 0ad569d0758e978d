package io.orrery.controller;

import io.orrery.engine.execution.Execution;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.FlowRevision;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.problem.Problem;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/// What the API and the command line ask of the controller. Every answer comes after its commit.
///
/// A stage fails with [Refused] when the request cannot be met as things stand.
public interface Orchestrator {

  /// Saves `source` as the newest revision of the flow it names. An identical source changes
  /// nothing and keeps the revision.
  CompletionStage<FlowRevision> saveFlow(Flow flow, String source);

  /// Deletes the flow; its revisions stay readable.
  ///
  /// @return whether there was one
  CompletionStage<Boolean> deleteFlow(FlowId flow);

  /// Creates an execution.
  CompletionStage<Execution> start(Start start);

  /// Ends an execution and, with `cascade`, those that it started.
  CompletionStage<Execution> kill(ExecutionId id, Cascade cascade);

  /// Runs the failed task runs of an ended execution again, under the same id.
  CompletionStage<Execution> restart(ExecutionId id);

  /// Lets a paused execution go on. `inputs` are the resolved ones of the pause's `onResume`.
  CompletionStage<Execution> resume(ExecutionId id, Map<String, Object> inputs);

  /// Removes an ended execution with its logs and metrics.
  CompletionStage<Boolean> delete(ExecutionId id);

  CompletionStage<Boolean> setTriggerDisabled(TriggerId trigger, boolean disabled);

  /// Calls `listener` after each commit that changed the execution or its task runs, or added log
  /// lines to it, until closed. Calls are quick hints, may be merged, and carry nothing: the
  /// listener reads what it wants.
  AutoCloseable follow(ExecutionId id, Runnable listener);

  /// The newest revision of a flow that is not deleted; empty when there is none or when its source
  /// no longer parses.
  Optional<FlowRevision> flow(FlowId id);

  /// A revision of a flow; empty when there is none.
  Optional<FlowRevision> flow(FlowId id, int revision);

  enum Cascade {
    CHILDREN,
    ONLY_THIS
  }

  /// @param inputs resolved already, nested by the dots of their ids
  /// @param labels laid over the flow's
  /// @param revision absent: the newest
  /// @param id absent: a new one; given: creating it twice gives the one execution
  record Start(
      FlowId flow,
      Optional<Integer> revision,
      Optional<ExecutionId> id,
      Map<String, Object> inputs,
      Map<String, String> labels,
      Optional<Instant> scheduleDate,
      Optional<Execution.TriggerInfo> trigger) {
    public Start {
      inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
      labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }

    public static Start of(FlowId flow, Map<String, Object> inputs) {
      return new Start(
          flow,
          Optional.empty(),
          Optional.empty(),
          inputs,
          Map.of(),
          Optional.empty(),
          Optional.empty());
    }
  }

  /// Why a request was not met.
  final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// What the caller is told by status: not there, in the wrong state, or wrong in itself.
    public enum Reason {
      NOT_FOUND,
      CONFLICT,
      INVALID
    }

    private final Reason reason;
    private final transient List<Problem> problems;

    public Refused(Reason reason, String message) {
      this(reason, message, List.of());
    }

    public Refused(Reason reason, String message, List<Problem> problems) {
      super(message);
      this.reason = reason;
      this.problems = List.copyOf(problems);
    }

    public Reason reason() {
      return reason;
    }

    public List<Problem> problems() {
      return problems;
    }

    public static Refused state(String what, ExecutionId id, State state) {
      return new Refused(
          Reason.CONFLICT, "cannot " + what + " execution " + id + ": it is " + state);
    }
  }
}
