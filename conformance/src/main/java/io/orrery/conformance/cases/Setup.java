package io.orrery.conformance.cases;

import io.orrery.conformance.corpus.Entry;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Moments;
import io.orrery.conformance.match.Values;
import io.orrery.conformance.subject.Content;
import io.orrery.conformance.subject.SubjectConfig;
import io.orrery.conformance.subject.Unsupported;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a case wants to find: configuration for the instance, and data put into it.
final class Setup {

  private static final Set<String> KNOWN =
      Set.of("env", "config", "kv", "kvIon", "namespaceFiles", "files", "triggerState", "storage");
  private static final Set<String> WEB_AREAS = Set.of("api", "webhook");

  private Setup() {}

  static SubjectConfig config(Entry entry) {
    var setup = entry.object("setup");
    var standard = SubjectConfig.standard();
    var based =
        WEB_AREAS.contains(entry.area()) ? standard.withUrl("http://localhost:8081") : standard;
    return based.with(Json.members(setup.get("env")), Json.members(setup.get("config")));
  }

  static void apply(Stage stage) {
    var setup = stage.entry().object("setup");
    for (var key : setup.keySet()) {
      if (!KNOWN.contains(key)) {
        throw new Unsupported("setup " + key);
      }
    }
    each(setup, "kv", (namespace, key, value) -> keyValue(stage, namespace, key, value));
    each(setup, "kvIon", (namespace, key, value) -> ionValue(stage, namespace, key, value));
    each(
        setup,
        "namespaceFiles",
        (namespace, path, text) ->
            stage.subject().putNamespaceFile(namespace, path, Content.of(Values.text(text))));
    Json.members(setup.get("storage"))
        .forEach((path, text) -> stage.subject().putStorage(path, Content.of(Values.text(text))));
  }

  /// What must be true of triggers, once their flows are there.
  static void applyTriggers(Stage stage) {
    Json.members(stage.entry().object("setup").get("triggerState"))
        .forEach(
            (trigger, state) ->
                stage.subject().putTriggerState(stage.flow(), trigger, Json.members(state)));
  }

  private interface Put {
    void put(String namespace, String name, @Nullable Object value);
  }

  private static void each(Map<String, Object> setup, String key, Put put) {
    Json.members(setup.get(key))
        .forEach(
            (namespace, values) ->
                Json.members(values).forEach((name, value) -> put.put(namespace, name, value)));
  }

  private static void keyValue(Stage stage, String namespace, String key, @Nullable Object value) {
    stage.subject().putKeyValue(namespace, key, value, Optional.empty());
  }

  /// Ion text, or `{value: Ion text, expirationDate}`.
  private static void ionValue(Stage stage, String namespace, String key, @Nullable Object given) {
    var parts = Json.members(given);
    var text = parts.isEmpty() ? given : parts.get("value");
    var value = text instanceof String ion ? IonValues.read(ion) : text;
    stage.subject().putKeyValue(namespace, key, value, moment(stage, parts.get("expirationDate")));
  }

  private static Optional<Instant> moment(Stage stage, @Nullable Object value) {
    return Json.members(value).get("$now") instanceof String offset
        ? Optional.of(stage.stepBegan().plus(Moments.offset(offset)))
        : Moments.read(value, ZoneOffset.UTC);
  }
}
