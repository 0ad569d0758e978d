package io.orrery.model.id;

/// The name of one execution: 22 characters of base 62 (128 bits), as Kestra's are.
public record ExecutionId(String value) implements Comparable<ExecutionId> {

  @Override
  public int compareTo(ExecutionId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
