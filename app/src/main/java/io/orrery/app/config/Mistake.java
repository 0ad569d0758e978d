package io.orrery.app.config;

/// What is wrong with the configuration.
///
/// @param where the file and key, the variable or the flag
/// @param what a sentence about it, and how to mend it
public record Mistake(String where, String what) {

  @Override
  public String toString() {
    return where + ": " + what;
  }
}
