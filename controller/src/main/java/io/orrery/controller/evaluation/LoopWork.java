package io.orrery.controller.evaluation;

import io.orrery.controller.turn.Outside;
import io.orrery.engine.execution.Answer;
import io.orrery.engine.execution.Preparation;
import io.orrery.engine.execution.Preparing;
import io.orrery.engine.execution.Rounds;
import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.plan.Node;
import io.orrery.engine.plan.Steps;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.Services;
import io.orrery.model.flow.FlowOutput;
import io.orrery.model.flow.Task;
import io.orrery.model.kept.Opened;
import io.orrery.storage.StoragePaths;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What loops need worked out: their values, what follows a round, what an iteration gives back.
/// What has to do with batches: [BatchWork].
final class LoopWork {

  /// Up to so many iterations have their outputs in a list unless the flow says otherwise.
  private static final int LIST_MAX = 1000;

  private static final String NEXT_OFFSET = "nextOffset";
  private static final String STORED = "kestra://";

  private final Evaluations.Tools tools;
  private final StoredLines files;
  private final BatchWork batches;

  LoopWork(Evaluations.Tools tools, BatchWork.Calls calls) {
    this.tools = tools;
    this.files = new StoredLines(tools.storage());
    this.batches = new BatchWork(tools, files, calls);
  }

  /// Of a Loop, or of a step of a ForEachItem.
  Preparation prepare(Outside.OfTask task, Node node, Services services) {
    return switch (node.task()) {
      case Task.Part part when part.kind() == Task.Part.Kind.BATCHES -> batches.open(task, part);
      case Task.Part part when part.kind() == Task.Part.Kind.MERGE -> batches.merge(task, part);
      default -> values(node.subject().evaluate(task.variables(), services), services);
    };
  }

  private Preparation values(@Nullable Object given, Services services) {
    if (!(given instanceof String text) || !text.strip().startsWith(STORED)) {
      return Preparing.items(given);
    }
    var address = text.strip();
    if (services.fileSize(address, Optional.empty()) < 0) { // also asks whether it may be read
      throw new ExpressionException("Unable to find the file '" + address + "'.", 0);
    }
    var stretch = files.read(address, 0);
    return new Preparation.Items(texts(stretch), false, stretch.next());
  }

  /// As each line reads in a template: what is a map, a list or a quoted text is taken for that.
  private static List<String> texts(StoredLines.Stretch stretch) {
    return stretch.lines().stream().map(Lines::text).toList();
  }

  /// What a container that asks wants to know.
  Answer answer(Outside.OfTask task, Services services) {
    var run = task.run();
    var node = task.plan().node(run.node());
    try {
      return switch (node.task()) {
        case Task.LoopUntil _ ->
            Rounds.after(node, run, task.variables(), services, tools.clock().instant());
        case Task.Loop _ when run.outputs().containsKey(NEXT_OFFSET) ->
            more(node, run, task, services);
        case Task.Loop loop -> new Answer.Done(gathered(task, loop));
        case Task.Part part when part.kind() == Task.Part.Kind.ITERATION ->
            iteration(node, Steps.loop(part), task, services);
        case Task.Part part -> new Answer.Batches(batches.next(task, part, node, services));
        default -> throw new IllegalStateException(node.id() + " asks for nothing");
      };
    } catch (ExpressionException | IllegalArgumentException e) {
      return new Answer.Unable(String.valueOf(e.getMessage()));
    }
  }

  private Answer more(Node node, TaskRun run, Outside.OfTask task, Services services) {
    long offset = run.outputs().get(NEXT_OFFSET) instanceof Number next ? next.longValue() : 0;
    var address = Preparing.text(node.subject().evaluate(task.variables(), services)).strip();
    var stretch = files.read(address, offset);
    return new Answer.Items(texts(stretch), stretch.next());
  }

  private Answer iteration(Node node, Task.Loop loop, Outside.OfTask task, Services services) {
    var rendered = Rounds.iteration(node, task.variables(), services);
    var outputs = new LinkedHashMap<String, Object>();
    for (FlowOutput output : loop.outputs()) {
      var value = tools.inputs().output(output, rendered.outputs().get(output.id()));
      if (value != null) {
        Depth.check("output '" + output.id() + "'", value);
        outputs.put(output.id(), value);
      }
    }
    return rendered.last() ? new Answer.Break(outputs) : new Answer.Done(outputs);
  }

  private Map<String, Object> gathered(Outside.OfTask task, Task.Loop loop) {
    var run = task.run();
    int count = run.frame().orElseThrow().cursor();
    boolean keyed = run.frame().orElseThrow().mark() < 0;
    var keys = keyed ? tools.outputs().loopValues(run.id()) : List.<String>of();
    var iterationId = task.plan().node(task.plan().node(run.node()).mains().getFirst().getFirst());
    var place = new Place(task, iterationId.id(), run.path(), keys);
    boolean list =
        switch (loop.fetch()) {
          case AUTO -> count <= LIST_MAX;
          case FETCH -> true;
          case STORE -> false;
        };
    if (list) {
      var all = new ArrayList<Object>(count);
      for (int i = 0; i < count; i++) {
        all.add(outputs(place, i));
      }
      return Map.of("outputs", all);
    }
    var path = StoragePaths.taskRun(task.plan().id(), run.id(), run.taskId()) + "/outputs.ion";
    int[] at = {0};
    var address =
        files.write(path, () -> at[0] < count ? line(place, at[0]++) : null);
    return Map.of("uri", address.toString(), "size", count);
  }

  private record Place(
      Outside.OfTask task, String iterationId, List<String> path, List<String> keys) {}

  /// Secrets are masked, since files are not sealed.
  private String line(Place place, int iteration) {
    var keeper = place.task().keeper();
    var outputs = Opened.map(outputs(place, iteration), keeper);
    return keeper.masker().mask(Preparing.text(outputs));
  }

  /// Of one iteration; empty when it failed.
  private Map<String, Object> outputs(Place place, int iteration) {
    var path = new ArrayList<>(place.path());
    path.add(place.keys().isEmpty() ? String.valueOf(iteration) : place.keys().get(iteration));
    var outputs = tools.outputs().of(place.task().head().id(), place.iterationId(), path);
    return outputs == null ? Map.of() : outputs;
  }
}
