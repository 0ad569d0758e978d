package io.orrery.worker.context;

import io.orrery.plugin.api.TaskFailure;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.SequencedSet;
import java.util.TreeSet;

/// Which files below a folder some patterns name.
///
/// A pattern is a glob relative to the folder, with or without a leading `./` or the folder itself.
public final class Globs {

  private final Path folder;
  private final List<PathMatcher> matchers;

  /// @throws TaskFailure when a pattern is none
  public Globs(Path folder, List<String> patterns) {
    this.folder = folder;
    this.matchers = patterns.stream().map(this::matcher).toList();
  }

  private PathMatcher matcher(String pattern) {
    var relative = pattern.strip();
    if (relative.startsWith(folder + "/")) {
      relative = relative.substring(folder.toString().length() + 1);
    }
    relative = relative.startsWith("./") ? relative.substring(2) : relative;
    try {
      return FileSystems.getDefault().getPathMatcher("glob:" + relative);
    } catch (IllegalArgumentException e) {
      throw new TaskFailure("'" + pattern + "' is no pattern of files: " + e.getMessage(), e);
    }
  }

  /// Relative paths of regular files, ordered. Links are neither followed nor given.
  public SequencedSet<Path> files() throws IOException {
    var found = new TreeSet<Path>();
    if (matchers.isEmpty()) {
      return found;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            var relative = folder.relativize(file);
            if (attributes.isRegularFile()
                && matchers.stream().anyMatch(matcher -> matcher.matches(relative))) {
              found.add(relative);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }
}
