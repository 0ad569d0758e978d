package io.orrery.expression.parse;

import io.pebbletemplates.pebble.node.BodyNode;
import io.pebbletemplates.pebble.node.expression.BinaryExpression;
import io.pebbletemplates.pebble.node.expression.ContextVariableExpression;
import io.pebbletemplates.pebble.node.expression.Expression;
import io.pebbletemplates.pebble.node.expression.GetAttributeExpression;
import io.pebbletemplates.pebble.node.expression.LiteralStringExpression;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A template's tree, and where in the text its keys stand.
///
/// Pebble keeps the entries of a map literal in a hash map, in an order that changes from run to
/// run. The tree's names are the very String objects of the tokens, and tokens are in order: that
/// is how the written order is found again.
public final class Parsed {

  private final BodyNode body;
  private final IdentityHashMap<String, Integer> positions;

  Parsed(BodyNode body, IdentityHashMap<String, Integer> positions) {
    this.body = body;
    this.positions = positions;
  }

  public BodyNode body() {
    return body;
  }

  /// The entries of a map literal as they were written.
  public List<Map.Entry<Expression<?>, Expression<?>>> inOrder(
      Map<Expression<?>, Expression<?>> entries) {
    return entries.entrySet().stream()
        .sorted(
            Comparator.<Map.Entry<Expression<?>, Expression<?>>>comparingInt(
                    entry -> position(entry.getKey()))
                .thenComparingInt(entry -> position(entry.getValue())))
        .toList();
  }

  private int position(@Nullable Expression<?> expression) {
    return switch (expression) {
      case LiteralStringExpression text ->
          positions.getOrDefault(text.getValue(), Integer.MAX_VALUE);
      case ContextVariableExpression variable ->
          positions.getOrDefault(variable.getName(), Integer.MAX_VALUE);
      case GetAttributeExpression attribute -> position(attribute.getNode());
      case BinaryExpression<?> binary -> position(binary.getLeftExpression());
      case null, default -> Integer.MAX_VALUE;
    };
  }
}
