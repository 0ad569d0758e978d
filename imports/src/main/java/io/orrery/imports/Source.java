package io.orrery.imports;

/// A file to import.
///
/// @param name as people know it
public record Source(String name, String text) {

  /// A place in it, as `triggers.csv:12`.
  public String at(int line) {
    return name + ":" + line;
  }

  /// A place in it, as `jobs.xml:12:5`.
  public String at(int line, int column) {
    return at(line) + ":" + column;
  }

  /// A place in it that is known by its path, as `flows.json $[0].schedule`.
  public String at(String path) {
    return name + " " + path;
  }
}
