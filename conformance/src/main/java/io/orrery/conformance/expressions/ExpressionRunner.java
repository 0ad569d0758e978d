package io.orrery.conformance.expressions;

import io.orrery.conformance.cases.Together;
import io.orrery.conformance.corpus.Entry;
import io.orrery.conformance.match.Context;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Matchers;
import io.orrery.conformance.match.Mismatch;
import io.orrery.conformance.match.UnknownMatcher;
import io.orrery.conformance.match.Values;
import io.orrery.conformance.report.Result;
import io.orrery.conformance.report.Verdict;
import io.orrery.conformance.subject.SubjectConfig;
import io.orrery.conformance.subject.Unsupported;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.TemplateTree;
import io.orrery.expression.pebble.PebbleTemplates;
import io.orrery.expression.pebble.Settings;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/// Renders the template of an entry and compares the result, or the error.
public final class ExpressionRunner {

  private static final Set<String> SETUP = Set.of("storage", "namespaceFiles", "kv", "logs", "env");
  private static final Set<String> ENGINE = Set.of("kestra.variables.recursive-rendering");
  private static final String SECRET = "SECRET_";

  private final InstantSource clock;

  public ExpressionRunner(InstantSource clock) {
    this.clock = clock;
  }

  public List<Result> run(List<Entry> entries) {
    var tasks = new ArrayList<Callable<Result>>();
    for (var entry : entries) {
      tasks.add(() -> new Result(entry, judge(entry)));
    }
    return Together.all(tasks);
  }

  Verdict judge(Entry entry) {
    try {
      known(entry.object("setup"), SETUP, "setup");
      known(entry.object("engine"), ENGINE, "engine setting");
      return entry.flag("error") ? error(entry) : value(entry);
    } catch (Unsupported | UnknownMatcher e) {
      return new Verdict.Unsupported(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      return Verdict.failed(expected(entry), "exception: " + e);
    }
  }

  private static void known(Map<String, Object> given, Set<String> known, String what) {
    for (var key : given.keySet()) {
      if (!known.contains(key)) {
        throw new Unsupported(what + " " + key);
      }
    }
  }

  private Verdict value(Entry entry) {
    try {
      var result = render(entry);
      if (entry.has("match")) {
        return Verdict.of(new Matchers(context(entry)).compare(entry.get("match"), result));
      }
      return Values.equal(entry.get("expect"), result)
          ? new Verdict.Passed()
          : Verdict.failed(expected(entry), Values.shown(result));
    } catch (ExpressionException e) {
      return Verdict.failed(expected(entry), "error: " + e.getMessage());
    }
  }

  private Verdict error(Entry entry) {
    try {
      return Verdict.failed(expected(entry), Values.shown(render(entry)));
    } catch (ExpressionException e) {
      var message = String.valueOf(e.getMessage());
      var missing =
          entry.list("errorMentions").stream()
              .map(String::valueOf)
              .filter(word -> !message.contains(word))
              .map(word -> new Mismatch("error", Values.shown(word), Values.shown(message)))
              .toList();
      return Verdict.of(missing);
    }
  }

  private static String expected(Entry entry) {
    return entry.flag("error")
        ? "an error"
        : Values.shown(entry.has("match") ? entry.get("match") : entry.get("expect"));
  }

  private @Nullable Object render(Entry entry) {
    var templates = new PebbleTemplates(settings(entry));
    var variables = TypedValues.variables(entry.object("vars"));
    var world = new SmallWorld(clock.instant(), variables, entry.object("setup"), secrets(entry));
    if (!(entry.get("template") instanceof String text)) {
      return TemplateTree.compile(templates, entry.get("template")).evaluate(variables, world);
    }
    var template = templates.compile(text);
    return switch (entry.text("mode").orElse("text")) {
      case "text" -> template.render(variables, world);
      case "typed" -> template.evaluateOne(variables, world);
      default -> throw new Unsupported("mode " + entry.get("mode"));
    };
  }

  private static ZoneId zone(Entry entry) {
    return ZoneId.of(entry.text("tz").orElse("UTC"));
  }

  private Context context(Entry entry) {
    var now = clock.instant();
    return new Context(now, clock, zone(entry), reference -> Optional.empty());
  }

  private static Settings settings(Entry entry) {
    var settings = Settings.of(zone(entry), Locale.US);
    return Boolean.TRUE.equals(entry.object("engine").get("kestra.variables.recursive-rendering"))
        ? settings.rendersRecursively()
        : settings;
  }

  /// Those of the standard environment and of the case's own. What is not base64 is no secret.
  private static Map<String, String> secrets(Entry entry) {
    var own = Json.members(entry.object("setup").get("env"));
    var secrets = new LinkedHashMap<String, String>();
    SubjectConfig.standard()
        .with(own, Map.of())
        .environment()
        .forEach(
            (name, value) -> {
              if (name.startsWith(SECRET)) {
                decoded(value)
                    .ifPresent(text -> secrets.put(name.substring(SECRET.length()), text));
              }
            });
    return secrets;
  }

  private static Optional<String> decoded(String value) {
    try {
      var plain = Base64.getDecoder().decode(value.replaceAll("\\s", ""));
      return Optional.of(new String(plain, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
