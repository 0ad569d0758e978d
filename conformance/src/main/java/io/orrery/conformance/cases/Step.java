package io.orrery.conformance.cases;

import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Moments;
import io.orrery.conformance.subject.ExecutionSubject.TaskRunName;
import io.orrery.conformance.subject.Unsupported;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One step of a case: `do` and what it is done with.
record Step(Map<String, Object> fields) {

  /// Keys that any step may have.
  private static final Set<String> COMMON = Set.of("do", "expect", "as", "execution", "within");

  private static final Duration WITHIN_DEFAULT = Duration.ofSeconds(30);

  String name() {
    return text("do").orElseThrow(() -> new Unsupported("a step that does nothing"));
  }

  /// @throws Unsupported when the step says something that `keys` do not name
  Step knowing(String... keys) {
    var known = new HashSet<>(COMMON);
    known.addAll(List.of(keys));
    for (var key : fields.keySet()) {
      if (!known.contains(key)) {
        throw new Unsupported("step " + name() + " with " + key);
      }
    }
    return this;
  }

  @Nullable Object get(String key) {
    return fields.get(key);
  }

  boolean has(String key) {
    return fields.containsKey(key);
  }

  Optional<String> text(String key) {
    return fields.get(key) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  String needed(String key) {
    return text(key).orElseThrow(() -> new Unsupported("step " + name() + " without " + key));
  }

  boolean flag(String key) {
    return Boolean.TRUE.equals(fields.get(key));
  }

  Map<String, Object> object(String key) {
    return Json.members(fields.get(key));
  }

  Map<String, Object> expect() {
    return object("expect");
  }

  Optional<String> as() {
    return text("as");
  }

  Optional<String> execution() {
    return text("execution");
  }

  Duration within() {
    return text("within").map(Moments::offset).orElse(WITHIN_DEFAULT);
  }

  /// A task run under `key`: its task's id, or `{taskId, values}`.
  Optional<TaskRunName> taskRun(String key) {
    var value = fields.get(key);
    if (value instanceof String taskId) {
      return Optional.of(new TaskRunName(taskId, List.of()));
    }
    var parts = Json.members(value);
    return parts.get("taskId") instanceof String taskId
        ? Optional.of(
            new TaskRunName(
                taskId, Json.items(parts.get("values")).stream().map(String::valueOf).toList()))
        : Optional.empty();
  }
}
