package io.orrery.plugin.api;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Files on their way between internal storage and the working folder.
public interface WorkingFiles {

  /// Makes files in the working folder.
  ///
  /// @param files rendered: by relative path a text, the address of a stored file, or a tree that
  ///   becomes JSON; or all of that as the text of a JSON object; null for none
  /// @param property for messages, as `inputFiles`
  /// @throws TaskFailure when `files` is of another kind, or a path leaves the folder
  void write(@Nullable Object files, String property) throws IOException;

  /// Stores the files of the working folder that one of the patterns matches; links are left out.
  ///
  /// @param patterns globs relative to the folder: `*.csv`, `out/**`
  /// @return addresses by relative path, ordered by it
  /// @throws TaskFailure when a pattern is none
  SequencedMap<String, URI> store(List<String> patterns) throws IOException;
}
