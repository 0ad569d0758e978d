package io.orrery.model.input;

/// Encrypts a secret value.
@FunctionalInterface
public interface Sealer {

  /// The text that is stored in place of the secret.
  ///
  /// @throws RuntimeException with a message for the author when no key is configured
  String seal(String secret);
}
