package io.orrery.controller.evaluation;

import java.util.Map;
import java.util.function.Consumer;

/// Keeping secret inputs secret at rest.
public interface Sealing {

  /// The sealed form of a plain text: what is stored.
  ///
  /// @throws IllegalStateException when the instance has no key
  Object seal(String plain);

  /// The tree with every sealed value opened.
  ///
  /// @param seen told of each plain value, so that it is masked wherever it is shown
  Map<String, Object> open(Map<String, Object> tree, Consumer<String> seen);
}
