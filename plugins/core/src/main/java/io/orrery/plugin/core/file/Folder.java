package io.orrery.plugin.core.file;

import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.core.file.FolderProperties.Action;
import io.orrery.plugin.core.file.FolderProperties.On;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// A folder that a trigger looks into. Links are not followed.
///
/// @param target where files are moved to
record Folder(
    RunContext context,
    Path path,
    Optional<Pattern> pattern,
    boolean recursive,
    On on,
    Action action,
    Optional<Path> target) {

  static Folder of(FolderProperties properties, RunContext context) {
    var action = context.render(properties.action()).orElse(Action.NONE);
    return new Folder(
        context,
        context.localFolder(context.require(properties.from(), "from")),
        context.render(properties.regExp()).map(Folder::pattern),
        context.render(properties.recursive()).orElse(false),
        context.render(properties.on()).orElse(On.CREATE_OR_UPDATE),
        action,
        action == Action.MOVE
            ? Optional.of(
                context.localFolder(context.require(properties.moveDirectory(), "moveDirectory")))
            : Optional.empty());
  }

  private static Pattern pattern(String text) {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new TaskFailure(
          "regExp '" + text + "' is no regular expression: " + e.getDescription(), e);
    }
  }

  /// What is new since `known`, oldest first; `known` then knows it. What was found before and is
  /// still to be taken away, since a crash came between, is taken now.
  List<SeenFile> news(KnownFiles known, int max) throws IOException {
    var there = files();
    known.retain(there);
    var news = new ArrayList<SeenFile>();
    for (var file : there) {
      if (known.isToBeTaken(file)) {
        take(file);
      } else if (!known.has(file)) {
        boolean wanted =
            switch (on) {
              case CREATE -> !known.hasName(file);
              case UPDATE -> known.hasName(file);
              case CREATE_OR_UPDATE -> true;
            };
        if (wanted && news.size() == max) {
          continue; // next time
        }
        known.add(file, wanted && action != Action.NONE);
        if (wanted) {
          news.add(file);
        }
      }
    }
    return news;
  }

  private List<SeenFile> files() throws IOException {
    var found = new ArrayList<SeenFile>();
    Files.walkFileTree(
        path,
        EnumSet.noneOf(FileVisitOption.class),
        recursive ? Integer.MAX_VALUE : 1,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            boolean own = target.filter(folder::equals).isPresent() && !folder.equals(path);
            return own ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && matches(file)) {
              found.add(seen(file, attributes));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException && !file.equals(path)) {
              return FileVisitResult.CONTINUE; // gone meanwhile
            }
            throw e;
          }
        });
    found.sort(Comparator.comparing(SeenFile::modified).thenComparing(SeenFile::relative));
    return found;
  }

  private boolean matches(Path file) {
    return pattern.isEmpty() || pattern.get().matcher(file.toString()).matches();
  }

  private SeenFile seen(Path file, BasicFileAttributes attributes) {
    return new SeenFile(
        file,
        path.relativize(file).toString().replace('\\', '/'),
        attributes.size(),
        attributes.lastModifiedTime().toInstant());
  }

  /// With its content in internal storage.
  FoundFile stored(SeenFile file) throws IOException {
    try (var content = Files.newInputStream(file.path())) {
      return new FoundFile(
          context.storage().put(file.relative(), content),
          String.valueOf(file.path().getFileName()),
          file.path().toString(),
          String.valueOf(file.path().getParent()),
          file.size(),
          file.modified());
    }
  }

  /// Does with a file what is to be done once its execution is there. One that has changed since is
  /// left alone: it will be found again.
  void take(FoundFile file) throws IOException {
    var there = Path.of(file.localPath());
    var relative = path.relativize(there).toString().replace('\\', '/');
    take(new SeenFile(there, relative, file.size(), file.modifiedDate()));
  }

  private void take(SeenFile file) throws IOException {
    if (action == Action.NONE || !Files.isRegularFile(file.path())) {
      return;
    }
    var now = seen(file.path(), Files.readAttributes(file.path(), BasicFileAttributes.class));
    if (!now.key().equals(file.key())) {
      return;
    }
    switch (action) {
      case NONE -> {}
      case DELETE -> {
        boolean _ = Files.deleteIfExists(file.path());
      }
      case MOVE -> move(file);
    }
  }

  /// Beside one of the same name that is there already.
  private void move(SeenFile file) throws IOException {
    var place = target.orElseThrow().resolve(file.relative());
    var above = place.getParent();
    if (above != null) {
      Files.createDirectories(above);
    }
    var free = place;
    for (int i = 1; Files.exists(free); i++) {
      free = place.resolveSibling(place.getFileName() + "." + i);
    }
    Files.move(file.path(), free);
  }
}
