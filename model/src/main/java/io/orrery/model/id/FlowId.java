package io.orrery.model.id;

/// The name of a flow, unique in an instance. Revisions share it.
///
/// @param namespace dotted, lower case; never blank
/// @param id unique in its namespace; never blank
public record FlowId(String namespace, String id) implements Comparable<FlowId> {

  @Override
  public int compareTo(FlowId other) {
    int byNamespace = namespace.compareTo(other.namespace);
    return byNamespace != 0 ? byNamespace : id.compareTo(other.id);
  }

  /// `namespace.id`, for people.
  @Override
  public String toString() {
    return namespace + "." + id;
  }
}
