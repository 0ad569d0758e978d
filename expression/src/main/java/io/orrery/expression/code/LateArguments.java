package io.orrery.expression.code;

import io.orrery.expression.ExpressionException;
import io.pebbletemplates.pebble.node.ArgumentsNode;
import io.pebbletemplates.pebble.node.expression.Expression;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The arguments written in a call, to be matched with the parameters of what is called.
final class LateArguments {

  private final List<Code> positional = new ArrayList<>();
  private final Map<String, Code> named = new LinkedHashMap<>();

  LateArguments(ArgumentsNode node, Function<Expression<?>, Code> lower) {
    if (node.getPositionalArgs() != null) {
      node.getPositionalArgs()
          .forEach(argument -> positional.add(lower.apply(argument.getValueExpression())));
    }
    if (node.getNamedArgs() != null) {
      node.getNamedArgs()
          .forEach(
              argument ->
                  named.put(argument.getName(), lower.apply(argument.getValueExpression())));
    }
  }

  /// @param parameters null when any number of values is taken, without names
  /// @throws ExpressionException when there is an argument too many or one of an unknown name
  ArgumentCodes of(String callee, @Nullable List<String> parameters, int line) {
    if (parameters == null) {
      var codes = positional.toArray(Code[]::new);
      return new ArgumentCodes(List.of(), codes, new boolean[codes.length]);
    }
    if (positional.size() > parameters.size()) {
      throw new ExpressionException(
          callee + " takes at most " + parameters.size() + " arguments, not " + positional.size(),
          line);
    }
    var codes = new @Nullable Code[parameters.size()];
    var given = new boolean[parameters.size()];
    for (int i = 0; i < positional.size(); i++) {
      codes[i] = positional.get(i);
      given[i] = true;
    }
    named.forEach(
        (name, code) -> {
          int index = parameters.indexOf(name);
          if (index < 0) {
            throw new ExpressionException(
                callee + " has no argument '" + name + "', only " + parameters, line);
          }
          codes[index] = code;
          given[index] = true;
        });
    return new ArgumentCodes(parameters, codes, given);
  }
}
