package io.orrery.conformance.subject;

/// Which flow.
public record FlowName(String namespace, String id) {

  @Override
  public String toString() {
    return namespace + "." + id;
  }
}
