package io.orrery.conformance.cases;

import io.orrery.conformance.cases.Scene.Check;
import io.orrery.conformance.match.Absent;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Mismatch;
import io.orrery.conformance.subject.Content;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Expectations about what a case leaves behind: keys and values, namespace files, trigger states.
final class DataChecks {

  static final Map<String, Check> ALL = all();

  private DataChecks() {}

  private static Map<String, Check> all() {
    var checks = new LinkedHashMap<String, Check>();
    checks.put("kv", byNamespace("kv", DataChecks::value));
    checks.put("kvExpiration", byNamespace("kvExpiration", DataChecks::expiration));
    checks.put("namespaceFiles", byNamespace("namespaceFiles", DataChecks::folder));
    checks.put("namespaceFileContent", byNamespace("namespaceFileContent", DataChecks::file));
    checks.put("triggerState", DataChecks::triggerState);
    checks.put("executionExists", DataChecks::executionExists);
    return checks;
  }

  private interface Lookup {
    @Nullable Object find(Scene scene, String namespace, String name);
  }

  private static Check byNamespace(String path, Lookup lookup) {
    return (expected, scene) -> {
      var misses = new ArrayList<Mismatch>();
      Json.members(expected)
          .forEach(
              (namespace, names) ->
                  Json.members(names)
                      .forEach(
                          (name, value) ->
                              misses.addAll(
                                  scene.compare(
                                      path + "." + namespace + "." + name,
                                      value,
                                      lookup.find(scene, namespace, name)))));
      return misses;
    };
  }

  private static @Nullable Object value(Scene scene, String namespace, String key) {
    var found = scene.stage().subject().keyValue(namespace, key).orElse(null);
    return found == null ? Absent.ABSENT : found.value();
  }

  private static @Nullable Instant expiration(Scene scene, String namespace, String key) {
    var found = scene.stage().subject().keyValue(namespace, key).orElse(null);
    return found == null ? null : found.expiresAt().orElse(null);
  }

  private static Object folder(Scene scene, String namespace, String path) {
    return scene.stage().subject().namespaceFolder(namespace, path).stream().sorted().toList();
  }

  private static @Nullable Object file(Scene scene, String namespace, String path) {
    return scene.stage().subject().namespaceFile(namespace, path).map(Content::text).orElse(null);
  }

  private static List<Mismatch> triggerState(@Nullable Object expected, Scene scene) {
    var states = new LinkedHashMap<String, Object>();
    for (var trigger : Json.members(expected).keySet()) {
      scene
          .stage()
          .subject()
          .triggerState(scene.stage().flow(), trigger)
          .ifPresent(state -> states.put(trigger, state));
    }
    return scene.compare("triggerState", expected, states);
  }

  private static List<Mismatch> executionExists(@Nullable Object expected, Scene scene) {
    return scene.compare("executionExists", expected, scene.stage().main().isPresent());
  }
}
