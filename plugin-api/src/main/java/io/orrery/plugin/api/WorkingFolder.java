package io.orrery.plugin.api;

import java.io.IOException;
import java.nio.file.Path;

/// The private folder of one attempt.
public interface WorkingFolder {

  /// The folder itself, absolute.
  Path path() throws IOException;

  /// A place inside it. Its parents are not made.
  ///
  /// @throws TaskFailure when `relative` would leave the folder
  Path resolve(String relative) throws IOException;

  /// A new empty file with a name of its own.
  ///
  /// @param extension as `.json`; may be empty
  Path createFile(String extension) throws IOException;
}
