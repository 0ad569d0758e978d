package io.orrery.imports.dolphinscheduler;

import java.util.List;
import java.util.Optional;

/// A workflow as it was exported.
///
/// @param edges who comes before whom, by code; those from nowhere are left out
record Exported(
    String place,
    long code,
    String name,
    String description,
    boolean offline,
    String executionType,
    long timeoutMinutes,
    List<Param> params,
    List<Step> steps,
    List<Edge> edges,
    Optional<JsonPart> schedule) {

  Exported {
    params = List.copyOf(params);
    steps = List.copyOf(steps);
    edges = List.copyOf(edges);
  }

  /// @param in whether it gives a value; otherwise it takes one from a task
  record Param(String name, String value, boolean in) {
    static List<Param> all(JsonPart list) {
      return list.items().stream()
          .filter(item -> item.text("prop").isPresent())
          .map(
              item ->
                  new Param(
                      item.text("prop").orElse(""),
                      item.text("value").orElse(""),
                      !item.text("direct").orElse("IN").equals("OUT")))
          .toList();
    }
  }

  /// A task.
  ///
  /// @param whole everything that is said of it
  /// @param settings what its type says
  record Step(long code, String name, String type, JsonPart whole, JsonPart settings) {}

  record Edge(long from, long to) {}

  static Exported of(JsonPart part) {
    var head = part.at("processDefinition", "workflowDefinition");
    var steps =
        part.at("taskDefinitionList").items().stream()
            .map(
                task ->
                    new Step(
                        task.number("code"),
                        task.text("name").orElse("task"),
                        task.text("taskType").orElse(""),
                        task,
                        task.tree("taskParams")))
            .toList();
    var edges =
        part.at("processTaskRelationList", "workflowTaskRelationList").items().stream()
            .map(item -> new Edge(item.number("preTaskCode"), item.number("postTaskCode")))
            .filter(edge -> edge.from() != 0 && edge.to() != 0)
            .distinct()
            .toList();
    var schedule = part.at("schedule");
    return new Exported(
        head.path(),
        head.number("code"),
        head.text("name").orElse("workflow"),
        head.text("description").orElse(""),
        head.text("releaseState").orElse("").equals("OFFLINE"),
        head.text("executionType").orElse("PARALLEL"),
        head.number("timeout"),
        Param.all(
            head.at("globalParamList").items().isEmpty()
                ? head.tree("globalParams")
                : head.at("globalParamList")),
        steps,
        edges,
        schedule.isThere() ? Optional.of(schedule) : Optional.empty());
  }
}
