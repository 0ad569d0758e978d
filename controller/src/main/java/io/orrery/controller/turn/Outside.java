package io.orrery.controller.turn;

import io.orrery.engine.execution.Event;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.plan.FlowPlan;
import io.orrery.engine.trigger.Verdict;
import io.orrery.engine.window.Matching;
import io.orrery.engine.window.Sighting;
import io.orrery.model.flow.TriggerDef.FlowTrigger;
import io.orrery.model.flow.TriggerDef.OnWorker;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.kept.Keeper;
import io.orrery.rpc.TriggerNews;
import io.orrery.store.vnode.Look;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// What user code is asked to do after a commit. No call blocks; each is answered by an event,
/// later, from another thread.
public interface Outside {

  /// Renders what a task run needs to begin.
  void prepare(OfTask task, Consumer<Event> answer);

  /// Works out what a container needs to go on.
  void ask(OfTask task, Consumer<Event> answer);

  /// Renders the outputs that a Subflow task reads from its child's context.
  void collect(OfTask task, ExecutionId child, Consumer<Event> answer);

  /// Renders the flow's outputs.
  void renderOutputs(OfExecution execution, Consumer<Event> answer);

  /// Judges the assertions that the flow makes of its executions.
  ///
  /// @param awaited given back in the answer
  void judge(OfExecution execution, boolean awaited, Consumer<Event> answer);

  /// Reads the inputs that a trigger gave.
  void resolveInputs(OfExecution execution, Consumer<Event> answer);

  /// Judges the conditions of a Flow trigger that must be rendered; answered with nothing when they
  /// do not hold, or when the execution is gone.
  void look(OfLook look, Consumer<Optional<Seen>> answer);

  /// Judges the conditions of a schedule that must be rendered, for slots that are due.
  void judge(OfSlots slots, Consumer<Map<Instant, Verdict>> answer);

  /// Judges what a trigger found: one verdict each, in order. What has its execution already does
  /// not hold.
  void judge(OfFindings found, Consumer<List<Verdict>> answer);

  /// Judges the conditions of a listener.
  void judge(OfListener listener, Consumer<Event> answer);

  /// @param plan of the flow that has the trigger
  record OfLook(FlowPlan plan, FlowTrigger trigger, Look look) {}

  /// @param by the slots, what expressions see as `trigger`
  record OfSlots(FlowPlan plan, Schedule schedule, Map<Instant, Map<String, Object>> by) {}

  /// @param plan of the flow that has the trigger
  record OfFindings(FlowPlan plan, OnWorker trigger, List<TriggerNews.Finding> found) {
    public OfFindings {
      found = List.copyOf(found);
    }
  }

  /// @param listener its place in the flow
  record OfListener(OfExecution execution, int listener) {}

  /// What a look has shown.
  record Seen(Sighting sighting, Matching matching) {}

  /// Reads all records of an execution; the answer is empty when there is none.
  void read(ExecutionId execution, Consumer<Optional<Records>> answer);

  /// The same for the last of the executions that took the place of `first`; empty when none did.
  void readLastOfChain(ExecutionId first, Consumer<Optional<Records>> answer);

  /// An execution with the variables of its templates.
  ///
  /// @param keeper knows the secrets that are read of the variables
  record OfExecution(FlowPlan plan, Execution head, Map<String, Object> variables, Keeper keeper) {}

  /// A task run with the variables of its templates.
  ///
  /// @param keeper knows the secrets that are read of the variables
  record OfTask(
      FlowPlan plan, Execution head, TaskRun run, Map<String, Object> variables, Keeper keeper) {}
}
