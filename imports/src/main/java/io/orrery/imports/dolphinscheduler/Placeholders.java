package io.orrery.imports.dolphinscheduler;

import io.orrery.imports.Notes;
import io.orrery.imports.TemplateText;
import io.orrery.imports.dolphinscheduler.Exported.Param;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Turns DolphinScheduler's texts into templates: `${name}` of parameters, `$[…]` of times. All
/// others stay as they are: they are the shell's.
///
/// @param values templates by name of parameter
record Placeholders(Map<String, String> values, TimeText times) {

  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\$\\{([^{}\\s]+)}|\\$\\[([^\\[\\]\\n]+)]");

  Placeholders {
    values = new LinkedHashMap<>(values);
  }

  static boolean isIn(String text) {
    return PLACEHOLDER.matcher(text).find();
  }

  String template(String text, Notes notes) {
    var template = new TemplateText();
    var matcher = PLACEHOLDER.matcher(text);
    int end = 0;
    while (matcher.find()) {
      var found =
          matcher.group(1) != null
              ? parameter(matcher.group(1))
              : times.expression(matcher.group(2));
      if (found.isPresent()) {
        template.literal(text.substring(end, matcher.start())).template(found.get());
        end = matcher.end();
      } else if (matcher.group(2) != null) {
        notes.lost("the time placeholder '%s' has no counterpart".formatted(matcher.group()));
      } else if (matcher.group(1).startsWith("system.")) {
        notes.lost("the parameter '%s' has no counterpart".formatted(matcher.group()));
      }
    }
    return template.literal(text.substring(end)).toString();
  }

  private Optional<String> parameter(String name) {
    return Optional.ofNullable(values.get(name)).or(() -> times.system(name));
  }

  /// With a task's own parameters, which come before those of the workflow.
  Placeholders with(List<Param> own, Notes notes) {
    var inner = new LinkedHashMap<>(values);
    for (var param : own) {
      if (!param.in()) {
        notes.lost(
            "its parameter '%s' is an output: print ::{\"outputs\":{\"%s\":…}}:: and read outputs.TASK.vars.%s"
                .formatted(param.name(), param.name(), param.name()));
      } else if (!param.value().isEmpty()) {
        inner.put(param.name(), template(param.value(), notes));
      } else if (!inner.containsKey(param.name())) {
        notes.lost(
            "its parameter '%s' comes from an output of another task: read outputs.TASK.vars.%s"
                .formatted(param.name(), param.name()));
      }
    }
    return new Placeholders(inner, times);
  }
}
