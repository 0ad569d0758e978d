package io.orrery.controller.evaluation;

/// Keeping secret inputs secret at rest.
public interface Sealing {

  /// The sealed form of a plain text: what is stored.
  ///
  /// @throws IllegalStateException when the instance has no key
  String seal(String plain);

  /// The plain text of what [#seal] gave.
  ///
  /// @throws IllegalStateException when it was sealed with another key
  String open(String sealed);
}
