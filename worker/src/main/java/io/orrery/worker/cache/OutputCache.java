package io.orrery.worker.cache;

import io.orrery.expression.ExpressionException;
import io.orrery.rpc.Job;
import io.orrery.storage.InternalStorage;
import io.orrery.storage.StoragePaths;
import io.orrery.worker.context.JobContext;
import io.orrery.worker.context.Surroundings;
import io.orrery.worker.plugin.Json;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The kept outputs of one task for one set of rendered properties.
///
/// They lie in internal storage, below the flow and the task: `outputs.json`, and beside it a copy
/// of each file of the task run that the outputs name, since that one goes with its execution. Who
/// takes them gets copies of its own, for the same reason. Anything wrong with what is kept counts
/// as nothing kept.
public final class OutputCache {

  private static final String OUTPUTS = "/outputs.json";
  private static final int OUTPUT_BYTES_MAX = 32 * 1024 * 1024;

  /// How many kept outputs of a task are looked at for their age whenever one more is kept.
  private static final int SWEPT_MAX = 200;

  /// @param madeAt when the task ran
  public record Known(Instant madeAt, Map<String, Object> outputs) {}

  private final InternalStorage storage;
  private final JobContext context;
  private final Instant now;
  private final Optional<Duration> ttl;
  private final String own;
  private final String all;
  private final String place;

  private OutputCache(Job job, JobContext context, Surroundings around, String key) {
    this.storage = around.storage();
    this.context = context;
    this.now = around.clock().instant();
    this.ttl = job.cache().flatMap(cache -> cache.ttl());
    this.own = StoragePaths.taskRun(job.flow(), job.taskRun(), job.taskId()) + "/";
    this.all = StoragePaths.cache(job.flow(), job.taskId()) + "/outputs";
    this.place = all + "/" + key;
  }

  public static OutputCache of(Job job, JobContext context, Surroundings around) {
    return new OutputCache(job, context, around, key(job, context));
  }

  /// The same for the same type and rendered properties, in whatever order they are written.
  private static String key(Job job, JobContext context) {
    var properties = new TreeMap<String, @Nullable Object>();
    job.properties().forEach((name, value) -> properties.put(name, rendered(value, context)));
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update(job.type().getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
      digest.update(Json.write(ordered(properties)).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /// As written when it does not render here: some properties are rendered once for each item.
  private static @Nullable Object rendered(Object value, JobContext context) {
    try {
      return context.renderTree(value);
    } catch (ExpressionException _) {
      return value;
    }
  }

  private static @Nullable Object ordered(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        var sorted = new TreeMap<String, @Nullable Object>();
        map.forEach((name, item) -> sorted.put(String.valueOf(name), ordered(item)));
        yield sorted;
      }
      case List<?> list -> {
        var items = new ArrayList<@Nullable Object>(list.size());
        list.forEach(item -> items.add(ordered(item)));
        yield items;
      }
      case null, default -> value;
    };
  }

  /// What is kept and not too old.
  public Optional<Known> find() {
    try {
      var kept = read(address(place + OUTPUTS));
      var madeAt = madeAt(kept);
      if (tooOld(madeAt)) {
        storage.deleteAll(place);
        return Optional.empty();
      }
      if (!(kept.get("outputs") instanceof Map<?, ?> outputs)) {
        return Optional.empty();
      }
      var mine = new LinkedHashMap<String, Object>();
      for (var output : outputs.entrySet()) {
        mine.put(String.valueOf(output.getKey()), taken(output.getValue()));
      }
      return Optional.of(new Known(madeAt, mine));
    } catch (FileNotFoundException _) {
      return Optional.empty();
    } catch (IOException | IllegalArgumentException | DateTimeException e) {
      context.logger().debug("What the task cache holds is of no use: {}", e.getMessage());
      return Optional.empty();
    }
  }

  private static Instant madeAt(Map<?, ?> kept) {
    return Instant.parse(String.valueOf(kept.get("madeAt")));
  }

  private boolean tooOld(Instant madeAt) {
    return ttl.filter(it -> !madeAt.plus(it).isAfter(now)).isPresent();
  }

  private Map<?, ?> read(URI file) throws IOException {
    try (var content = storage.open(file)) {
      var text = new String(content.readNBytes(OUTPUT_BYTES_MAX), StandardCharsets.UTF_8);
      return Json.read(text) instanceof Map<?, ?> map ? map : Map.of();
    }
  }

  /// With the kept files copied to this task run.
  private @Nullable Object taken(@Nullable Object value) throws IOException {
    return switch (value) {
      case String text when fileOf(text, place + "/").isPresent() ->
          copied(URI.create(text), own + fileOf(text, place + "/").get());
      case Map<?, ?> map -> {
        var copy = new LinkedHashMap<String, @Nullable Object>();
        for (var entry : map.entrySet()) {
          copy.put(String.valueOf(entry.getKey()), taken(entry.getValue()));
        }
        yield copy;
      }
      case List<?> list -> {
        var copy = new ArrayList<@Nullable Object>(list.size());
        for (var item : list) {
          copy.add(taken(item));
        }
        yield copy;
      }
      case null, default -> value;
    };
  }

  /// Keeps the outputs for the next time. That they cannot be kept is no failure of the task.
  public void keep(Map<String, Object> outputs) {
    try {
      storage.deleteAll(place);
      var kept = new LinkedHashMap<String, @Nullable Object>();
      kept.put("madeAt", now.toString());
      kept.put("outputs", put(outputs));
      var text = Json.write(kept);
      if (!context.masked(text).equals(text)) {
        context.logger().warn("The outputs hold a secret and are not kept in the task cache");
        storage.deleteAll(place);
        return;
      }
      var bytes = text.getBytes(StandardCharsets.UTF_8);
      if (bytes.length >= OUTPUT_BYTES_MAX) {
        context.logger().warn("The outputs are too large for the task cache");
        return;
      }
      storage.put(place + OUTPUTS, new ByteArrayInputStream(bytes));
      sweep();
    } catch (IOException | IllegalArgumentException e) {
      context.logger().warn("The outputs cannot be kept in the task cache: {}", e.getMessage());
    }
  }

  /// With the files of this task run copied to where they are kept.
  private @Nullable Object put(@Nullable Object value) throws IOException {
    return switch (value) {
      case String text when fileOf(text, own).isPresent() ->
          copied(URI.create(text), place + "/" + fileOf(text, own).get());
      case Map<?, ?> map -> {
        var copy = new LinkedHashMap<String, @Nullable Object>();
        for (var entry : map.entrySet()) {
          copy.put(String.valueOf(entry.getKey()), put(entry.getValue()));
        }
        yield copy;
      }
      case List<?> list -> {
        var copy = new ArrayList<@Nullable Object>(list.size());
        for (var item : list) {
          copy.add(put(item));
        }
        yield copy;
      }
      case null, default -> value;
    };
  }

  /// The path below `folder` when the text is the address of a file there.
  private static Optional<String> fileOf(String text, String folder) {
    if (!text.startsWith("kestra:///")) {
      return Optional.empty();
    }
    try {
      var path = URI.create(text).getPath();
      return path.startsWith(folder)
          ? Optional.of(path.substring(folder.length()))
          : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private String copied(URI file, String to) throws IOException {
    try (var content = storage.open(file)) {
      return storage.put(to, content).toString();
    }
  }

  private void sweep() throws IOException {
    if (ttl.isEmpty()) {
      return;
    }
    int looked = 0;
    for (var file : storage.list(all)) {
      var path = String.valueOf(file.getPath());
      if (path.endsWith(OUTPUTS) && ++looked <= SWEPT_MAX && tooOld(age(file))) {
        storage.deleteAll(path.substring(0, path.length() - OUTPUTS.length()));
      }
    }
  }

  private Instant age(URI file) throws IOException {
    try {
      return madeAt(read(file));
    } catch (DateTimeException | IllegalArgumentException _) {
      return Instant.EPOCH;
    }
  }

  private static URI address(String path) {
    return URI.create("kestra://" + path);
  }
}
