package io.orrery.expression;

/// Makes templates. One for the whole process; safe for many threads.
public interface Templates {

  /// Parses `source`. A text without `{` is a literal and is never parsed.
  ///
  /// @throws ExpressionException when the text is not a template, with the line
  Template compile(String source);
}
