package io.orrery.worker.folder;

import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.rpc.Job;
import io.orrery.storage.InternalStorage;
import io.orrery.storage.StoragePaths;
import io.orrery.worker.context.Globs;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/// What a WorkingDirectory hands from one execution of its flow to the next: some of its files, as
/// one archive in internal storage, for each task and each set of loop values around it.
///
/// The archive's name tells when it was made (`cache-{epoch milliseconds}.zip`), so that its age is
/// no matter of a file system. Whoever saves last wins.
public final class FolderCache {

  private static final Pattern NAME = Pattern.compile(".*/cache-(\\d{1,18})\\.zip");

  /// @param patterns of the files that are kept
  /// @param ttl how old an archive may be; absent: any age
  public record Settings(List<String> patterns, Optional<Duration> ttl) {

    /// Empty when the WorkingDirectory has no cache.
    static Optional<Settings> of(@Nullable Object written, RunContext context) {
      if (!(written instanceof Map<?, ?> map)) {
        return Optional.empty();
      }
      var patterns =
          context.render(Property.<List<?>>of(map.get("patterns"), List.class)).orElse(List.of());
      return Optional.of(
          new Settings(
              patterns.stream().map(String::valueOf).toList(),
              context.render(Property.<Duration>of(map.get("ttl"), Duration.class))));
    }
  }

  private record Archive(URI address, Instant madeAt) {}

  private final InternalStorage storage;
  private final InstantSource clock;
  private final String place;

  public FolderCache(InternalStorage storage, InstantSource clock, Job job) {
    this.storage = storage;
    this.clock = clock;
    var own = StoragePaths.cache(job.flow(), job.taskId());
    this.place = job.path().isEmpty() ? own : own + "/" + digest(job.path());
  }

  private static String digest(List<String> values) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      for (var value : values) {
        var bytes = value.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
        digest.update(bytes);
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /// Puts the cached files into the working folder.
  ///
  /// @return false when there are none, or they are too old
  boolean restore(Settings settings, RunContext context) throws IOException {
    var newest = newest();
    if (newest.isEmpty()) {
      return false;
    }
    var limit = settings.ttl().map(ttl -> clock.instant().minus(ttl)).orElse(Instant.MIN);
    if (newest.get().madeAt().isBefore(limit)) {
      context.logger().debug("The cache of {} is too old", newest.get().madeAt());
      storage.delete(newest.get().address());
      return false;
    }
    int files = 0;
    try (var zip =
        new ZipInputStream(new BufferedInputStream(storage.open(newest.get().address())))) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        unpack(zip, context.workingFolder().resolve(entry.getName()));
        files++;
      }
    }
    context.logger().debug("{} files come from the cache of {}", files, newest.get().madeAt());
    return true;
  }

  private static void unpack(ZipInputStream zip, Path place) throws IOException {
    var above = place.getParent();
    if (above != null) {
      Files.createDirectories(above);
    }
    var _ = Files.copy(zip, place, StandardCopyOption.REPLACE_EXISTING);
  }

  /// Keeps the files for the next execution, unless they are those that came from the cache.
  ///
  /// @param restoredAt when the cached files were put into the folder; absent when they were not
  void save(Settings settings, Optional<Instant> restoredAt, RunContext context)
      throws IOException {
    var folder = context.workingFolder().path();
    var files = new Globs(folder, settings.patterns()).files();
    if (files.isEmpty() || unchanged(folder, files, restoredAt)) {
      return;
    }
    var packed = context.workingFolder().createFile(".zip");
    try (var zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(packed)))) {
      for (var file : files) {
        zip.putNextEntry(new ZipEntry(file.toString()));
        var _ = Files.copy(folder.resolve(file), zip);
        zip.closeEntry();
      }
    }
    var older = storage.list(place);
    URI made;
    try (var content = Files.newInputStream(packed)) {
      made = storage.put(place + "/cache-" + clock.instant().toEpochMilli() + ".zip", content);
    }
    for (var address : older) {
      if (archive(address).isPresent() && !address.equals(made)) {
        storage.delete(address);
      }
    }
    context.logger().debug("{} files are kept in the cache", files.size());
  }

  private static boolean unchanged(Path folder, Iterable<Path> files, Optional<Instant> restoredAt)
      throws IOException {
    if (restoredAt.isEmpty()) {
      return false;
    }
    for (var file : files) {
      if (Files.getLastModifiedTime(folder.resolve(file)).toInstant().isAfter(restoredAt.get())) {
        return false;
      }
    }
    return true;
  }

  private Optional<Archive> newest() throws IOException {
    Optional<Archive> newest = Optional.empty();
    for (var address : storage.list(place)) {
      var archive = archive(address);
      if (archive.isPresent()
          && newest.filter(it -> it.madeAt().isAfter(archive.get().madeAt())).isEmpty()) {
        newest = archive;
      }
    }
    return newest;
  }

  /// Only those directly in the place: below it are those of loop values.
  private Optional<Archive> archive(URI address) {
    var path = String.valueOf(address.getPath());
    var name = NAME.matcher(path);
    return name.matches() && path.lastIndexOf('/') == place.length()
        ? Optional.of(new Archive(address, Instant.ofEpochMilli(Long.parseLong(name.group(1)))))
        : Optional.empty();
  }
}
