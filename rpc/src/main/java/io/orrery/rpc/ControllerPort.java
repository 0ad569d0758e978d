package io.orrery.rpc;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/// What a controller offers its workers.
public interface ControllerPort {

  /// A job that is not over after a moment is under way: shown to people, not needed for
  /// correctness.
  void started(TaskRunId taskRun, int attempt, long epoch, java.time.Instant at);

  /// How a try ended. The stage completes once that is committed (or refused as stale, which is
  /// final too); it fails when the sender must try again.
  CompletionStage<Void> ended(JobResult result);

  /// Best effort.
  void logs(LogBatch batch);

  /// What a trigger found, or how it fares. The stage completes once that is committed; it fails
  /// when the sender must try again.
  ///
  /// @return whether it was believed: not, when this dispatch is over, which is final
  CompletionStage<Boolean> told(TriggerNews news);

  /// Lines of a trigger, masked already, oldest first. Best effort.
  void triggerLogs(TriggerId trigger, List<LogBatch.Line> lines);

  /// Called when the worker's permits rose from none, or it takes triggers again.
  void permitsFreed();

  // What a job did not carry and asks for while it runs. These calls block.

  /// All outputs of a task of this execution, nested by loop value; null when it has none.
  @Nullable Object outputs(ExecutionId execution, String taskId);

  /// The outputs of a task for exactly these loop values; null when it has none.
  @Nullable Object outputs(ExecutionId execution, String taskId, List<String> path);

  /// Ids of the tasks of this execution that have outputs.
  List<String> tasksWithOutputs(ExecutionId execution);

  /// The ERROR lines of an execution so far.
  List<Map<String, Object>> errorLogs(ExecutionId execution);

  /// The task runs of an execution in a state, as maps with `taskId` and `value`.
  List<Map<String, Object>> tasksWithState(ExecutionId execution, String state);

  /// The states of an execution's tasks: by task id `{state}`, in loops under the values that lead
  /// to it.
  Map<String, Object> taskStates(ExecutionId execution);

  /// `taskId`, `message` and `stackTrace` of the task of an execution that failed last; empty when
  /// none did.
  Map<String, Object> failure(ExecutionId execution);

  /// The execution whose files `execution` may read besides its own: its parent by Subflow or
  /// trigger.
  Optional<ExecutionId> parentOf(ExecutionId execution);

  /// The value under a key, JSON-like; empty when there is none or it expired.
  Optional<Object> kv(String namespace, String key);

  /// @return whether it was written
  boolean putKv(String namespace, String key, KvWrite write);

  /// @return how many of them there were
  int deleteKv(String namespace, List<String> keys);

  /// All keys of a namespace, and whether each has expired.
  SequencedMap<String, Boolean> allKv(String namespace);

  /// Namespaces that have keys, ordered.
  List<String> kvNamespaces();

  List<String> kvKeys(String namespace, String prefix);

  /// What tasks ask about the instance as a whole.
  HousekeepingPort housekeeping();

  // The key never leaves the controller.

  /// The cipher of a text: base64.
  ///
  /// @throws IllegalStateException when the instance has no key
  String seal(String plain);

  /// @throws IllegalStateException when it was sealed with another key
  String open(String cipher);

  /// What belongs to namespaces: files, secrets, who may use what.
  NamespacePort namespaces();

  /// The exact source of a flow's newest revision; empty when there is none.
  Optional<String> flowSource(FlowId flow);
}
