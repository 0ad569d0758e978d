package io.orrery.engine.plan;

import io.orrery.engine.execution.Frame;
import io.orrery.expression.TemplateTree;
import io.orrery.model.flow.Flow;
import io.orrery.model.id.FlowId;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A flow compiled once per revision. Every question that a transition asks of the flow is a
/// look-up here.
///
/// @param nodes by index, in the order of the text: a container before its children
/// @param afterGroups how `after` is divided: a failure ends its own group alone
/// @param outputs the flow's own outputs by id, as templates
/// @param promises the flow's `sla`, in the order of the text
/// @param defaults of the inputs that always have one and need no rendering for it
public record FlowPlan(
    Flow flow,
    int revision,
    List<Node> nodes,
    Map<String, Integer> byTaskId,
    List<Integer> main,
    List<Integer> errors,
    List<Integer> cleanup,
    List<Integer> after,
    List<AfterGroup> afterGroups,
    TemplateTree outputs,
    Map<String, Object> defaults,
    List<Promise> promises) {

  public FlowPlan {
    nodes = List.copyOf(nodes);
    byTaskId = Map.copyOf(new HashMap<>(byTaskId));
    main = List.copyOf(main);
    errors = List.copyOf(errors);
    cleanup = List.copyOf(cleanup);
    after = List.copyOf(after);
    promises = List.copyOf(promises);
    afterGroups = List.copyOf(afterGroups);
    defaults = Collections.unmodifiableMap(new LinkedHashMap<>(defaults));
  }

  /// Tasks after the end that belong together: those of `afterExecution`, or of one listener.
  ///
  /// @param from the place of the first one in `after`
  /// @param to the place behind the last one
  /// @param listener whose conditions must hold first; -1: none
  public record AfterGroup(int from, int to, int listener) {}

  /// The listener that begins at this place of `after` and whose conditions must be judged first.
  public Optional<AfterGroup> listenerAt(int place) {
    return afterGroups.stream()
        .filter(group -> group.from() == place && group.to() > place && group.listener() >= 0)
        .findFirst();
  }

  /// Where the group ends whose tasks before `place` have begun.
  public int afterGroupEnd(int place) {
    return afterGroups.stream()
        .filter(group -> group.from() < place && place <= group.to())
        .mapToInt(AfterGroup::to)
        .findFirst()
        .orElse(after.size());
  }

  public FlowId id() {
    return flow.key();
  }

  public Node node(int index) {
    return nodes.get(index);
  }

  public Optional<Node> node(String taskId) {
    return Optional.ofNullable(byTaskId.get(taskId)).map(nodes::get);
  }

  /// How many of the loop values around both nodes go without saying when one names the other's
  /// outputs: those down to the innermost Loop whose iteration both are in.
  public int implied(Node reader, Node read) {
    for (var at = read; ; at = nodes.get(at.parent())) {
      if (at.iteration() && within(reader.index(), at.index())) {
        return at.loops();
      }
      if (at.parent() < 0) {
        return 0;
      }
    }
  }

  /// Whether there is such a node, and it is the other one or stands somewhere below it.
  public boolean within(int inner, int outer) {
    if (inner >= nodes.size()) {
      return false;
    }
    int at = inner;
    while (at > outer) {
      at = nodes.get(at).parent();
    }
    return at == outer;
  }

  /// For a reader inside of Loops, by task id, the values that go without saying; tasks without any
  /// are absent.
  public Map<String, Integer> implied(Node reader) {
    int outermost = -1;
    for (int at = reader.index(); at >= 0; at = nodes.get(at).parent()) {
      outermost = nodes.get(at).iteration() ? at : outermost;
    }
    var implied = new HashMap<String, Integer>();
    for (int i = outermost; outermost >= 0 && i < nodes.size(); i++) {
      int many = implied(reader, nodes.get(i));
      if (many == 0) {
        break; // the nodes of a subtree follow each other
      }
      implied.put(nodes.get(i).id(), many);
    }
    return implied;
  }

  public boolean hasOutputs() {
    return !flow.outputs().isEmpty();
  }

  /// Whether the flow asserts anything of its executions: only then are they judged.
  public boolean asserts() {
    for (var promise : promises) {
      if (promise.assertion().isPresent()) {
        return true;
      }
    }
    return false;
  }

  /// The flow's own list of a branch.
  public List<Integer> list(Frame.Branch branch) {
    return switch (branch) {
      case MAIN -> main;
      case ERRORS -> errors;
      case FINALLY -> cleanup;
      case AFTER -> after;
      case INPUTS, ADMISSION, ON_PAUSE, VERDICT, OUTPUTS, DONE, LATER -> List.of();
    };
  }

  /// A container's list of a branch.
  public static List<Integer> list(Node container, Frame.Branch branch, int choice) {
    return switch (branch) {
      case MAIN ->
          choice >= 0 && choice < container.mains().size()
              ? container.mains().get(choice)
              : List.of();
      case ERRORS -> container.errors();
      case FINALLY -> container.cleanup();
      // Only a Pause has this branch: its second list.
      case ON_PAUSE -> container.mains().size() > 1 ? container.mains().get(1) : List.of();
      case INPUTS, ADMISSION, VERDICT, AFTER, OUTPUTS, DONE, LATER -> List.of();
    };
  }
}
