package io.orrery.storage;

import java.util.ArrayList;
import java.util.List;

/// The path of a file or folder within the files of a namespace: `/a/b.txt`. It never leaves them.
///
/// @param text begins with `/`, has no empty part and does not end with `/`; `/` is the top
public record NamespacePath(String text) {

  public static final NamespacePath TOP = new NamespacePath("/");

  private static final int LENGTH_MAX = 1000;
  private static final String SCHEME = "nsfile://";

  /// A path as people write it: `a/b.txt`, `/a/b.txt`, `./a/b.txt` or `nsfile:///a/b.txt`.
  ///
  /// @throws IllegalArgumentException when it leads out (`..`, also where a later hand would decode
  ///   it), is too long or holds what a path cannot
  public static NamespacePath of(String written) {
    var plain = written.startsWith(SCHEME) ? written.substring(SCHEME.length()) : written.strip();
    if (plain.length() > LENGTH_MAX) {
      throw new IllegalArgumentException(
          "a path has at most " + LENGTH_MAX + " characters, this one " + plain.length());
    }
    if (plain.indexOf('\\') >= 0 || plain.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("a path has no '\\' and no control characters");
    }
    var parts = new ArrayList<String>();
    for (var part : plain.split("/", -1)) {
      var decoded = part.replaceAll("(?i)%2e", ".");
      if (decoded.equals("..")) {
        throw new IllegalArgumentException(
            "'"
                + plain
                + "' leads out of the files of the namespace: a path has no '"
                + part
                + "'");
      }
      if (!part.isEmpty() && !decoded.equals(".")) {
        parts.add(part);
      }
    }
    return new NamespacePath("/" + String.join("/", parts));
  }

  public boolean isTop() {
    return text.equals("/");
  }

  /// The last part; empty at the top.
  public String name() {
    return text.substring(text.lastIndexOf('/') + 1);
  }

  /// Its parts from the top.
  public List<String> parts() {
    return isTop() ? List.of() : List.of(text.substring(1).split("/", -1));
  }

  /// What `written` means within this folder.
  public NamespacePath resolve(String written) {
    return of(text + "/" + of(written).text());
  }

  @Override
  public String toString() {
    return text;
  }
}
