package io.orrery.plugin.api;

import java.io.IOException;
import java.nio.file.Path;

/// The folder that an attempt works in: private, or shared with the other tasks of a
/// WorkingDirectory.
public interface WorkingFolder {

  /// The folder itself, absolute.
  Path path() throws IOException;

  /// A place inside it. Its parents are not made.
  ///
  /// @throws TaskFailure when `relative` would leave the folder
  Path resolve(String relative) throws IOException;

  /// A new empty file with a name of its own, gone when the attempt is over.
  ///
  /// @param extension as `.json`; may be empty
  Path createFile(String extension) throws IOException;
}
