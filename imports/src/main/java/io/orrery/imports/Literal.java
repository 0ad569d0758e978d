package io.orrery.imports;

/// Text that a template must leave as it is.
public final class Literal {
  private Literal() {}

  private static final String RAW_END = "{% endraw %}";

  /// A template that renders to `text`.
  public static String of(String text) {
    boolean plain = !text.contains("{{") && !text.contains("{%") && !text.contains("{#");
    if (plain) return text;
    // A text that speaks of raw blocks itself would end one: its braces are taken apart.
    return text.contains("endraw") ? text.replace("{", "{{ '{' }}") : "{% raw %}" + text + RAW_END;
  }

  /// A text within an expression, in quotes.
  public static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
