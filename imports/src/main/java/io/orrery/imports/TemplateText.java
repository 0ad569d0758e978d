package io.orrery.imports;

/// Builds a template of texts that stay as they are and of expressions.
public final class TemplateText {
  private final StringBuilder template = new StringBuilder();
  private final StringBuilder pending = new StringBuilder();

  public TemplateText literal(CharSequence text) {
    pending.append(text);
    return this;
  }

  /// @param rendered an expression with its braces, or a template
  public TemplateText template(String rendered) {
    flush(true);
    template.append(rendered);
    return this;
  }

  @Override
  public String toString() {
    flush(false);
    return template.toString();
  }

  /// A brace before an expression would read as one of its own.
  private void flush(boolean beforeTemplate) {
    var text = pending.toString();
    pending.setLength(0);
    if (beforeTemplate && text.endsWith("{")) {
      template.append(Literal.of(text.substring(0, text.length() - 1))).append("{{ '{' }}");
    } else {
      template.append(Literal.of(text));
    }
  }
}
