package io.orrery.expression.code;

import io.orrery.expression.Reads;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;

/// Collects, while a template is lowered, what it names.
final class ReadsCollector {

  private static final String OUTPUTS = "outputs";
  private static final String INPUTS = "inputs";

  private final Set<String> outputs = new TreeSet<>();
  private final Set<String> inputs = new TreeSet<>();
  private final Set<String> roots = new TreeSet<>();
  private final Deque<Set<String>> bound = new ArrayDeque<>();
  private boolean dynamic;

  /// A variable used as a whole.
  void variable(String name) {
    if (isBound(name)) {
      return;
    }
    roots.add(name);
    dynamic = dynamic || name.equals(OUTPUTS);
  }

  /// A member with a fixed name of a variable.
  void member(String variable, String member) {
    if (isBound(variable)) {
      return;
    }
    roots.add(variable);
    if (variable.equals(OUTPUTS)) {
      outputs.add(member);
    }
    if (variable.equals(INPUTS)) {
      inputs.add(member);
    }
  }

  void function(String name) {
    switch (name) {
      case "render", "renderOnce", "printContext", "fetchContext" -> dynamic = true;
      case "currentEachOutput" -> {
        roots.add("taskrun");
        roots.add("parents");
      }
      case "env" -> roots.add("envs");
      default -> {}
    }
  }

  /// Everything, since what is printed is rendered again.
  void everything() {
    dynamic = true;
  }

  /// Names that mean something else in the part that is lowered next; [#unbind] after it.
  void bind(Set<String> names) {
    bound.push(names);
  }

  void unbind() {
    bound.pop();
  }

  Reads reads() {
    return new Reads(outputs, inputs, roots, dynamic);
  }

  private boolean isBound(String name) {
    return bound.stream().anyMatch(names -> names.contains(name));
  }
}
