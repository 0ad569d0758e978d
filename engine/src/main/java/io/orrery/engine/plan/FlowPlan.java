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
    Map<String, Object> defaults) {

  public FlowPlan {
    nodes = List.copyOf(nodes);
    byTaskId = Map.copyOf(new HashMap<>(byTaskId));
    main = List.copyOf(main);
    errors = List.copyOf(errors);
    cleanup = List.copyOf(cleanup);
    after = List.copyOf(after);
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

  public boolean hasOutputs() {
    return !flow.outputs().isEmpty();
  }

  /// The flow's own list of a branch.
  public List<Integer> list(Frame.Branch branch) {
    return switch (branch) {
      case MAIN -> main;
      case ERRORS -> errors;
      case FINALLY -> cleanup;
      case AFTER -> after;
      case INPUTS, OUTPUTS, DONE -> List.of();
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
      case INPUTS, AFTER, OUTPUTS, DONE -> List.of();
    };
  }
}
