package io.orrery.expression.library;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.bound.Budget;
import io.orrery.expression.value.JsonTree;
import java.util.ArrayList;
import java.util.List;
import net.thisptr.jackson.jq.BuiltinFunctionLoader;
import net.thisptr.jackson.jq.Expression;
import net.thisptr.jackson.jq.Function;
import net.thisptr.jackson.jq.JsonQuery;
import net.thisptr.jackson.jq.PathOutput;
import net.thisptr.jackson.jq.Scope;
import net.thisptr.jackson.jq.Version;
import net.thisptr.jackson.jq.Versions;
import net.thisptr.jackson.jq.exception.JsonQueryException;
import net.thisptr.jackson.jq.path.Path;
import org.jspecify.annotations.Nullable;

/// The `jq` filter: always a list of results.
///
/// A jq program is a program too. Every built-in function, and every value that one of them hands
/// on, counts as a step of the rendering, so `[range(1e12)]` ends; `env` shows nothing of this
/// process.
final class Jq {

  private static final Version VERSION = Versions.JQ_1_6;

  /// The rendering that the current call counts for. A call is confined to its thread, and the
  /// built-in functions are shared, so this is the only way to reach it.
  private final ScopedValue<Budget> budget = ScopedValue.newInstance();

  private final Scope builtins;

  Jq() {
    builtins = Scope.newEmptyScope();
    var loader = BuiltinFunctionLoader.getInstance();
    var classLoader = Jq.class.getClassLoader();
    loader
        .loadFunctionsFromServiceLoader(classLoader, VERSION)
        .forEach((signature, function) -> add(signature, new Counted(function)));
    loader
        .loadFunctionsFromJsonJq(classLoader, VERSION, builtins)
        .forEach((signature, function) -> add(signature, new Counted(function)));
    Function nothing =
        (scope, arguments, input, path, output, version) ->
            output.emit(JsonNodeFactory.instance.objectNode(), null);
    builtins.addFunction("env", 0, nothing);
    builtins.setValue("ENV", JsonNodeFactory.instance.objectNode());
  }

  List<Filter> filters() {
    return List.of(Filter.of("jq", List.of("expression"), this::apply));
  }

  private void add(String signature, Function function) {
    int slash = signature.lastIndexOf('/');
    if (slash < 0) {
      builtins.addFunction(signature, function);
    } else {
      builtins.addFunction(
          signature.substring(0, slash),
          Integer.parseInt(signature.substring(slash + 1)),
          function);
    }
  }

  private Object apply(Object input, Arguments arguments, Context context) {
    var expression = arguments.text("expression");
    var results = new ArrayList<@Nullable Object>();
    try {
      var query = JsonQuery.compile(expression, VERSION);
      var node = node(input, context);
      ScopedValue.where(budget, context.budget())
          .call(
              () -> {
                query.apply(
                    Scope.newChildScope(builtins),
                    node,
                    result -> {
                      context.budget().items(results.size());
                      results.add(JsonTree.plain(result));
                    });
                return results;
              });
    } catch (JsonQueryException e) {
      throw new ExpressionException("jq '" + expression + "': " + e.getMessage(), 0, e);
    }
    return results;
  }

  private static JsonNode node(Object input, Context context) {
    if (!(input instanceof String text)) {
      return JsonTree.node(input, context.budget(), context.zone());
    }
    try {
      return JsonTree.parseNode(text);
    } catch (JsonProcessingException e) {
      throw new ExpressionException(
          "jq was given a text that is not JSON: " + e.getOriginalMessage(), 0, e);
    }
  }

  private final class Counted implements Function {

    private final Function function;

    Counted(Function function) {
      this.function = function;
    }

    @Override
    public void apply(
        Scope scope,
        List<Expression> arguments,
        JsonNode input,
        Path path,
        PathOutput output,
        Version version)
        throws JsonQueryException {
      var spent = budget.get();
      spent.step();
      function.apply(
          scope,
          arguments,
          input,
          path,
          (node, at) -> {
            spent.step();
            output.emit(node, at);
          },
          version);
    }
  }
}
