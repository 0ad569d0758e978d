package io.orrery.model.yaml;

import io.orrery.model.problem.Code;
import io.orrery.model.problem.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What the templates of a flow read by name: outputs of tasks, and inputs. A name that the flow
/// does not define is remarked upon once all of it was read.
final class References {
  private static final int KEPT_MAX = 10_000;

  /// Templates below these render where other names hold: `outputs` of a Subflow with those of the
  /// flow that is called, `onResume` with the inputs of its own form.
  private static final List<String> ELSEWHERE = List.of(".outputs", ".onResume");

  private record Use(String path, Position at, Set<String> outputs, Set<String> inputs) {}

  private final List<Use> uses = new ArrayList<>();

  void add(String path, Position at, Checks.Template template) {
    if (template.outputs().isEmpty() && template.inputs().isEmpty()) return;
    if (uses.size() < KEPT_MAX && ELSEWHERE.stream().noneMatch(path::contains)) {
      uses.add(new Use(path, at, template.outputs(), template.inputs()));
    }
  }

  /// @param tasks all ids of the flow; empty when tasks come from elsewhere
  /// @param inputs all ids of the flow
  void check(Reading reading, Set<String> tasks, Set<String> inputs) {
    var firsts = new TreeSet<String>();
    inputs.forEach(id -> firsts.add(id.substring(0, (id + ".").indexOf('.'))));
    for (var use : uses) {
      for (var name : use.outputs()) {
        if (!tasks.isEmpty() && !tasks.contains(name)) {
          remark(
              reading, use, "outputs." + name + ": no task of this flow has that id.", name, tasks);
        }
      }
      for (var name : use.inputs()) {
        if (!firsts.contains(name)) {
          remark(reading, use, "inputs." + name + ": the flow has no such input.", name, firsts);
        }
      }
    }
  }

  private static void remark(
      Reading reading, Use use, String what, String name, Set<String> known) {
    reading.warn(Code.BAD_REFERENCE, use.path(), use.at(), what, reading.suggestion(name, known));
  }
}
