package io.orrery.model.yaml;

/// How a reader takes what it does not know.
public enum Strictness {
  /// A person saves: an unknown property is a mistake.
  STRICT,
  /// A stored flow is read again, perhaps by another version: an unknown property is a remark.
  LENIENT
}
