package io.orrery.expression.code;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.value.Values;
import org.jspecify.annotations.Nullable;

/// `for`: its body once for each member, or its `else` when there is none. Null has no members and
/// no `else` either, as in Pebble.
record ForEach(String name, Code over, Piece body, @Nullable Piece otherwise, int line)
    implements Piece {

  @Override
  public void render(Evaluation evaluation, Output output) {
    var value = over.value(evaluation);
    if (value == null) {
      return;
    }
    var members = Values.iterable(value);
    if (members == null) {
      throw new ExpressionException(
          "'for' needs a list or a map, not a " + Values.typeName(value), line);
    }
    var iterator = members.iterator();
    if (!iterator.hasNext()) {
      if (otherwise != null) {
        otherwise.render(evaluation, output);
      }
      return;
    }
    var scope = evaluation.scope().open();
    evaluation.within(
        scope,
        () -> {
          for (int index = 0; iterator.hasNext(); index++) {
            evaluation.budget().step();
            scope.put(name, iterator.next());
            scope.put("loop", new Loop(index, !iterator.hasNext(), value));
            body.render(evaluation, output);
          }
        });
  }
}
