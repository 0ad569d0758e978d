package io.orrery.model.flow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// One step of a flow. Flow control is language, hence these types; what a worker runs is a
/// [PluginTask].
///
/// Values that a user may template are text (or a tree with text in it) until they are rendered.
public sealed interface Task {

  TaskCommon common();

  default String id() {
    return common().id();
  }

  /// Its lists of children; none for what has no children.
  default Branches branches() {
    return Branches.NONE;
  }

  /// All tasks directly within it, on whatever branch or in whatever case.
  default List<Task> children() {
    return branches().all();
  }

  /// What a worker runs: any type of the catalog, with its properties as they were written.
  ///
  /// @param cache how long its outputs may be used again; absent: never
  record PluginTask(TaskCommon common, Map<String, Object> properties, Optional<TaskCache> cache)
      implements Task {
    public PluginTask {
      properties = Copies.map(properties);
    }

    public PluginTask(TaskCommon common, Map<String, Object> properties) {
      this(common, properties, Optional.empty());
    }
  }

  /// Its main tasks, all of them a worker's, run one after another in one folder that they share.
  ///
  /// @param files what is to be brought into the folder and kept of it: `inputFiles`,
  ///   `namespaceFiles`, `outputFiles` and `cache`, as they were written; those not written are
  ///   absent
  record WorkingDirectory(TaskCommon common, Branches branches, Map<String, Object> files)
      implements Task {

    public static final String INPUT_FILES = "inputFiles";
    public static final String NAMESPACE_FILES = "namespaceFiles";
    public static final String OUTPUT_FILES = "outputFiles";
    public static final String CACHE = "cache";

    public WorkingDirectory {
      files = Copies.map(files);
    }

    /// Whether something of the folder is kept once the main tasks are over.
    public boolean keeps() {
      return files.containsKey(OUTPUT_FILES) || files.containsKey(CACHE);
    }
  }

  record Sequential(TaskCommon common, Branches branches) implements Task {}

  /// Like [Sequential], but a failure of its branch ends it WARNING.
  record AllowFailure(TaskCommon common, Branches branches) implements Task {}

  /// @param concurrent how many children at once; 0 means all
  record Parallel(TaskCommon common, int concurrent, Branches branches) implements Task {}

  /// @param branches the nodes' tasks in the order of the text
  /// @param dependsOn by task id, the ids it waits for; tasks without any are absent
  record Dag(
      TaskCommon common, int concurrent, Branches branches, Map<String, List<String>> dependsOn)
      implements Task {
    public Dag {
      dependsOn = Copies.map(dependsOn);
    }
  }

  /// @param branches `then` is the main branch
  record If(TaskCommon common, Object condition, Branches branches, List<Task> otherwise)
      implements Task {
    public If {
      otherwise = List.copyOf(otherwise);
    }

    @Override
    public List<Task> children() {
      return Stream.concat(branches.all().stream(), otherwise.stream()).toList();
    }
  }

  /// @param branches the main branch is empty: the chosen case takes its place
  /// @param defaults empty when the text has none: a value without a case then fails the task
  record Switch(
      TaskCommon common,
      Object value,
      Map<String, List<Task>> cases,
      Optional<List<Task>> defaults,
      Branches branches)
      implements Task {
    public Switch {
      cases = Copies.map(new LinkedHashMap<>(cases));
    }

    @Override
    public List<Task> children() {
      var all = new ArrayList<>(branches.all());
      cases.values().forEach(all::addAll);
      defaults.ifPresent(all::addAll);
      return all;
    }
  }

  /// A loop over values.
  ///
  /// @param values text (a template or JSON) or a list
  /// @param concurrency how many values at once ([Shape#FOR_EACH], 0 means all), or how many tasks
  ///   ([Shape#PARALLEL])
  record ForEach(TaskCommon common, Object values, int concurrency, Shape shape, Branches branches)
      implements Task {

    /// How the children of one value relate: one after another, or every value × task at once
    /// (EachParallel).
    public enum Shape {
      FOR_EACH,
      PARALLEL
    }
  }

  /// Runs its tasks again and again until a condition holds.
  ///
  /// @param condition evaluated after each round, when the round's outputs are there
  /// @param interval between two rounds: a duration or a template of one
  /// @param maxIterations how many rounds at the most: a number or a template of one; absent: no
  ///   limit
  /// @param maxDuration no further round begins after it: a duration or a template of one
  record LoopUntil(
      TaskCommon common,
      Object condition,
      Object interval,
      Optional<Object> maxIterations,
      Optional<Object> maxDuration,
      boolean failOnMaxReached,
      Branches branches)
      implements Task {}

  /// A loop whose iterations stand for themselves: each sees its own outputs only, and gives back
  /// what `outputs` says.
  ///
  /// @param values a list, a map, JSON text of either, or the address of a stored file with one
  ///   value a line
  /// @param concurrency how many iterations at once; 0 means all
  /// @param transmitFailed whether the end of an iteration that did not go well is the loop's own
  /// @param outputs of each iteration
  /// @param breakWhen evaluated after each iteration; a template
  record Loop(
      TaskCommon common,
      Object values,
      int concurrency,
      boolean transmitFailed,
      List<FlowOutput> outputs,
      Fetch fetch,
      Optional<String> breakWhen,
      Branches branches)
      implements Task {
    public Loop {
      outputs = List.copyOf(outputs);
    }

    /// What becomes of the iterations' outputs.
    public enum Fetch {
      /// A list when there are few of them, else a file.
      AUTO,
      /// A list among the loop's outputs.
      FETCH,
      /// A file, one iteration a line.
      STORE
    }
  }

  /// Starts another flow for each batch of a stored file.
  ///
  /// @param items address of the file: a template
  /// @param batch `rows`, `bytes`, `partitions` and `separator` as written
  /// @param call which flow, and what it is given; may name `taskrun.items` and `taskrun.iteration`
  /// @param branches the main branch is empty: its three steps are known
  record ForEachItem(
      TaskCommon common, String items, Map<String, Object> batch, Subflow call, Branches branches)
      implements Task {
    public ForEachItem {
      batch = Copies.map(batch);
    }
  }

  /// A step that a task consists of, with a task run of its own, that nobody wrote.
  ///
  /// @param whole the task that was written
  record Part(TaskCommon common, Kind kind, Task whole) implements Task {

    public enum Kind {
      /// One iteration of a [Loop].
      ITERATION,
      /// Starts the executions of a [ForEachItem].
      BATCHES,
      /// Puts the outputs of those into one file.
      MERGE
    }
  }

  /// Starts another flow.
  ///
  /// @param namespace template
  /// @param flowId template
  /// @param inputs tree of templates
  /// @param labels tree of templates: a map, or a list of `{key, value}`
  /// @param outputs deprecated: expressions over the child's context
  record Subflow(
      TaskCommon common,
      String namespace,
      String flowId,
      Optional<Integer> revision,
      Map<String, Object> inputs,
      Object labels,
      boolean await,
      boolean transmitFailed,
      boolean inheritLabels,
      Optional<String> scheduleDate,
      RestartBehavior restartBehavior,
      Map<String, Object> outputs)
      implements Task {

    /// What becomes of a failed child when the execution that waits for it is restarted.
    public enum RestartBehavior {
      /// It is restarted under its own id.
      RETRY_FAILED,
      /// Another one takes its place.
      NEW_EXECUTION
    }

    public Subflow {
      inputs = Copies.map(inputs);
      outputs = Copies.map(outputs);
    }
  }

  /// Waits for a person or for time to pass.
  ///
  /// @param delay a duration or a template of one; absent: until somebody resumes
  /// @param behavior what the end of `delay` means
  /// @param onPause run before the wait begins
  /// @param branches deprecated children that run after the pause
  record Pause(
      TaskCommon common,
      Optional<Object> delay,
      PauseBehavior behavior,
      List<Input> onResume,
      Optional<Task> onPause,
      Branches branches)
      implements Task {
    public Pause {
      onResume = List.copyOf(onResume);
    }

    @Override
    public List<Task> children() {
      return Stream.concat(branches.all().stream(), onPause.stream()).toList();
    }

    public enum PauseBehavior {
      RESUME,
      WARN,
      FAIL,
      CANCEL
    }
  }

  /// What is done to the execution itself: the engine does it, no worker is asked.
  sealed interface Deed extends Task permits SetLabels, SetVariables, UnsetVariables, Exit {}

  /// Changes the labels of the execution.
  ///
  /// @param labels a map, a list of `{key, value}`, or a template of JSON text
  record SetLabels(TaskCommon common, Object labels) implements Deed {}

  /// Lays variables over the execution's.
  ///
  /// @param variables a map, or a template of one
  /// @param overwrite a flag, or a template of one: whether a name may be taken already
  record SetVariables(TaskCommon common, Object variables, Object overwrite) implements Deed {}

  /// Takes variables away from the execution.
  ///
  /// @param variables a list of names, or a template of one
  /// @param ignoreMissing a flag, or a template of one: whether a name may be unknown
  record UnsetVariables(TaskCommon common, Object variables, Object ignoreMissing)
      implements Deed {}

  /// Ends the execution.
  ///
  /// @param state the name of the state it ends in, or a template of one
  record Exit(TaskCommon common, Object state) implements Deed {}
}
