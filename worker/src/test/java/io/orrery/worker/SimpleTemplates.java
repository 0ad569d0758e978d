package io.orrery.worker;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.Reads;
import io.orrery.expression.Services;
import io.orrery.expression.Template;
import io.orrery.expression.Templates;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Just enough of a template language: `{{ a.b }}` and `{{ f('x') }}`.
final class SimpleTemplates implements Templates {

  private static final Pattern EXPRESSION = Pattern.compile("\\{\\{\\s*(.*?)\\s*}}");
  private static final Pattern CALL = Pattern.compile("(\\w+)\\((?:'(.*)')?\\)");

  @Override
  public Template compile(String source) {
    return new Simple(source);
  }

  private record Simple(String source) implements Template {

    @Override
    public boolean literal() {
      return source.indexOf('{') < 0;
    }

    @Override
    public Reads reads() {
      return Reads.NOTHING;
    }

    @Override
    public String render(Map<String, Object> variables, Services services) {
      return EXPRESSION
          .matcher(source)
          .replaceAll(
              found -> {
                var value = value(found.group(1), variables, services);
                return Matcher.quoteReplacement(value == null ? "" : value.toString());
              });
    }

    @Override
    public @Nullable Object evaluate(Map<String, Object> variables, Services services) {
      var whole = EXPRESSION.matcher(source);
      return whole.matches()
          ? value(whole.group(1), variables, services)
          : render(variables, services);
    }

    private @Nullable Object value(
        String expression, Map<String, Object> variables, Services services) {
      var call = CALL.matcher(expression);
      if (call.matches()) {
        return call(call.group(1), call.group(2), services);
      }
      Object value = variables;
      for (var name : expression.split("\\.", -1)) {
        if (!(value instanceof Map<?, ?> map) || !map.containsKey(name)) {
          throw new ExpressionException(
              "Unable to find `%s` used in the expression `%s` at line 1".formatted(name, source),
              1);
        }
        value = map.get(name);
      }
      return value;
    }

    private static @Nullable Object call(
        String function, @Nullable String argument, Services services) {
      var text = argument == null ? "" : argument;
      return switch (function) {
        case "secret" -> services.secret(text, Optional.empty());
        case "kv" -> services.kv(text, Optional.empty(), true);
        case "read" ->
            new String(
                services.read(text, Optional.empty()), java.nio.charset.StandardCharsets.UTF_8);
        case "shout" -> {
          var derived = services.secret(text, Optional.empty()).toUpperCase(java.util.Locale.ROOT);
          services.sensitive(derived);
          yield derived;
        }
        default -> throw new ExpressionException("no function " + function, 1);
      };
    }
  }
}
