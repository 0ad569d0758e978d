package io.orrery.expression.library;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.bound.Budget;
import io.orrery.expression.value.JsonText;
import io.orrery.expression.value.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Functions about the variables: showing them, rendering what they hold, finding outputs of loops.
final class ContextFunctions {

  private ContextFunctions() {}

  static List<Function> all() {
    var show =
        Function.of(
            "printContext",
            (_, context) -> JsonText.of(context.variables(), context.budget(), context.zone()));
    return List.of(
        show,
        show.as("fetchContext"),
        Function.of("currentEachOutput", List.of("outputs"), ContextFunctions::currentEachOutput),
        Function.of("loopOutputs", List.of("list", "name"), ContextFunctions::loopOutputs),
        Function.of(
            "iterationOutput",
            List.of("taskOutputs", "iteration"),
            ContextFunctions::iterationOutput),
        Function.of("env", List.of("name", "default"), ContextFunctions::environment));
  }

  /// Only where variables are not rendered by themselves.
  static List<Function> rendering() {
    return List.of(
        Function.of(
            "render",
            List.of("toRender", "recursive"),
            (arguments, context) ->
                render(arguments.required("toRender"), arguments.flag("recursive", true), context)),
        Function.of(
            "renderOnce",
            List.of("toRender"),
            (arguments, context) -> render(arguments.required("toRender"), false, context)));
  }

  private static @Nullable Object render(@Nullable Object value, boolean again, Context context) {
    Budget budget = context.budget();
    budget.step();
    return switch (value) {
      case null -> null;
      case String text -> context.render(text, again);
      case Map<?, ?> map -> {
        var result = new LinkedHashMap<@Nullable Object, @Nullable Object>();
        for (var entry : map.entrySet()) {
          result.putIfAbsent(
              render(entry.getKey(), again, context), render(entry.getValue(), again, context));
        }
        yield result;
      }
      case Set<?> set -> {
        var result = new LinkedHashSet<@Nullable Object>();
        set.forEach(item -> result.add(render(item, again, context)));
        yield result;
      }
      default -> {
        var list = Values.list(value);
        if (list == null) {
          yield value;
        }
        var result = new ArrayList<@Nullable Object>(list.size());
        list.forEach(item -> result.add(render(item, again, context)));
        yield result;
      }
    };
  }

  /// Goes down a task's outputs by the loop values of all parents, outermost first, then its own.
  private static @Nullable Object currentEachOutput(Arguments arguments, Context context) {
    Map<?, ?> outputs = arguments.map("outputs");
    var parents = Values.list(context.variable("parents"));
    if (parents != null) {
      for (var parent : parents.reversed()) {
        if (parent instanceof Map<?, ?> map && map.get("taskrun") instanceof Map<?, ?> taskrun) {
          outputs = of(outputs, taskrun);
        }
      }
    }
    if (!(context.variable("taskrun") instanceof Map<?, ?> taskrun)) {
      throw new ExpressionException("currentEachOutput() can only be used inside a loop", 0);
    }
    var value = taskrun.get("value");
    return value == null ? null : outputs.get(value);
  }

  private static Map<?, ?> of(Map<?, ?> outputs, Map<?, ?> taskrun) {
    var value = taskrun.get("value");
    if (value != null && outputs.get(value) instanceof Map<?, ?> inner) {
      return inner;
    }
    throw new ExpressionException("there are no outputs for the current loop value", 0);
  }

  /// One output of every iteration of a Loop, in their order; null where one has none.
  private static Object loopOutputs(Arguments arguments, Context context) {
    var iterations = Values.list(arguments.required("list"));
    if (iterations == null) {
      throw new ExpressionException(
          "'loopOutputs' needs the list of a loop's outputs, as outputs.loop.outputs", 0);
    }
    var name = arguments.text("name");
    var all = new ArrayList<@Nullable Object>(iterations.size());
    for (var iteration : iterations) {
      context.budget().step();
      all.add(iteration instanceof Map<?, ?> outputs ? outputs.get(name) : null);
    }
    return all;
  }

  /// What a task in a loop gave back in one iteration; null when it gave nothing.
  private static @Nullable Object iterationOutput(Arguments arguments, Context context) {
    var iteration = arguments.required("iteration");
    var all = arguments.required("taskOutputs");
    if (all instanceof Map<?, ?> map) {
      return map.get(String.valueOf(iteration));
    }
    var list = Values.list(all);
    if (list == null || !(iteration instanceof Number number)) {
      throw new ExpressionException(
          "'iterationOutput' needs the outputs of a task in a loop and the number of an iteration",
          0);
    }
    int at = number.intValue();
    return at >= 0 && at < list.size() ? list.get(at) : null;
  }

  private static @Nullable Object environment(Arguments arguments, Context context) {
    var name = arguments.text("name");
    var otherwise = arguments.value("default");
    if (!(context.variable("envs") instanceof Map<?, ?> variables)) {
      return otherwise;
    }
    var value = variables.get(name);
    return value == null || value.toString().isEmpty() ? otherwise : value;
  }
}
