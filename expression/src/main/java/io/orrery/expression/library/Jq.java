package io.orrery.expression.library;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.bound.Budget;
import io.orrery.expression.value.JsonTree;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  /// Counts a step and hands its input on: put at the head of every function that a program
  /// defines, since those can call themselves for ever without touching a built-in one.
  private static final String STEP = "__step";

  private static final Version VERSION = Versions.JQ_1_6;

  /// The rendering that the current call counts for. A call is confined to its thread and the
  /// built-in functions are shared, so this is the only way to reach it.
  private static final ScopedValue<Budget> BUDGET = ScopedValue.newInstance();

  /// The head of a function that a program defines, or a text of the program, which is left alone.
  private static final Pattern DEFINITION =
      Pattern.compile(
          "(?<text>\"(?:\\\\.|[^\"\\\\])*\")|(?<head>\\bdef\\s+\\w+\\s*(?:\\([^)]*\\))?\\s*:)",
          Pattern.DOTALL);

  private Jq() {}

  /// Made when jq is first used: reading the functions that are written in jq takes a while.
  private static final class Builtins {

    static final Scope SCOPE = load();

    private static Scope load() {
      var scope = Scope.newEmptyScope();
      var loader = BuiltinFunctionLoader.getInstance();
      var classLoader = Jq.class.getClassLoader();
      loader
          .loadFunctionsFromServiceLoader(classLoader, VERSION)
          .forEach((signature, function) -> add(scope, signature, new Counted(function)));
      loader
          .loadFunctionsFromJsonJq(classLoader, VERSION, scope)
          .forEach((signature, function) -> add(scope, signature, new Counted(function)));
      var nothing = JsonNodeFactory.instance.objectNode();
      scope.addFunction("env", 0, (_, _, _, _, output, _) -> output.emit(nothing.deepCopy(), null));
      scope.setValue("ENV", nothing);
      scope.addFunction(
          STEP, 0, new Counted((_, _, input, path, output, _) -> output.emit(input, path)));
      return scope;
    }

    private static void add(Scope scope, String signature, Function function) {
      int slash = signature.lastIndexOf('/');
      if (slash < 0) {
        scope.addFunction(signature, function);
      } else {
        scope.addFunction(
            signature.substring(0, slash),
            Integer.parseInt(signature.substring(slash + 1)),
            function);
      }
    }
  }

  static List<Filter> all() {
    return List.of(Filter.of("jq", List.of("expression"), Jq::apply));
  }

  private static Object apply(Object input, Arguments arguments, Context context) {
    var expression = arguments.text("expression");
    var results = new ArrayList<@Nullable Object>();
    try {
      var query = JsonQuery.compile(counted(expression), VERSION);
      var node = node(input, context);
      ScopedValue.where(BUDGET, context.budget())
          .call(
              () -> {
                query.apply(
                    Scope.newChildScope(Builtins.SCOPE),
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

  /// The program with a step at the head of each function that it defines.
  private static String counted(String program) {
    if (!program.contains("def")) {
      return program;
    }
    return DEFINITION
        .matcher(program)
        .replaceAll(
            match -> {
              var text = match.group("text");
              if (text == null) {
                return Matcher.quoteReplacement(match.group("head") + " " + STEP + " | ");
              }
              if (text.contains("\\(") && text.contains("def")) {
                throw new ExpressionException("jq: a function cannot be defined inside a text", 0);
              }
              return Matcher.quoteReplacement(text);
            });
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

  private static final class Counted implements Function {

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
      var spent = BUDGET.get();
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
