package io.orrery.worker.folder;

import io.orrery.model.id.TaskRunId;
import io.orrery.rpc.SharedFolder;
import io.orrery.worker.context.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The shared folders of this worker: who works in them, and when they go.
///
/// A folder goes when its WorkingDirectory has ended and nobody works in it any more. One that was
/// forgotten goes after [#IDLE_MAX]; those of an earlier process when this one starts.
public final class SharedFolders {

  /// How long a folder is kept in which nobody works: longer than any retry is likely to wait.
  static final Duration IDLE_MAX = Duration.ofDays(2);

  private static final String PREFIX = "shared-";
  private static final Logger LOG = LoggerFactory.getLogger(SharedFolders.class);

  /// What somebody who wants a folder gets.
  public sealed interface Entry {
    /// To be left again: [#leave].
    record In(Shared folder) implements Entry {}

    /// A folder of its own will do.
    record Own() implements Entry {}

    /// It is not here.
    record Lost() implements Entry {}
  }

  /// One folder.
  public static final class Shared {
    private final Path path;
    private int users;
    private boolean released;
    private Instant leftAt;
    private volatile @Nullable Instant restoredAt;

    private Shared(Path path, Instant madeAt) {
      this.path = path;
      this.leftAt = madeAt;
    }

    public Path path() {
      return path;
    }

    /// Files of an earlier execution were put into it.
    void restored(Instant at) {
      restoredAt = at;
    }

    Optional<Instant> restoredAt() {
      return Optional.ofNullable(restoredAt);
    }
  }

  private record Key(TaskRunId owner, int generation) {
    static Key of(SharedFolder folder) {
      return new Key(folder.owner(), folder.generation());
    }
  }

  private final Path parent;
  private final InstantSource clock;

  /// Guarded by this, as is what can change in its values.
  private final Map<Key, Shared> folders = new HashMap<>();

  private SharedFolders(Path parent, InstantSource clock) {
    this.parent = parent;
    this.clock = clock;
  }

  /// @param parent where folders are made; what an earlier process left there is deleted
  public static SharedFolders open(Path parent, InstantSource clock) {
    if (Files.isDirectory(parent)) {
      try (var left = Files.newDirectoryStream(parent, PREFIX + "*")) {
        left.forEach(SharedFolders::delete);
      } catch (IOException e) {
        LOG.warn("Folders of an earlier process in {} cannot be deleted", parent, e);
      }
    }
    return new SharedFolders(parent, clock);
  }

  public Entry enter(SharedFolder wanted) {
    return switch (wanted.use()) {
      case MAKES -> new Entry.In(make(wanted));
      case NEEDS, KEEPS -> find(wanted).<Entry>map(Entry.In::new).orElseGet(Entry.Lost::new);
      case LIKES -> find(wanted).<Entry>map(Entry.In::new).orElseGet(Entry.Own::new);
    };
  }

  private synchronized Optional<Shared> find(SharedFolder wanted) {
    var found = Optional.ofNullable(folders.get(Key.of(wanted)));
    found.ifPresent(it -> it.users++);
    return found;
  }

  private Shared make(SharedFolder wanted) {
    var now = clock.instant();
    deleteAside(drop(key -> key.owner().equals(wanted.owner())));
    dropIdleSince(now.minus(IDLE_MAX));
    try {
      Files.createDirectories(parent);
      var made = new Shared(Files.createTempDirectory(parent, PREFIX).toRealPath(), now);
      made.users = 1;
      synchronized (this) {
        folders.put(Key.of(wanted), made);
      }
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException("no folder can be made in " + parent, e);
    }
  }

  public void leave(Shared folder) {
    boolean last;
    synchronized (this) {
      folder.users--;
      folder.leftAt = clock.instant();
      last = folder.released && folder.users == 0;
    }
    if (last) {
      delete(folder.path);
    }
  }

  /// Whether there is one whose WorkingDirectory has not ended.
  public synchronized boolean anyOpen() {
    return !folders.isEmpty();
  }

  /// Does not block: deleting is done aside.
  public void release(TaskRunId owner) {
    deleteAside(drop(key -> key.owner().equals(owner)));
  }

  private void dropIdleSince(Instant limit) {
    List<Key> idle = new ArrayList<>();
    synchronized (this) {
      folders.forEach(
          (key, folder) -> {
            if (folder.users == 0 && folder.leftAt.isBefore(limit)) {
              idle.add(key);
            }
          });
    }
    idle.forEach(key -> deleteAside(drop(key::equals)));
  }

  /// @return those that can be deleted at once; the others go when they are left
  private List<Path> drop(Predicate<Key> which) {
    var unused = new ArrayList<Path>();
    synchronized (this) {
      folders
          .entrySet()
          .removeIf(
              entry -> {
                if (!which.test(entry.getKey())) {
                  return false;
                }
                var folder = entry.getValue();
                folder.released = true;
                if (folder.users == 0) {
                  unused.add(folder.path);
                }
                return true;
              });
    }
    return unused;
  }

  private static void deleteAside(List<Path> unused) {
    if (!unused.isEmpty()) {
      Thread.startVirtualThread(() -> unused.forEach(SharedFolders::delete));
    }
  }

  private static void delete(Path folder) {
    try {
      Folders.delete(folder);
    } catch (NoSuchFileException _) {
      // Somebody was faster.
    } catch (IOException e) {
      LOG.warn("The shared folder {} cannot be deleted", folder, e);
    }
  }

  /// Deletes all of them: the worker closes.
  public void close() {
    drop(_ -> true).forEach(SharedFolders::delete);
  }
}
