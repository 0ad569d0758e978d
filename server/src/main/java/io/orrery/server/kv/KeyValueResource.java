package io.orrery.server.kv;

import io.orrery.model.kept.Kept;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Query;
import io.orrery.server.http.Route;
import io.orrery.server.json.Json;
import io.orrery.server.json.JsonMap;
import io.orrery.store.query.KeyValues;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Reads and writes values. 404: there is no such key; 410: there was, and its time is over.
public final class KeyValueResource {
  private static final Pattern KEY = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]*");
  private static final int KEY_CHARS_MAX = 255;
  private static final int VALUE_CHARS_MAX = 4 * 1024 * 1024;
  private static final String ONE = "/api/v1/namespaces/{namespace}/kv/{key}";

  private final KeyValues values;
  private final InstantSource clock;

  public KeyValueResource(KeyValues values, InstantSource clock) {
    this.values = values;
    this.clock = clock;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/namespaces/{namespace}/kv", this::list),
        Route.delete("/api/v1/namespaces/{namespace}/kv", this::deleteMany),
        Route.get(ONE, this::get),
        Route.put(ONE, this::put),
        Route.delete(ONE, this::delete));
  }

  private Answer list(Call call) {
    return Answer.json(
        values.list(call.param("namespace"), "", clock.instant()).stream()
            .map(KeyValueResource::shape)
            .toList());
  }

  private Answer get(Call call) {
    var namespace = call.param("namespace");
    var key = call.param("key");
    var entry =
        values
            .find(namespace, key)
            .orElseThrow(
                () ->
                    Fault.notFound(
                        "No value found for key '" + key + "' in namespace '" + namespace + "'"));
    if (entry.expired(clock.instant())) {
      throw Fault.of(
          410, "Resource has expired: the requested value of key '" + key + "' is expired");
    }
    return Answer.json(detail(entry));
  }

  private Answer put(Call call) throws IOException {
    var key = call.param("key");
    if (!KEY.matcher(key).matches()) {
      throw Fault.argument("key '" + key + "' must match " + KEY);
    }
    if (key.length() > KEY_CHARS_MAX) {
      throw Fault.argument(
          "a key has at most " + KEY_CHARS_MAX + " characters, not " + key.length());
    }
    var body = call.body().text();
    if (body.length() > VALUE_CHARS_MAX) {
      throw Fault.of(
          413,
          "The value of key '"
              + key
              + "' is too large: "
              + body.length()
              + " characters, at most "
              + VALUE_CHARS_MAX
              + ". Keep it in a file of the namespace, and its address here");
    }
    var sent = KvValue.read(body);
    var now = clock.instant();
    boolean _ =
        values.put(
            call.param("namespace"),
            key,
            new KeyValues.Write(
                sent.json(),
                sent.type().map(KvValue.Type::name),
                call.header("description").filter(text -> !text.isBlank()),
                expiry(call, now),
                KeyValues.Overwrite.YES),
            now);
    return Answer.empty(200);
  }

  /// The header `ttl`, or the same as a parameter.
  private static Optional<Instant> expiry(Call call, Instant now) {
    return call.header("ttl")
        .filter(text -> !text.isBlank())
        .or(() -> call.query().text("ttl"))
        .map(text -> expiry(Query.duration("ttl", text), now));
  }

  private static Instant expiry(Duration ttl, Instant now) {
    if (ttl.isNegative() || ttl.isZero()) {
      throw Fault.argument("ttl must be longer than nothing");
    }
    try {
      return now.plus(ttl);
    } catch (DateTimeException | ArithmeticException _) {
      throw Fault.argument("ttl " + ttl + " is beyond all time");
    }
  }

  private Answer delete(Call call) {
    return Answer.json(values.delete(call.param("namespace"), call.param("key")));
  }

  private Answer deleteMany(Call call) throws IOException {
    if (!(call.body().jsonObject().get("keys") instanceof List<?> keys)) {
      throw Fault.invalid("keys", "must be a list");
    }
    var there =
        values.all(call.param("namespace")).stream()
            .map(KeyValues.Entry::key)
            .collect(Collectors.toSet());
    var deleted = keys.stream().map(String::valueOf).filter(there::contains).toList();
    int _ = values.delete(call.param("namespace"), deleted);
    return Answer.json(new JsonMap().with("keys", deleted).map());
  }

  static Map<String, Object> shape(KeyValues.Entry entry) {
    return new JsonMap()
        .with("namespace", entry.namespace())
        .with("key", entry.key())
        .with("revision", entry.revision())
        .with("description", entry.description())
        .with("creationDate", entry.createdAt())
        .with("updateDate", entry.updatedAt())
        .with("expirationDate", entry.expiresAt())
        .map();
  }

  private static Map<String, Object> detail(KeyValues.Entry entry) {
    Object value;
    try {
      value = Kept.shown(Json.read(entry.json()));
    } catch (Json.NotJson e) {
      throw new IllegalStateException(
          "the value of key '" + entry.key() + "' in '" + entry.namespace() + "' is not JSON", e);
    }
    return new JsonMap()
        .with("type", entry.type().orElse(KvValue.type(value).name()))
        .with("value", value)
        .with("revision", entry.revision())
        .with("description", entry.description())
        .with("updated", entry.updatedAt())
        .with("expirationDate", entry.expiresAt())
        .map();
  }
}
