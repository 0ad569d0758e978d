package io.orrery.expression;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A text that was parsed once and can be rendered often, by any thread.
public interface Template {

  /// The text it was made from.
  String source();

  /// Whether it holds no expression: rendering gives [#source] back.
  boolean literal();

  /// What it may read, known without rendering it.
  Reads reads();

  /// The rendered text.
  ///
  /// @throws ExpressionException when a variable is missing, a function fails or a bound is passed
  String render(Map<String, Object> variables, Services services);

  /// The value of a text that is exactly one expression, with its Java type (null, Boolean, Number,
  /// String, Map, List, java.time); of any other text the rendered text.
  ///
  /// @throws ExpressionException as [#render]
  @Nullable Object evaluate(Map<String, Object> variables, Services services);

  /// The one value that the template makes, however it is written. Text may follow a text, as in
  /// `{{ name }}.csv`; anything else put together is an error. For places that must know a type:
  /// conditions of inputs, values to choose from.
  ///
  /// @throws ExpressionException as [#render], and when there is more than one value
  @Nullable Object evaluateOne(Map<String, Object> variables, Services services);
}
