package io.orrery.model.yaml;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The names under which flow control and our own triggers go in YAML: Kestra's, its old ones, and
/// short ones.
public final class TypeNames {
  private TypeNames() {}

  static final String CORE = "io.kestra.plugin.core.";
  static final String FLOW = CORE + "flow.";
  static final String TRIGGER = CORE + "trigger.";
  static final String CONDITION = CORE + "condition.";
  private static final String OLD_CONDITION = "io.kestra.core.models.conditions.types.";
  static final String EXECUTION = CORE + "execution.";
  static final String LABELS = EXECUTION + "Labels";
  static final String SCHEDULE = TRIGGER + "Schedule";
  static final String SCHEDULE_ON_DATES = TRIGGER + "ScheduleOnDates";
  static final String FLOW_TRIGGER = TRIGGER + "Flow";
  static final String WEBHOOK = TRIGGER + "Webhook";

  private static final List<String> FLOW_CONTROL =
      List.of(
          "Sequential",
          "AllowFailure",
          "Parallel",
          "Dag",
          "If",
          "Switch",
          "ForEach",
          "EachSequential",
          "EachParallel",
          "ForEachItem",
          "Loop",
          "LoopUntil",
          "WaitFor",
          "Subflow",
          "Pause",
          "WorkingDirectory");

  /// Flow control that Kestra has and this version has not.
  private static final List<String> NOT_SUPPORTED = List.of("Template", "Approval");

  /// What does the same as those.
  private static final Map<String, String> REPLACEMENTS =
      Map.of(
          FLOW + "Template",
          "Save the template's tasks as a flow of their own, with an input for each of the `args`,"
              + " and call it here with a task of type "
              + FLOW
              + "Subflow: `namespace` stays, `templateId` becomes `flowId`, `args` become `inputs`,"
              + " and what reads outputs of the template's tasks reads `outputs` of that flow.",
          FLOW + "Approval",
          "Use " + FLOW + "Pause with an input of type BOOL in `onResume`, and an If after it.");

  /// Tasks that change the execution they are in: no worker is asked.
  private static final List<String> ABOUT_THE_EXECUTION =
      List.of("Labels", "SetVariables", "UnsetVariables", "Exit");

  private static final List<String> TRIGGERS =
      List.of("Schedule", "ScheduleOnDates", "Flow", "Webhook", "McpToolTrigger");

  /// Old task types that have a successor, by canonical name.
  private static final Map<String, String> SUCCESSORS =
      Map.of(
          CORE + "debug.Echo", CORE + "log.Log",
          FLOW + "EachSequential", FLOW + "ForEach",
          FLOW + "EachParallel", FLOW + "ForEach with concurrencyLimit: 0",
          FLOW + "WaitFor", FLOW + "LoopUntil with a checkFrequency");

  private static final Map<String, String> TASKS_BY_NAME = taskNames();
  private static final Map<String, String> TRIGGERS_BY_NAME = triggerNames();

  /// The canonical name of a flow-control task; empty for anything else.
  static Optional<String> task(String name) {
    return Optional.ofNullable(TASKS_BY_NAME.get(name));
  }

  /// The canonical name of a trigger that is part of the language; empty for anything else.
  static Optional<String> trigger(String name) {
    return Optional.ofNullable(TRIGGERS_BY_NAME.get(name));
  }

  /// The newest name of a condition, from that name or an old one; any other text is given back.
  static String condition(String name) {
    for (var prefix : List.of(CONDITION, OLD_CONDITION)) {
      if (!name.startsWith(prefix)) continue;
      var simple = name.substring(prefix.length());
      if (simple.equals("VariableCondition")) return CONDITION + "Expression";
      boolean old = simple.endsWith("Condition") && !simple.equals("MultipleCondition");
      return CONDITION
          + (old ? simple.substring(0, simple.length() - "Condition".length()) : simple);
    }
    return name;
  }

  /// Whether a trigger besides the schedule starts flows without outputs of another to read from.
  static boolean startsAlone(String canonicalTrigger) {
    return canonicalTrigger.equals(TRIGGER + "Webhook");
  }

  /// How to do without a task that this version cannot run; empty when there is nothing to say.
  static String replacement(String canonicalTask) {
    return REPLACEMENTS.getOrDefault(canonicalTask, "");
  }

  static boolean supported(String canonicalTask) {
    return !NOT_SUPPORTED.contains(canonicalTask.substring(canonicalTask.lastIndexOf('.') + 1));
  }

  /// Whether the name is that of a task of flow control which this version can run.
  public static boolean isSupportedTask(String canonical) {
    return TASKS_BY_NAME.containsValue(canonical) && supported(canonical);
  }

  /// Every name besides the canonical one that a task, a trigger or a condition goes by.
  public static List<String> otherNames(String canonical) {
    if (canonical.startsWith(CONDITION)) {
      var simple = canonical.substring(CONDITION.length());
      var suffixed = simple.endsWith("Condition") ? simple : simple + "Condition";
      var names = new LinkedHashSet<>(List.of(CONDITION + suffixed, OLD_CONDITION + suffixed));
      if (simple.equals("Expression")) names.add(OLD_CONDITION + "VariableCondition");
      names.remove(canonical);
      return List.copyOf(names);
    }
    return Stream.of(TASKS_BY_NAME, TRIGGERS_BY_NAME)
        .flatMap(names -> names.entrySet().stream())
        .filter(entry -> entry.getValue().equals(canonical) && !entry.getKey().equals(canonical))
        .map(Map.Entry::getKey)
        .toList();
  }

  /// What to write in place of a deprecated task type.
  public static Optional<String> successor(String canonicalTask) {
    return Optional.ofNullable(SUCCESSORS.get(canonicalTask));
  }

  /// Every name that a task of flow control may have.
  static Set<String> taskNameSet() {
    return new LinkedHashSet<>(TASKS_BY_NAME.keySet());
  }

  static Set<String> triggerNameSet() {
    return new LinkedHashSet<>(TRIGGERS_BY_NAME.keySet());
  }

  private static Map<String, String> taskNames() {
    var names = new LinkedHashMap<String, String>();
    for (var types : List.of(FLOW_CONTROL, NOT_SUPPORTED)) {
      for (var type : types) {
        names.put(FLOW + type, FLOW + type);
        names.put("io.kestra.core.tasks.flows." + type, FLOW + type);
        names.put(type, FLOW + type);
      }
    }
    names.put("io.kestra.core.tasks.flows.Flow", FLOW + "Subflow");
    names.put("io.kestra.core.tasks.flows.Worker", FLOW + "WorkingDirectory");
    for (var type : ABOUT_THE_EXECUTION) {
      names.put(EXECUTION + type, EXECUTION + type);
      names.put(type, EXECUTION + type);
    }
    names.put("io.kestra.core.tasks.executions.Labels", LABELS);
    return Collections.unmodifiableMap(names);
  }

  private static Map<String, String> triggerNames() {
    var names = new LinkedHashMap<String, String>();
    for (var type : TRIGGERS) {
      names.put(TRIGGER + type, TRIGGER + type);
      names.put("io.kestra.core.models.triggers.types." + type, TRIGGER + type);
      names.put(type, TRIGGER + type);
    }
    return Collections.unmodifiableMap(names);
  }
}
