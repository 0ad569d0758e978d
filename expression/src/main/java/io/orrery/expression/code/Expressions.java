package io.orrery.expression.code;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.library.Library;
import io.orrery.expression.parse.Marker;
import io.orrery.expression.parse.Parsed;
import io.pebbletemplates.pebble.node.ArgumentsNode;
import io.pebbletemplates.pebble.node.BodyNode;
import io.pebbletemplates.pebble.node.FunctionOrMacroNameNode;
import io.pebbletemplates.pebble.node.TestInvocationExpression;
import io.pebbletemplates.pebble.node.expression.ArrayExpression;
import io.pebbletemplates.pebble.node.expression.BinaryExpression;
import io.pebbletemplates.pebble.node.expression.BlockFunctionExpression;
import io.pebbletemplates.pebble.node.expression.ContextVariableExpression;
import io.pebbletemplates.pebble.node.expression.Expression;
import io.pebbletemplates.pebble.node.expression.FilterExpression;
import io.pebbletemplates.pebble.node.expression.FilterInvocationExpression;
import io.pebbletemplates.pebble.node.expression.FunctionOrMacroInvocationExpression;
import io.pebbletemplates.pebble.node.expression.GetAttributeExpression;
import io.pebbletemplates.pebble.node.expression.LiteralBigDecimalExpression;
import io.pebbletemplates.pebble.node.expression.LiteralBooleanExpression;
import io.pebbletemplates.pebble.node.expression.LiteralDoubleExpression;
import io.pebbletemplates.pebble.node.expression.LiteralIntegerExpression;
import io.pebbletemplates.pebble.node.expression.LiteralLongExpression;
import io.pebbletemplates.pebble.node.expression.LiteralNullExpression;
import io.pebbletemplates.pebble.node.expression.LiteralStringExpression;
import io.pebbletemplates.pebble.node.expression.MapExpression;
import io.pebbletemplates.pebble.node.expression.NegativeTestExpression;
import io.pebbletemplates.pebble.node.expression.ParentFunctionExpression;
import io.pebbletemplates.pebble.node.expression.PositiveTestExpression;
import io.pebbletemplates.pebble.node.expression.RenderableNodeExpression;
import io.pebbletemplates.pebble.node.expression.TernaryExpression;
import io.pebbletemplates.pebble.node.expression.UnaryExpression;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Turns expressions into code. What does not exist (a filter, a function, an argument) is an error
/// only where it is run, as in Pebble: a branch that is never taken may hold anything.
final class Expressions {

  private final Parsed parsed;
  private final Library library;
  private final ReadsCollector reads;
  private final Map<String, Macro> macros;
  private final Map<String, Piece> blocks;
  private final Function<BodyNode, Piece> bodies;

  Expressions(
      Parsed parsed,
      Library library,
      ReadsCollector reads,
      Map<String, Macro> macros,
      Map<String, Piece> blocks,
      Function<BodyNode, Piece> bodies) {
    this.parsed = parsed;
    this.library = library;
    this.reads = reads;
    this.macros = macros;
    this.blocks = blocks;
    this.bodies = bodies;
  }

  Code lower(Expression<?> expression) {
    return switch (expression) {
      case LiteralStringExpression text -> constant(text.getValue());
      case LiteralLongExpression number -> constant(number.getValue());
      case LiteralIntegerExpression number -> constant(number.getValue());
      case LiteralDoubleExpression number -> constant(number.getValue());
      case LiteralBigDecimalExpression number -> constant(number.getValue());
      case LiteralBooleanExpression truth -> constant(truth.getValue());
      case LiteralNullExpression _ -> constant(null);
      case ContextVariableExpression variable -> {
        reads.variable(variable.getName());
        yield new Path.Variable(variable.getName(), variable.getLineNumber());
      }
      case GetAttributeExpression attribute -> attribute(attribute);
      case FilterExpression filter ->
          filter(
              lower(filter.getLeftExpression()),
              (FilterInvocationExpression) filter.getRightExpression(),
              filter.getLineNumber());
      case NegativeTestExpression test -> test(test, true);
      case PositiveTestExpression test -> test(test, false);
      case Marker marker -> marker(marker);
      case BinaryExpression<?> binary ->
          Operators.binary(
              binary, lower(binary.getLeftExpression()), lower(binary.getRightExpression()));
      case RenderableNodeExpression body -> captured((BodyNode) body.getNode());
      case UnaryExpression unary -> Operators.unary(unary, lower(unary.getChildExpression()));
      case TernaryExpression choice -> choice(choice);
      case ArrayExpression list ->
          Literals.list(list.getValues().stream().map(this::lower).toList());
      case MapExpression map -> map(map);
      case FunctionOrMacroInvocationExpression call -> call(call);
      case BlockFunctionExpression block -> block(block);
      case ParentFunctionExpression _ -> constant("");
      case FunctionOrMacroNameNode name ->
          failing("'" + name.getName() + "' is not a value", name.getLineNumber());
      default ->
          throw new ExpressionException(
              "not an expression: " + expression.getClass().getSimpleName(),
              expression.getLineNumber());
    };
  }

  private static Code constant(@Nullable Object value) {
    return _ -> value;
  }

  private static Code failing(String message, int line) {
    return _ -> {
      throw new ExpressionException(message, line);
    };
  }

  private Code attribute(GetAttributeExpression node) {
    int line = node.getLineNumber();
    if (node.getArgumentsNode() != null) {
      lower(node.getNode());
      return failing("methods of values cannot be called", line);
    }
    if (!(node.getAttributeNameExpression() instanceof LiteralStringExpression name)) {
      return new Path.Item(lower(node.getNode()), lower(node.getAttributeNameExpression()), line);
    }
    if (node.getNode() instanceof ContextVariableExpression variable) {
      reads.member(variable.getName(), name.getValue());
      return new Path.Member(
          new Path.Variable(variable.getName(), variable.getLineNumber()), name.getValue(), line);
    }
    return new Path.Member(lower(node.getNode()), name.getValue(), line);
  }

  private Code filter(Code input, FilterInvocationExpression call, int line) {
    var filter = library.filter(call.getFilterName());
    if (filter == null) {
      return failing("there is no filter '" + call.getFilterName() + "'", line);
    }
    return withArguments(
        call.getFilterName(),
        filter.parameters(),
        call.getArgs(),
        line,
        codes -> Calls.filter(filter, input, codes, line));
  }

  private Code test(BinaryExpression<?> node, boolean negated) {
    var call = (TestInvocationExpression) node.getRightExpression();
    var input = lower(node.getLeftExpression());
    var check = library.check(call.getTestName());
    int line = call.getLineNumber();
    if (check == null) {
      return failing("there is no test '" + call.getTestName() + "'", line);
    }
    return withArguments(
        call.getTestName(),
        check.parameters(),
        call.getArgs(),
        line,
        codes -> Calls.check(check, input, codes, negated, line));
  }

  private Code call(FunctionOrMacroInvocationExpression node) {
    var name = node.getFunctionName();
    int line = node.getLineNumber();
    var function = library.function(name);
    if (function != null) {
      reads.function(name);
      return withArguments(
          name + "()",
          function.parameters(),
          node.getArguments(),
          line,
          codes -> Calls.function(function, codes, line));
    }
    // A macro may be written further down: its parameters are known when it is called.
    var arguments = new LateArguments(node.getArguments(), this::lower);
    return evaluation -> {
      var macro = macros.get(name);
      if (macro == null) {
        throw new ExpressionException("there is no function or macro '" + name + "'", line);
      }
      return macro.call(arguments.of(name + "()", macro.parameters(), line), evaluation);
    };
  }

  private Code withArguments(
      String callee,
      @Nullable List<String> parameters,
      ArgumentsNode node,
      int line,
      Function<ArgumentCodes, Code> call) {
    var arguments = new LateArguments(node, this::lower);
    ArgumentCodes codes;
    try {
      codes = arguments.of(callee, parameters, line);
    } catch (ExpressionException e) {
      return failing(String.valueOf(e.getMessage()), line);
    }
    return call.apply(codes);
  }

  private Code marker(Marker node) {
    var left = lower(node.getLeftExpression());
    var right = lower(node.getRightExpression());
    return switch (node.operator()) {
      case OR_IF_UNDEFINED ->
          evaluation -> {
            try {
              return left.value(evaluation);
            } catch (Undefined _) {
              return right.value(evaluation);
            }
          };
      case OR_IF_NULL ->
          evaluation -> {
            Object value;
            try {
              value = left.value(evaluation);
            } catch (Undefined _) {
              value = null;
            }
            return value == null ? right.value(evaluation) : value;
          };
      case IS_IN -> Operators.isIn(left, right);
    };
  }

  private Code choice(TernaryExpression node) {
    var condition = lower(node.getExpression1());
    var yes = lower(node.getExpression2());
    var no = lower(node.getExpression3());
    int line = node.getLineNumber();
    return evaluation -> {
      var value = condition.value(evaluation);
      return value != null && Truths.of(value, "?", line)
          ? yes.value(evaluation)
          : no.value(evaluation);
    };
  }

  private Code map(MapExpression node) {
    var entries = parsed.inOrder(node.getEntries());
    var keys = entries.stream().map(entry -> lower(entry.getKey())).toList();
    var values = entries.stream().map(entry -> lower(entry.getValue())).toList();
    return Literals.map(keys, values, node.getLineNumber());
  }

  private Code captured(BodyNode node) {
    var body = bodies.apply(node);
    return evaluation -> {
      var output = new Output.Text(evaluation.budget(), evaluation.zone());
      body.render(evaluation, output);
      return output.toString();
    };
  }

  private Code block(BlockFunctionExpression node) {
    var name = lower(node.getBlockNameExpression());
    return evaluation -> {
      var block = blocks.get(String.valueOf(name.value(evaluation)));
      var output = new Output.Text(evaluation.budget(), evaluation.zone());
      evaluation.budget().enter();
      try {
        if (block != null) {
          block.render(evaluation, output);
        }
      } finally {
        evaluation.budget().leave();
      }
      return output.toString();
    };
  }
}
