package io.orrery.conformance.embedded;

import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Moments;
import io.orrery.conformance.match.Values;
import io.orrery.conformance.subject.Content;
import io.orrery.conformance.subject.DataSubject.KeyValue;
import io.orrery.conformance.subject.OuterSubject.HttpCall;
import java.time.ZoneOffset;
import java.time.temporal.Temporal;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Keys and values through the API.
final class ApiKeyValues {

  private static final int NOT_FOUND = 404;
  private static final int GONE = 410;

  private final ApiClient api;

  ApiKeyValues(ApiClient api) {
    this.api = api;
  }

  Optional<KeyValue> find(String namespace, String key) {
    var answer = api.get(target(namespace, key));
    if (answer.status() == NOT_FOUND || answer.status() == GONE) {
      return Optional.empty();
    }
    var fields = ApiClient.good(answer);
    return Optional.of(
        new KeyValue(
            fields.get("value"), Moments.read(fields.get("expirationDate"), ZoneOffset.UTC)));
  }

  void put(String namespace, String key, @Nullable Object value) {
    // Dates are the one kind of value that the API takes as bare text.
    var text = value instanceof Temporal date ? Values.text(date) : Json.write(value);
    ApiClient.good(
        api.call(
            new HttpCall(
                "PUT",
                target(namespace, key),
                Map.of("Content-Type", "application/json"),
                Optional.of(Content.of(text)),
                false)));
  }

  private static String target(String namespace, String key) {
    return "/api/v1/namespaces/" + namespace + "/kv/" + ApiClient.encoded(key);
  }
}
