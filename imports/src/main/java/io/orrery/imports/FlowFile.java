package io.orrery.imports;

/// A flow that an import made.
///
/// @param yaml its whole text
public record FlowFile(String namespace, String id, String yaml) {

  /// Where it is written to, as `company.team.nightly.yaml`.
  public String fileName() {
    return namespace + "." + id + ".yaml";
  }
}
