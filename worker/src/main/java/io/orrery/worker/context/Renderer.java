package io.orrery.worker.context;

import io.orrery.expression.Services;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.worker.plugin.Conversions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Texts, trees and properties with their templates filled in, over fixed variables.
final class Renderer {

  private final TemplateCache templates;
  private final Map<String, Object> variables;
  private final Services services;

  Renderer(TemplateCache templates, Map<String, Object> variables, Services services) {
    this.templates = templates;
    this.variables = variables;
    this.services = services;
  }

  Map<String, Object> variables() {
    return variables;
  }

  /// This with more variables on top.
  Renderer with(Map<String, Object> more) {
    var all = new LinkedHashMap<>(variables);
    all.putAll(more);
    return new Renderer(templates, all, services);
  }

  String text(String source) {
    return literal(source) ? source : templates.get(source).render(variables, services);
  }

  @Nullable Object evaluate(String source) {
    return literal(source) ? source : templates.get(source).evaluate(variables, services);
  }

  /// A text without `{` is never parsed.
  private static boolean literal(String source) {
    return source.indexOf('{') < 0;
  }

  /// Keys are rendered as well; of two that become equal the first stays (Kestra's rule).
  @Nullable Object tree(@Nullable Object tree) {
    return switch (tree) {
      case null -> null;
      case String text -> text(text);
      case Map<?, ?> map -> {
        var rendered = new LinkedHashMap<String, @Nullable Object>();
        map.forEach(
            (key, value) -> {
              var name = text(String.valueOf(key));
              if (!rendered.containsKey(name)) {
                rendered.put(name, tree(value));
              }
            });
        yield rendered;
      }
      case List<?> list -> {
        var rendered = new ArrayList<@Nullable Object>(list.size());
        list.forEach(value -> rendered.add(tree(value)));
        yield rendered;
      }
      default -> tree;
    };
  }

  <T> Optional<T> property(Property<T> property) {
    var raw = property.raw().orElse(null);
    if (raw == null) {
      return Optional.empty();
    }
    var value =
        switch (raw) {
          case String text when property.type() == String.class -> text(text);
          case String text -> evaluate(text);
          default -> tree(raw);
        };
    try {
      @SuppressWarnings("unchecked") // convert gives what the type asks for: T by construction
      var typed = (T) Conversions.convert(property.type(), value);
      return Optional.ofNullable(typed);
    } catch (TaskFailure e) {
      throw raw.equals(value) ? e : new TaskFailure(e.getMessage() + " (from " + raw + ")", e);
    }
  }
}
