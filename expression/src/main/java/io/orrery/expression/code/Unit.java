package io.orrery.expression.code;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.Reads;
import io.orrery.expression.value.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A template, lowered: what is kept of it and run.
public final class Unit {

  private final String source;
  private final Piece body;
  private final @Nullable Code sole;
  private final Reads reads;

  /// @param sole the expression when the template is exactly one
  Unit(String source, Piece body, @Nullable Code sole, Reads reads) {
    this.source = source;
    this.body = body;
    this.sole = sole;
    this.reads = reads;
  }

  public Reads reads() {
    return reads;
  }

  /// The rendered text.
  public String render(Evaluation evaluation) {
    var output = new Output.Text(evaluation.budget(), evaluation.zone());
    guarded(
        () -> {
          body.render(evaluation, output);
          return null;
        });
    return output.toString();
  }

  /// The value of a lone expression; otherwise the rendered text.
  public @Nullable Object evaluate(Evaluation evaluation) {
    var expression = sole;
    return expression == null
        ? render(evaluation)
        : guarded(() -> plain(expression.value(evaluation), evaluation));
  }

  /// The one value that the template makes; see [Output.Typed].
  public @Nullable Object evaluateStrictly(Evaluation evaluation) {
    return guarded(
        () -> {
          var output = new Output.Typed(evaluation.budget());
          body.render(evaluation, output);
          return plain(output.value(), evaluation);
        });
  }

  /// A value fit to leave: its own kinds of objects replaced, and not larger than a value may be. A
  /// template can put one list into another many times over; who writes it out must not suffer.
  private @Nullable Object plain(@Nullable Object value, Evaluation evaluation) {
    return sole instanceof Path ? value : plain(value, evaluation, 0);
  }

  private static @Nullable Object plain(@Nullable Object value, Evaluation evaluation, int depth) {
    evaluation.budget().step();
    evaluation.budget().nesting(depth);
    if (value instanceof Loop loop) {
      var map = new LinkedHashMap<String, @Nullable Object>();
      for (var name : new String[] {"index", "first", "last", "length", "revindex"}) {
        map.put(name, loop.attribute(name, 0));
      }
      return map;
    }
    if (value instanceof Map.Entry<?, ?> entry) {
      var map = new LinkedHashMap<String, @Nullable Object>();
      map.put("key", entry.getKey());
      map.put("value", plain(entry.getValue(), evaluation, depth + 1));
      return map;
    }
    if (value instanceof LinkedHashMap<?, ?> map) {
      map.values().forEach(member -> plain(member, evaluation, depth + 1));
    } else if (value instanceof ArrayList<?> list) {
      list.forEach(item -> plain(item, evaluation, depth + 1));
    } else if (value != null && value.getClass().isArray() && !(value instanceof byte[])) {
      return Values.list(value);
    }
    return value;
  }

  private interface Run {
    @Nullable Object run();
  }

  private @Nullable Object guarded(Run run) {
    try {
      return run.run();
    } catch (Undefined e) {
      throw undefined(e);
    } catch (StackOverflowError e) { // a bound on depth that the nodes cannot count
      throw tooDeep(e);
    }
  }

  /// The words are Kestra's: people and tools look for them.
  private ExpressionException undefined(Undefined undefined) {
    if (undefined.explained()) {
      return new ExpressionException(undefined.name(), undefined.line(), undefined);
    }
    return new ExpressionException(
        "Unable to find `"
            + undefined.name()
            + "` used in the expression `"
            + source
            + "` at line "
            + undefined.line(),
        undefined.line());
  }

  private static ExpressionException tooDeep(StackOverflowError error) {
    return new ExpressionException("the template is nested too deep", 0, error);
  }
}
