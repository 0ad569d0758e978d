package io.orrery.model.yaml;

import io.orrery.model.problem.Problem;
import java.util.List;
import java.util.Optional;

/// YAML text as a plain value, within the limits of a flow's text.
public final class YamlValues {
  private YamlValues() {}

  /// @param value absent when the text says nothing, or null, or cannot be read
  public record Read(Optional<Object> value, List<Problem> problems) {
    public Read {
      problems = List.copyOf(problems);
    }
  }

  public static Read read(String text) {
    var tree = YamlTree.read(text, 0);
    return tree.problems().isEmpty()
        ? new Read(tree.root().flatMap(root -> Optional.ofNullable(root.plain())), List.of())
        : new Read(Optional.empty(), tree.problems());
  }
}
