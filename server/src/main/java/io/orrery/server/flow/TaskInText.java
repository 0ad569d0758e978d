package io.orrery.server.flow;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.CollectionNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/// Where a task stands in the text of a flow, comments before and after it left out.
///
/// @param from index of its first character
/// @param to index after its last
/// @param column how far its lines are indented
/// @param inline whether it is in brackets, or within some, where it must stay on one line
record TaskInText(int from, int to, int column, boolean inline) {

  /// The first task of this id below one of the flow's lists of tasks.
  ///
  /// @param source not nested more deeply than [FlowText#tree] allows
  static Optional<TaskInText> find(String source, String taskId, List<String> lists) {
    try {
      var settings = LoadSettings.builder().setCodePointLimit(Math.max(1, source.length())).build();
      return new Compose(settings)
          .composeString(source)
          .filter(MappingNode.class::isInstance)
          .flatMap(root -> in((MappingNode) root, lists, taskId))
          .flatMap(found -> of(source, found));
    } catch (YamlEngineException _) {
      return Optional.empty();
    }
  }

  private record Found(MappingNode task, boolean inline) {}

  private static Optional<Found> in(MappingNode root, List<String> lists, String taskId) {
    return lists.stream()
        .flatMap(list -> value(root, list).stream())
        .flatMap(node -> below(node, taskId, flow(root)).stream())
        .findFirst();
  }

  private static Optional<Found> below(Node node, String taskId, boolean inline) {
    return switch (node) {
      case SequenceNode several ->
          several.getValue().stream()
              .flatMap(one -> below(one, taskId, inline || flow(several)).stream())
              .findFirst();
      case MappingNode map ->
          value(map, "id").flatMap(TaskInText::text).filter(taskId::equals).isPresent()
                  && value(map, "type").flatMap(TaskInText::text).isPresent()
              ? Optional.of(new Found(map, inline || flow(map)))
              : map.getValue().stream()
                  .flatMap(
                      entry -> below(entry.getValueNode(), taskId, inline || flow(map)).stream())
                  .findFirst();
      default -> Optional.empty();
    };
  }

  private static boolean flow(CollectionNode<?> node) {
    return node.getFlowStyle() == FlowStyle.FLOW;
  }

  private static Optional<Node> value(MappingNode map, String key) {
    return map.getValue().stream()
        .filter(entry -> text(entry.getKeyNode()).filter(key::equals).isPresent())
        .map(NodeTuple::getValueNode)
        .findFirst();
  }

  private static Optional<String> text(Node node) {
    return node instanceof ScalarNode scalar ? Optional.of(scalar.getValue()) : Optional.empty();
  }

  private static Optional<TaskInText> of(String source, Found found) {
    var start = found.task().getStartMark();
    var end = end(found.task());
    if (start.isEmpty() || end.isEmpty()) {
      return Optional.empty();
    }
    int from = index(source, start.get());
    int to = index(source, end.get());
    while (to > from && Character.isWhitespace(source.charAt(to - 1))) {
      to--;
    }
    return from < to
        ? Optional.of(new TaskInText(from, to, start.get().getColumn(), found.inline()))
        : Optional.empty();
  }

  /// A block ends for the parser where the next thing begins: what counts is its last word.
  private static Optional<Mark> end(Node node) {
    return switch (node) {
      case MappingNode map when !flow(map) && !map.getValue().isEmpty() ->
          end(map.getValue().getLast().getValueNode());
      case SequenceNode list when !flow(list) && !list.getValue().isEmpty() ->
          end(list.getValue().getLast());
      default -> node.getEndMark();
    };
  }

  private static int index(String source, Mark mark) {
    return source.offsetByCodePoints(0, mark.getIndex());
  }

  /// The text with this task in its place.
  String replacedBy(Map<?, ?> task, String source) {
    return source.substring(0, from) + written(task) + source.substring(to);
  }

  private String written(Map<?, ?> task) {
    var settings =
        DumpSettings.builder()
            .setDefaultFlowStyle(inline ? FlowStyle.FLOW : FlowStyle.BLOCK)
            .setIndicatorIndent(2)
            .setIndentWithIndicator(true)
            .setSplitLines(false)
            .build();
    var text = new Dump(settings).dumpToString(task).stripTrailing();
    return text.replaceAll("\n(?=[^\n])", "\n" + " ".repeat(column));
  }
}
