package io.orrery.conformance.match;

/// Stands where an object has no such key, which is not the same as a key whose value is null.
public enum Absent {
  ABSENT;

  @Override
  public String toString() {
    return "(absent)";
  }
}
