package io.orrery.worker.context;

import io.orrery.expression.Template;
import io.orrery.expression.Templates;
import io.orrery.worker.plugin.Lru;

/// Parsed templates by their text, so that the same text is parsed once and not once a job.
public final class TemplateCache {

  private static final int TEMPLATES_MAX = 2_000;

  /// Longer texts are rare and would fill the memory.
  private static final int CACHED_CHARS_MAX = 16 * 1024;

  private final Templates templates;
  private final Lru<String, Template> parsed = new Lru<>(TEMPLATES_MAX);

  public TemplateCache(Templates templates) {
    this.templates = templates;
  }

  /// @throws io.orrery.expression.ExpressionException when it is no template
  Template get(String text) {
    var known = parsed.get(text);
    if (known != null) {
      return known;
    }
    var template = templates.compile(text);
    if (text.length() <= CACHED_CHARS_MAX) {
      parsed.put(text, template);
    }
    return template;
  }
}
