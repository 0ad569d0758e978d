package io.orrery.controller;

import io.orrery.engine.execution.Breakpoint;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.trigger.Backfill;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.FlowRevision;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
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

  /// Runs the failed task runs of an ended execution again, under the same id; lets a paused one go
  /// on.
  CompletionStage<Execution> restart(ExecutionId id);

  /// Runs the failed task runs of an ended execution again on another revision of its flow: a new
  /// execution, which has what went well from the old one.
  CompletionStage<Execution> restart(ExecutionId id, int revision);

  /// Runs an execution again, as a new one.
  CompletionStage<Execution> replay(Replay replay);

  /// Lets nothing new begin in a running execution until it is resumed; what runs finishes.
  CompletionStage<Execution> pause(ExecutionId id);

  /// Gives a task run of an ended or paused execution a state, and lets the execution go on from
  /// there.
  ///
  /// @param state a final one; RUNNING lets a paused task run go on
  CompletionStage<Execution> mark(ExecutionId id, TaskRunId run, State state);

  /// Gives an ended execution another final state. Nothing follows from it.
  CompletionStage<Execution> changeStatus(ExecutionId id, State state);

  /// Gives an ended execution other labels; the system's own stay.
  CompletionStage<Execution> relabel(ExecutionId id, Map<String, String> labels);

  /// Takes an execution out of the queue of its flow.
  ///
  /// @param into RUNNING, whatever the limit says; CANCELLED or FAILED
  CompletionStage<Execution> unqueue(ExecutionId id, State into);

  /// Lets an execution begin, or go on, whatever it waits for.
  CompletionStage<Execution> forceRun(ExecutionId id);

  /// Renders a template as one of the execution, or of one of its task runs, would be. Secrets are
  /// masked.
  ///
  /// @param run absent: as the execution's own
  CompletionStage<Evaluated> evaluate(ExecutionId id, Optional<TaskRunId> run, String template);

  /// Renders a template with what is known of a flow that does not run. Secrets are masked.
  CompletionStage<Evaluated> evaluate(FlowId flow, String template);

  /// Lets a paused execution go on. `inputs` are the resolved ones of the pause's `onResume`.
  ///
  /// @param by the name of who lets it; empty when nobody knows
  CompletionStage<Execution> resume(
      ExecutionId id, Map<String, Object> inputs, Optional<String> by);

  default CompletionStage<Execution> resume(ExecutionId id, Map<String, Object> inputs) {
    return resume(id, inputs, Optional.empty());
  }

  /// Lets an execution that stands at a breakpoint go on.
  ///
  /// @param next where it is to stand still from now on
  CompletionStage<Execution> leaveBreakpoint(ExecutionId id, List<Breakpoint> next);

  /// Removes an execution, as far as `removal` says.
  ///
  /// @return whether it was there
  CompletionStage<Boolean> delete(ExecutionId id, Removal removal);

  /// Removes an ended execution with its logs and metrics.
  default CompletionStage<Boolean> delete(ExecutionId id) {
    return delete(id, Removal.OF_ENDED);
  }

  /// @param recover what becomes of the dates since it was disabled, when it is enabled: none is
  ///   made up for, the newest, or all
  /// @return whether there is such a trigger
  CompletionStage<Boolean> setTriggerDisabled(TriggerId trigger, boolean disabled, Recover recover);

  /// Nothing is made up for.
  default CompletionStage<Boolean> setTriggerDisabled(TriggerId trigger, boolean disabled) {
    return setTriggerDisabled(trigger, disabled, Recover.NONE);
  }

  /// Changes what is remembered of a trigger. Refused when there is no such trigger, or when it is
  /// not as it must be.
  ///
  /// @return the state that is left
  CompletionStage<TriggerState> change(TriggerId trigger, TriggerChange change);

  /// Makes an execution as if a slot of the schedule were due now. Refused when there is no such
  /// schedule, when its flow is disabled, or when it waits for an execution and `overlap` does not
  /// say that this one may run beside it.
  CompletionStage<Execution> runNow(TriggerId trigger, Overlap overlap);

  /// Starts, stops or ends the backfill of a schedule. Refused when there is no such schedule, when
  /// it has a backfill already, or when it has none to change.
  CompletionStage<TriggerState> backfill(TriggerId trigger, BackfillChange change);

  /// What a backfill would make; nothing is kept of it. Refused as the backfill itself would be,
  /// though it does not matter whether there is one.
  CompletionStage<BackfillPreview> preview(TriggerId trigger, BackfillChange.Begin backfill);

  /// @param count executions
  /// @param first the earliest date; absent when there is none
  /// @param last the latest date
  record BackfillPreview(long count, Optional<Instant> first, Optional<Instant> last) {}

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
  /// @param breakpoints tasks before which it is to stand still
  record Start(
      FlowId flow,
      Optional<Integer> revision,
      Optional<ExecutionId> id,
      Map<String, Object> inputs,
      Map<String, String> labels,
      Optional<Instant> scheduleDate,
      Optional<Execution.TriggerInfo> trigger,
      List<Breakpoint> breakpoints) {
    public Start {
      breakpoints = List.copyOf(breakpoints);
      inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
      labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }

    /// One that stands still nowhere.
    public Start(
        FlowId flow,
        Optional<Integer> revision,
        Optional<ExecutionId> id,
        Map<String, Object> inputs,
        Map<String, String> labels,
        Optional<Instant> scheduleDate,
        Optional<Execution.TriggerInfo> trigger) {
      this(flow, revision, id, inputs, labels, scheduleDate, trigger, List.of());
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

  /// Whether an execution that somebody asks for may run beside the one that the trigger waits for.
  enum Overlap {
    REFUSED,
    ALLOWED
  }

  /// What is to become of a trigger's state.
  sealed interface TriggerChange {

    /// It no longer waits for the execution that holds it, which goes on.
    record Unlock() implements TriggerChange {}

    /// It waits for nothing, and what is due is looked at now.
    record Restart() implements TriggerChange {}

    /// It is forgotten and begins anew, as its definition says; what is due is skipped, in a line
    /// of the ledger, which stays.
    record Reset() implements TriggerChange {}
  }

  /// What is to become of a backfill.
  sealed interface BackfillChange {

    /// Past slots are to be made up for.
    ///
    /// @param id nobody else's; its lane in the ledger
    /// @param start inclusive
    /// @param end inclusive; absent: now
    /// @param inputs templates, laid over those of the schedule
    /// @param labels laid over the flow's
    record Begin(
        String id,
        Instant start,
        Optional<Instant> end,
        boolean paused,
        Map<String, Object> inputs,
        Map<String, String> labels,
        Backfill.Options options)
        implements BackfillChange {

      /// A plain one.
      public Begin(
          String id,
          Instant start,
          Optional<Instant> end,
          boolean paused,
          Map<String, Object> inputs,
          Map<String, String> labels) {
        this(id, start, end, paused, inputs, labels, Backfill.Options.DEFAULT);
      }

      public Begin {
        inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
      }
    }

    /// Nothing new begins.
    record Pause() implements BackfillChange {}

    record Unpause() implements BackfillChange {}

    /// What has not begun never does.
    record Remove() implements BackfillChange {}
  }

  /// What goes with an execution that is removed.
  ///
  /// @param running whether it may go before its end: then everything of it is stopped
  record Removal(boolean running, boolean logs, boolean metrics) {
    public static final Removal OF_ENDED = new Removal(false, true, true);
  }

  /// @param from the task run to go on from, of an ended execution; absent: from the beginning
  /// @param revision absent: that of the source
  /// @param inputs in the place of the source's, resolved; absent: the source's
  /// @param id of the new execution; absent: any
  /// @param breakpoints tasks before which it is to stand still
  record Replay(
      ExecutionId source,
      Optional<TaskRunId> from,
      Optional<Integer> revision,
      Optional<Map<String, Object>> inputs,
      Optional<ExecutionId> id,
      List<Breakpoint> breakpoints) {
    public Replay {
      breakpoints = List.copyOf(breakpoints);
    }

    /// One that stands still nowhere.
    public Replay(
        ExecutionId source,
        Optional<TaskRunId> from,
        Optional<Integer> revision,
        Optional<Map<String, Object>> inputs,
        Optional<ExecutionId> id) {
      this(source, from, revision, inputs, id, List.of());
    }
  }

  /// What a template rendered to.
  sealed interface Evaluated {
    record Result(String text) implements Evaluated {}

    /// @param trace where it failed
    record Failed(String message, String trace) implements Evaluated {}
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
