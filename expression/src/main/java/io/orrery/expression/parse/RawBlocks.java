package io.orrery.expression.parse;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `{% raw %}…{% endraw %}`: text that is not to be rendered. Pebble knows it as `verbatim`.
public final class RawBlocks {

  private static final Pattern BLOCK =
      Pattern.compile("\\{%-*\\s*raw\\s*-*%}(.*?)\\{%-*\\s*endraw\\s*-*%}", Pattern.DOTALL);

  private RawBlocks() {}

  /// The template with the blocks in Pebble's words: their text prints as it is.
  public static String printed(String template) {
    return template.contains("raw")
        ? replaced(template, "{% verbatim %}$1{% endverbatim %}")
        : template;
  }

  /// The template so that the blocks print with their tags: for a text that is rendered again.
  public static String kept(String template) {
    return template.contains("raw")
        ? replaced(template, "{% verbatim %}$0{% endverbatim %}")
        : template;
  }

  /// A text without the tags around its blocks.
  public static String stripped(String text) {
    return text.contains("raw") ? replaced(text, "$1") : text;
  }

  private static String replaced(String text, String replacement) {
    Matcher matcher = BLOCK.matcher(text);
    return matcher.find() ? matcher.replaceAll(replacement) : text;
  }
}
