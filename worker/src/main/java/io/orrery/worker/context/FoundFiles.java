package io.orrery.worker.context;

import io.orrery.model.id.ExecutionId;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.rpc.Job;
import io.orrery.storage.InternalStorage;
import io.orrery.storage.StoragePaths;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Files that a trigger stored before it was known which execution they are for: they go where that
/// execution's files are, so that they are purged with it and no later ones take their place.
///
/// @param from addresses begin so
/// @param to path of a folder
record FoundFiles(String from, String to, InternalStorage storage) {

  static FoundFiles of(Job job, ExecutionId execution, InternalStorage storage) {
    var staged = StoragePaths.trigger(job.flow(), job.taskRun().execution(), job.taskId());
    return new FoundFiles(
        StoragePaths.address(staged) + "/",
        StoragePaths.trigger(job.flow(), execution, job.taskId()) + "/",
        storage);
  }

  /// `output` with the new addresses.
  Map<String, Object> moved(Map<String, Object> output) {
    if (from.equals(StoragePaths.address(to).toString())) {
      return output;
    }
    var all = new LinkedHashMap<String, Object>();
    output.forEach((name, value) -> put(all, name, tree(value)));
    return all;
  }

  @SuppressWarnings("NullAway") // JSON-like maps hold nulls; the type does not say so
  private static void put(Map<String, Object> into, String key, @Nullable Object value) {
    into.put(key, value);
  }

  private @Nullable Object tree(@Nullable Object value) {
    return switch (value) {
      case String text when text.startsWith(from) -> file(URI.create(text)).toString();
      case Map<?, ?> map -> {
        var all = new LinkedHashMap<String, Object>();
        map.forEach((name, member) -> put(all, String.valueOf(name), tree(member)));
        yield all;
      }
      case List<?> list -> {
        var all = new ArrayList<@Nullable Object>(list.size());
        list.forEach(item -> all.add(tree(item)));
        yield all;
      }
      case null, default -> value;
    };
  }

  private URI file(URI staged) {
    var name = String.valueOf(staged.getPath()).substring(URI.create(from).getPath().length());
    try {
      URI moved;
      try (var content = storage.open(staged)) {
        moved = storage.put(to + name, content);
      }
      boolean _ = storage.delete(staged);
      return moved;
    } catch (IOException e) {
      throw new TaskFailure("the file " + staged + " cannot be kept: " + e.getMessage(), e);
    }
  }
}
