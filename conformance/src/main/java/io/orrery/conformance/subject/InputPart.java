package io.orrery.conformance.subject;

import org.jspecify.annotations.Nullable;

/// One value given for an input.
public sealed interface InputPart {

  String name();

  /// A value as it is: text when it goes through the input reader.
  record Value(String name, @Nullable Object value) implements InputPart {}

  /// An upload.
  record Upload(String name, String fileName, Content content) implements InputPart {}
}
