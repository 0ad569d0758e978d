package io.orrery.simulation.mutation;

import java.util.ArrayList;
import java.util.List;

/// A bug to be planted.
///
/// @param file of the source, from the root of the checkout
/// @param is what stands there
/// @param becomes what is put in its place
record Mutation(String name, String file, String is, String becomes) {

  private static final String HEAD = "=== ";
  private static final String IS = "--- is\n";
  private static final String BECOMES = "--- becomes\n";

  /// Reads the list of them: text before the first name is for people.
  ///
  /// @throws IllegalArgumentException when it is not such a list
  static List<Mutation> read(String text) {
    var mutations = new ArrayList<Mutation>();
    var parts = ("\n" + text).split("\n" + HEAD, -1);
    for (int i = 1; i < parts.length; i++) {
      var part = parts[i];
      int name = part.indexOf('\n');
      int is = part.indexOf(IS);
      int becomes = part.indexOf(BECOMES);
      if (name < 0 || is < name || becomes < is) {
        throw new IllegalArgumentException("no mutation: " + part);
      }
      mutations.add(
          new Mutation(
              part.substring(0, name).strip(),
              part.substring(name, is).strip(),
              part.substring(is + IS.length(), becomes).stripTrailing(),
              part.substring(becomes + BECOMES.length()).stripTrailing()));
    }
    return mutations;
  }

  /// The source with the bug in it.
  ///
  /// @throws IllegalArgumentException when what it takes the place of is not there exactly once
  String plantedIn(String source) {
    int at = source.indexOf(is);
    if (at < 0 || source.indexOf(is, at + 1) >= 0) {
      throw new IllegalArgumentException(
          "'%s' must stand exactly once in %s (%s); mend simulation/mutations.txt"
              .formatted(is, file, name));
    }
    return source.substring(0, at) + becomes + source.substring(at + is.length());
  }
}
