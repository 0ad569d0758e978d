package io.orrery.conformance.subject;

/// Opens instances.
public interface SubjectFactory {

  /// A new, empty instance.
  ///
  /// @throws Unsupported when a setting is one that the product does not have
  Subject open(SubjectConfig config);
}
