package io.orrery.app.config;

/// A text that must not be seen: it prints as `***`.
public record Secret(String reveal) {

  @Override
  public String toString() {
    return "***";
  }
}
