package io.orrery.expression.corpus;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.TemplateTree;
import io.orrery.expression.Templates;
import io.orrery.expression.pebble.PebbleTemplates;
import io.orrery.expression.pebble.Settings;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Runs cases of the corpus.
public final class ExpressionRunner {

  /// What a case may set up here.
  private static final Set<String> SETUP = Set.of("storage", "namespaceFiles", "kv", "logs", "env");

  private final Instant now;
  private final Map<String, String> secrets;

  public ExpressionRunner(Instant now, Map<String, String> secrets) {
    this.now = now;
    this.secrets = secrets;
  }

  public Verdict run(ExpressionCase one) {
    for (var key : one.setup().keySet()) {
      if (!SETUP.contains(String.valueOf(key))) {
        return new Verdict.Unsupported("setup of " + key);
      }
    }
    var services = new FakeServices(now, one.variables(), one.setup(), secrets);
    try {
      return judged(one, result(one, services));
    } catch (ExpressionException e) {
      return judgedFailure(one, e);
    }
  }

  private static @Nullable Object result(ExpressionCase one, FakeServices services) {
    var settings = Settings.of(one.zone(), Locale.US);
    Templates templates =
        new PebbleTemplates(one.recursive() ? settings.rendersRecursively() : settings);
    if (!(one.template() instanceof String text)) {
      return TemplateTree.compile(templates, one.template()).evaluate(one.variables(), services);
    }
    var template = templates.compile(text);
    return one.typed()
        ? template.evaluateOne(one.variables(), services)
        : template.render(one.variables(), services);
  }

  private Verdict judged(ExpressionCase one, @Nullable Object result) {
    return switch (one.expectation()) {
      case ExpressionCase.Expectation.Failure _ ->
          new Verdict.Failed(List.of("expected an error but was " + result));
      case ExpressionCase.Expectation.Value value ->
          verdict(new Matchers(now, one.zone()).mismatches(value.expected(), result));
    };
  }

  private static Verdict judgedFailure(ExpressionCase one, ExpressionException error) {
    var message = String.valueOf(error.getMessage());
    return switch (one.expectation()) {
      case ExpressionCase.Expectation.Value value ->
          new Verdict.Failed(List.of("expected " + value.expected() + " but failed: " + message));
      case ExpressionCase.Expectation.Failure failure ->
          verdict(
              failure.mentions().stream()
                  .filter(word -> !message.contains(word))
                  .map(word -> "the message does not mention " + word + ": " + message)
                  .toList());
    };
  }

  private static Verdict verdict(List<String> mismatches) {
    return mismatches.isEmpty() ? new Verdict.Passed() : new Verdict.Failed(mismatches);
  }
}
