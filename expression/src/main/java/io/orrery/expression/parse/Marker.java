package io.orrery.expression.parse;

import io.pebbletemplates.pebble.node.expression.BinaryExpression;
import io.pebbletemplates.pebble.template.EvaluationContextImpl;
import io.pebbletemplates.pebble.template.PebbleTemplateImpl;

/// An operator that Pebble does not have, as a node of its tree.
public final class Marker extends BinaryExpression<Object> {

  private final Operator operator;

  Marker(Operator operator) {
    this.operator = operator;
  }

  public Operator operator() {
    return operator;
  }

  @Override
  public Object evaluate(PebbleTemplateImpl self, EvaluationContextImpl context) {
    throw new UnsupportedOperationException("trees are never run by Pebble");
  }

  /// The operators that Kestra adds.
  public enum Operator {
    /// `??`: the right side when the left is null or undefined.
    OR_IF_NULL("??", 120),
    /// `???`: the right side when the left is undefined.
    OR_IF_UNDEFINED("???", 120),
    /// `isIn`: whether the left is a member of the right, compared as texts.
    IS_IN("isIn", 30);

    private final String symbol;
    private final int precedence;

    Operator(String symbol, int precedence) {
      this.symbol = symbol;
      this.precedence = precedence;
    }

    String symbol() {
      return symbol;
    }

    int precedence() {
      return precedence;
    }
  }
}
