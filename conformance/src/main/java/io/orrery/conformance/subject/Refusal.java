package io.orrery.conformance.subject;

import java.util.List;

/// The product understood a request and refused it: that may be just what a case expects.
public final class Refusal extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> messages;

  public Refusal(String message) {
    this(List.of(message));
  }

  /// @param messages one a problem
  public Refusal(List<String> messages) {
    super(String.join("\n", messages));
    this.messages = List.copyOf(messages);
  }

  public List<String> messages() {
    return messages;
  }
}
