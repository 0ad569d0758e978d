package io.orrery.engine.plan;

import io.orrery.expression.Reads;
import io.orrery.expression.Template;
import io.orrery.expression.TemplateTree;
import io.orrery.model.flow.Retry;
import io.orrery.model.flow.Task;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// One task of a plan: its place in the tree, its children by branch, and what of it was compiled.
///
/// @param index its number; the same for the same source
/// @param parent the container's number, or -1 below the flow itself
/// @param loops how many loops lie around it: the length of its task runs' paths
/// @param mains the lists of children that the main branch may be; a leaf has none
/// @param waitsFor for the children of a Dag, by place in its list, the places that must end before
/// @param retry its own, else the nearest container's, else the flow's; only on leaves
/// @param runIf absent when the task always runs
/// @param subject the templates that are rendered before the task can begin: a condition, the
///   values of a loop, a Subflow's parts
/// @param reads what `runIf` and the task's own templates name
public record Node(
    int index,
    Task task,
    int parent,
    int loops,
    Shape shape,
    int concurrent,
    List<List<Integer>> mains,
    List<Integer> errors,
    List<Integer> cleanup,
    List<BitSet> waitsFor,
    Optional<Retry> retry,
    Optional<Template> runIf,
    TemplateTree subject,
    Reads reads) {

  public Node {
    mains = mains.stream().map(List::copyOf).toList();
    errors = List.copyOf(errors);
    cleanup = List.copyOf(cleanup);
    waitsFor = List.copyOf(waitsFor);
  }

  /// How the children of the main branch follow each other.
  public enum Shape {
    /// No children: a worker, another execution, a person or the engine itself does it.
    LEAF,
    /// One after another.
    SEQUENCE,
    /// All at once, within the limit.
    PARALLEL,
    /// Each as soon as those that it waits for have ended, within the limit.
    DAG,
    /// For each value the children one after another; the limit counts values.
    LOOP,
    /// Every child for every value at once; the limit counts children.
    LOOP_PARALLEL
  }

  public boolean leaf() {
    return shape == Shape.LEAF;
  }

  public boolean loop() {
    return shape == Shape.LOOP || shape == Shape.LOOP_PARALLEL;
  }

  /// Whether its main branch is not over before something was worked out elsewhere.
  public boolean asksAtEnd() {
    return switch (task) {
      case Task.LoopUntil _ -> true;
      case Task.Loop it -> !it.outputs().isEmpty();
      case Task.Part part -> part.kind() == Task.Part.Kind.ITERATION && asks(part.whole());
      default -> false;
    };
  }

  private static boolean asks(Task loop) {
    return loop instanceof Task.Loop it && (it.breakWhen().isPresent() || !it.outputs().isEmpty());
  }

  public boolean iteration() {
    return task instanceof Task.Part part && part.kind() == Task.Part.Kind.ITERATION;
  }

  public String id() {
    return task.id();
  }

  /// Whether anything must be rendered, with variables, before the task can begin.
  public boolean needsPreparing() {
    return runIf.filter(template -> !template.literal()).isPresent()
        || switch (task) {
          case Task.PluginTask _,
              Task.WorkingDirectory _,
              Task.Sequential _,
              Task.AllowFailure _,
              Task.Parallel _,
              Task.Dag _ ->
              false;
          // Which flow it names, and what that one wants, is known only outside.
          case Task.Subflow _ -> true;
          // Its subject is for the end of a round.
          case Task.LoopUntil _, Task.ForEachItem _ -> false;
          // A file may be behind the values.
          case Task.Loop _ -> true;
          case Task.Part part ->
              switch (part.kind()) {
                case ITERATION -> false;
                case BATCHES, MERGE -> true;
              };
          // What they do depends on the variables that are there.
          case Task.SetVariables _, Task.UnsetVariables _ -> true;
          // What its form holds by default is known only outside.
          case Task.Pause pause -> !subject.literal() || !pause.onResume().isEmpty();
          case Task.If _, Task.Switch _, Task.ForEach _, Task.SetLabels _, Task.Exit _ ->
              !subject.literal();
        };
  }
}
