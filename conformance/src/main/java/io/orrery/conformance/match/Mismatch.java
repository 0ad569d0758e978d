package io.orrery.conformance.match;

/// One difference between what a case expects and what came out.
///
/// @param path where, as `taskRunAt.2.state`; empty for the whole value
public record Mismatch(String path, String expected, String got) {

  public Mismatch under(String prefix) {
    return new Mismatch(Paths.join(prefix, path), expected, got);
  }

  @Override
  public String toString() {
    return path + ": expected " + expected + ", got " + got;
  }
}
