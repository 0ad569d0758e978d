package io.orrery.controller.evaluation;

import io.orrery.controller.turn.Outside;
import io.orrery.engine.execution.Batch;
import io.orrery.engine.execution.Batches;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Preparation;
import io.orrery.engine.execution.Preparing;
import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.execution.Variables;
import io.orrery.engine.plan.Node;
import io.orrery.engine.plan.Steps;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.Services;
import io.orrery.model.flow.Task;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.kept.Keeper;
import io.orrery.model.kept.Opened;
import io.orrery.model.state.State;
import io.orrery.storage.StoragePaths;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What the steps of a ForEachItem need worked out: how many batches there are, what each starts,
/// and one file with what the executions gave back.
final class BatchWork {

  /// Prepares the execution that a task starts.
  @FunctionalInterface
  interface Calls {
    Preparation child(Outside.OfTask task, Task.Subflow call, Node node, Map<?, ?> parts);
  }

  private static final int READ_MAX = 500;

  private final Evaluations.Tools tools;
  private final StoredLines files;
  private final Calls calls;

  BatchWork(Evaluations.Tools tools, StoredLines files, Calls calls) {
    this.tools = tools;
    this.files = files;
    this.calls = calls;
  }

  Preparation open(Outside.OfTask task, Task.Part part) {
    return new Preparation.Batches(number(split(task, part), Batches.NUMBER_OF_BATCHES));
  }

  private Map<String, Object> split(Outside.OfTask task, Task.Part part) {
    var id = Steps.splitId(part);
    var outputs = tools.outputs().of(task.head().id(), id, task.run().path());
    if (outputs == null) {
      throw new ExpressionException("task '" + id + "' left no batches", 0);
    }
    return outputs;
  }

  private static int number(Map<String, Object> outputs, String name) {
    return outputs.get(name) instanceof Number number ? number.intValue() : 0;
  }

  /// The next batches, up to the first that cannot be started.
  List<Batch> next(Outside.OfTask task, Task.Part part, Node node, Services services) {
    var page = Batches.next(task.run());
    var split = split(task, part);
    var batches = new ArrayList<Batch>(page.count());
    for (int i = 0; i < page.count(); i++) {
      int number = page.from() + i;
      var batch =
          over(task.run(), number)
              .<Batch>map(Batch.Over::new)
              .orElseGet(() -> begin(task, part, node, services, split, number));
      batches.add(batch);
      if (batch instanceof Batch.Unable) {
        break;
      }
    }
    return batches;
  }

  /// How an earlier try of the task run saw the batch through, if one did.
  private Optional<State> over(TaskRun run, int batch) {
    for (int attempt = run.attempt() - 1; attempt > 0; attempt--) {
      var before =
          tools
              .executions()
              .head(Batches.id(run, attempt, batch))
              .map(this::lastOfChain)
              .map(Execution::state);
      if (before.filter(BatchWork::well).isPresent()) {
        return before;
      }
    }
    return Optional.empty();
  }

  private static boolean well(State state) {
    return state == State.SUCCESS || state == State.WARNING;
  }

  private Batch begin(
      Outside.OfTask task,
      Task.Part part,
      Node node,
      Services services,
      Map<String, Object> split,
      int number) {
    try {
      var items =
          String.valueOf(split.get("base"))
              + number
              + String.valueOf(split.getOrDefault("extension", ""));
      var variables = Variables.ofBatch(task.variables(), number, items);
      var parts = node.subject().evaluate(variables, services);
      var child =
          calls.child(
              task, Steps.call(part), node, parts instanceof Map<?, ?> map ? map : Map.of());
      return switch (child) {
        case Preparation.Child it -> new Batch.Begin(it);
        case Preparation.Unable it -> new Batch.Unable(it.message());
        default -> throw new IllegalStateException("a batch starts an execution, not " + child);
      };
    } catch (ExpressionException | IllegalArgumentException e) {
      return new Batch.Unable(String.valueOf(e.getMessage()));
    }
  }

  /// One line with the outputs of each execution that has some, in the order of the batches.
  Preparation merge(Outside.OfTask task, Task.Part part) {
    var run = task.run();
    var items = tools.outputs().of(task.head().id(), Steps.itemsId(part), run.path());
    int count = items == null ? 0 : number(items, Batches.NUMBER_OF_BATCHES);
    int attempts = items == null ? 1 : Math.max(1, number(items, Batches.ATTEMPT));
    var path = StoragePaths.taskRun(task.plan().id(), run.id(), run.taskId()) + "/outputs.ion";
    var address = files.write(path, new Merged(run, attempts, count, task.keeper()));
    return new Preparation.Made(Map.of("subflowOutputs", address.toString()));
  }

  /// The outputs of the executions, read some hundred at a time.
  private final class Merged implements StoredLines.Source {
    private final TaskRun merge;
    private final int attempts;
    private final int count;
    private final Keeper keeper;
    private final ArrayDeque<String> lines = new ArrayDeque<>();
    private int read;

    /// @param keeper opens what is put aside; secrets are masked, since files are not sealed
    Merged(TaskRun merge, int attempts, int count, Keeper keeper) {
      this.keeper = keeper;
      this.merge = merge;
      this.attempts = attempts;
      this.count = count;
    }

    @Override
    public @Nullable String next() {
      while (lines.isEmpty() && read < count) {
        int to = Math.min(count, read + READ_MAX);
        readTo(to);
        read = to;
      }
      return lines.poll();
    }

    /// The newest try that began a batch has its outputs.
    private void readTo(int to) {
      var newest = new TreeMap<Integer, Execution>();
      for (int attempt = attempts; attempt > 0 && newest.size() < to - read; attempt--) {
        var ids = new LinkedHashMap<ExecutionId, Integer>();
        for (int batch = read; batch < to; batch++) {
          if (!newest.containsKey(batch)) {
            ids.put(Batches.id(merge, attempt, batch), batch);
          }
        }
        tools
            .executions()
            .heads(ids.keySet())
            .forEach((id, head) -> newest.put(ids.getOrDefault(id, 0), head));
      }
      for (var head : newest.values()) {
        var outputs = lastOfChain(head).outputs();
        if (!outputs.isEmpty()) {
          lines.add(keeper.masker().mask(Preparing.text(Opened.map(outputs, keeper))));
        }
      }
    }
  }

  /// The one that ended a chain of retries.
  private Execution lastOfChain(Execution first) {
    return first.state() == State.RETRIED
        ? tools.executions().lastOfChain(first.id()).orElse(first)
        : first;
  }
}
