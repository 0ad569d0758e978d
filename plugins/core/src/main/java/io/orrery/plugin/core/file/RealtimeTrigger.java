package io.orrery.plugin.core.file;

import io.orrery.plugin.api.Emitter;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Found;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Memory;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.RunContext;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;

@Plugin(
    type = "io.orrery.plugin.core.file.RealtimeTrigger",
    title = "Starts the flow for each file that comes or changes in a folder of the worker.",
    description =
        "The operating system tells of files as they come; what came while nobody listened is found"
            + " at the next start. Each execution sees one file: `trigger.uri`, `trigger.name` and"
            + " so on. A file is taken once nothing has happened in the folder for a moment, so"
            + " that one that is being written is not taken in the middle.",
    examples =
        @Example(
            """
            id: arrived
            type: io.orrery.plugin.core.file.RealtimeTrigger
            from: /data/inbox
            action: DELETE
            """))
public record RealtimeTrigger(@Inline FolderProperties folder)
    implements io.orrery.plugin.api.RealtimeTrigger<FoundFile> {

  private static final long QUIET_MS = 200;

  /// However busy the folder is, and if the system should tell nothing.
  private static final long LOOK_EVERY_MS = 10_000;

  @Override
  public void listen(RunContext context, Memory memory, Emitter<FoundFile> emitter)
      throws IOException, InterruptedException {
    var place = Folder.of(folder, context);
    try (var watching = FileSystems.getDefault().newWatchService()) {
      watch(place, watching);
      emitter.connected();
      while (true) {
        look(place, memory, emitter);
        awaitNews(watching);
        if (place.recursive()) {
          watch(place, watching); // there may be new folders
        }
      }
    }
  }

  private static void look(Folder place, Memory memory, Emitter<FoundFile> emitter)
      throws IOException, InterruptedException {
    while (true) {
      var known = KnownFiles.in(memory);
      var news = place.news(known, 1);
      known.keepIn(memory);
      if (news.isEmpty()) {
        return;
      }
      var file = place.stored(news.getFirst());
      emitter.emit(Found.of(news.getFirst().key(), file));
      place.take(file);
    }
  }

  private static void awaitNews(WatchService watching) throws InterruptedException {
    var key = watching.poll(LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LOOK_EVERY_MS);
    while (key != null && System.nanoTime() < until) {
      var _ = key.pollEvents();
      boolean _ = key.reset();
      key = watching.poll(QUIET_MS, TimeUnit.MILLISECONDS);
    }
  }

  private static void watch(Folder place, WatchService watching) throws IOException {
    if (!place.recursive()) {
      register(place.path(), watching);
      return;
    }
    Files.walkFileTree(
        place.path(),
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes attributes)
              throws IOException {
            register(inner, watching);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void register(Path path, WatchService watching) throws IOException {
    var _ =
        path.register(
            watching, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
  }
}
