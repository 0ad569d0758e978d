package io.orrery.model.yaml;

import io.orrery.model.flow.Task;
import io.orrery.model.flow.TaskCommon;
import io.orrery.model.problem.Code;
import java.util.List;
import java.util.Locale;

/// Reads the tasks that change the execution they are in: its labels, its variables, its end.
final class ExecutionTaskReader {
  private ExecutionTaskReader() {}

  private static final List<String> EXIT_STATES =
      List.of("SUCCESS", "WARNING", "FAILED", "KILLED", "CANCELLED", "CANCELED");

  static Task read(Fields fields, TaskCommon common) {
    return switch (common.canonicalType().substring(TypeNames.EXECUTION.length())) {
      case "Labels" -> new Task.SetLabels(common, tree(fields, "labels"));
      case "SetVariables" ->
          new Task.SetVariables(common, tree(fields, "variables"), flag(fields, "overwrite", true));
      case "UnsetVariables" ->
          new Task.UnsetVariables(
              common, tree(fields, "variables"), flag(fields, "ignoreMissing", false));
      case "Exit" -> new Task.Exit(common, exitState(fields));
      default ->
          throw new IllegalStateException(
              "TypeNames has a type without reader: " + common.canonicalType());
    };
  }

  /// A map, a list or a text, with templates in it.
  private static Object tree(Fields fields, String name) {
    var value = FlowControlReader.required(fields, name);
    var node = fields.node(name);
    if (node != null && !(value instanceof String)) {
      fields.reading().templates(node, fields.pathOf(name));
    }
    return value;
  }

  /// A flag, or a template of one.
  private static Object flag(Fields fields, String name, boolean fallback) {
    if (fields.value(name) instanceof String text && Reading.isTemplate(text)) {
      return fields.template(name).orElse(text);
    }
    return fields.flag(name, fallback);
  }

  private static Object exitState(Fields fields) {
    var written = fields.template("state").orElse("SUCCESS");
    if (Reading.isTemplate(written)
        || EXIT_STATES.contains(written.strip().toUpperCase(Locale.ROOT))) {
      return written;
    }
    fields.error(
        Code.BAD_VALUE,
        "state",
        "state: '%s' is not one of %s.".formatted(Values.abridged(written), EXIT_STATES),
        fields.reading().suggestion(written, EXIT_STATES));
    return written;
  }
}
