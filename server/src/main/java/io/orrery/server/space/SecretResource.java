package io.orrery.server.space;

import io.orrery.model.id.Lineage;
import io.orrery.server.Api;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import io.orrery.server.json.JsonMap;
import io.orrery.server.list.NamedFilters;
import io.orrery.server.list.Paging;
import io.orrery.store.space.Secrets;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Secrets of namespaces. They are written, named and deleted; no answer ever holds a value.
public final class SecretResource {
  private static final Pattern KEY = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]{0,249}");
  private static final String ALL = "/api/v1/namespaces/{namespace}/secrets";
  private static final String ONE = ALL + "/{key}";

  private final Api.Space space;
  private final Secrets secrets;
  private final InstantSource clock;

  public SecretResource(Api.Space space, InstantSource clock) {
    this.space = space;
    this.secrets = space.secrets();
    this.clock = clock;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(ALL, this::list),
        Route.put(ALL, this::put),
        new Route("PATCH", ONE, this::describe),
        Route.delete(ONE, this::delete),
        Route.get("/api/v1/namespaces/{namespace}/inherited-secrets", this::inherited));
  }

  /// Those of the namespace, then those that every namespace has from the environment.
  private Answer list(Call call) {
    var wanted = NamedFilters.of(call.query()).text().orElse("").toLowerCase(Locale.ROOT);
    var all = new ArrayList<Map<String, Object>>();
    secrets.list(call.param("namespace")).forEach(entry -> all.add(meta(entry)));
    space.environmentSecrets().stream()
        .filter(name -> all.stream().noneMatch(one -> name.equalsIgnoreCase(key(one))))
        .forEach(
            name -> all.add(new JsonMap().with("key", name).with("source", "environment").map()));
    all.removeIf(one -> !key(one).toLowerCase(Locale.ROOT).contains(wanted));
    var page = Paging.cut(all, Paging.of(call.query(), Set.of("key")));
    var answer = new LinkedHashMap<String, Object>();
    answer.put("readOnly", false);
    answer.putAll(Paging.json(page, one -> one));
    return Answer.json(answer);
  }

  private static String key(Map<String, Object> meta) {
    return String.valueOf(meta.get("key"));
  }

  private Answer put(Call call) throws IOException {
    var body = call.body().jsonObject();
    if (!(body.get("key") instanceof String key) || !KEY.matcher(key).matches()) {
      throw Fault.invalid("key", "must match " + KEY);
    }
    if (!(body.get("value") instanceof String value)) {
      throw Fault.invalid("value", "must be a text");
    }
    var now = clock.instant();
    var namespace = call.param("namespace");
    secrets.put(
        new Secrets.Entry(
            namespace,
            key,
            sealed(value),
            text(body.get("description")),
            tags(body.get("tags")).orElse(List.of()),
            now,
            now));
    return metas(namespace);
  }

  private String sealed(String value) {
    try {
      return space.sealing().seal(value);
    } catch (IllegalStateException e) {
      throw Fault.conflict(
          "a secret cannot be kept: " + e.getMessage() + "; set encryption.secret-key");
    }
  }

  /// Changes what is said about a secret, and its value only when one is given.
  private Answer describe(Call call) throws IOException {
    var namespace = call.param("namespace");
    var old =
        secrets
            .find(namespace, call.param("key"))
            .orElseThrow(() -> missing(namespace, call.param("key")));
    var body = call.body().jsonObject();
    secrets.put(
        new Secrets.Entry(
            namespace,
            old.key(),
            body.get("value") instanceof String value ? sealed(value) : old.sealed(),
            body.containsKey("description") ? text(body.get("description")) : old.description(),
            tags(body.get("tags")).orElse(old.tags()),
            old.createdAt(),
            clock.instant()));
    return metas(namespace);
  }

  private Answer delete(Call call) {
    var namespace = call.param("namespace");
    if (!secrets.delete(namespace, call.param("key"))) {
      throw missing(namespace, call.param("key"));
    }
    return Answer.empty(200);
  }

  private Answer inherited(Call call) {
    var inherited = new LinkedHashMap<String, Object>();
    for (var parent : Lineage.of(call.param("namespace")).stream().skip(1).toList()) {
      var keys = secrets.list(parent).stream().map(Secrets.Entry::key).toList();
      if (!keys.isEmpty()) {
        inherited.put(parent, keys);
      }
    }
    return Answer.json(inherited);
  }

  private Answer metas(String namespace) {
    return Answer.json(secrets.list(namespace).stream().map(SecretResource::meta).toList());
  }

  private static Map<String, Object> meta(Secrets.Entry entry) {
    return new JsonMap()
        .with("key", entry.key())
        .with("description", entry.description())
        .with("tags", entry.tags().stream().map(SecretResource::tag).toList())
        .map();
  }

  /// A tag is kept as `key:value`, or as a bare word.
  private static Map<String, Object> tag(String text) {
    int colon = text.indexOf(':');
    return new JsonMap()
        .with("key", colon < 0 ? text : text.substring(0, colon))
        .with("value", colon < 0 ? "" : text.substring(colon + 1))
        .map();
  }

  private static Fault missing(String namespace, String key) {
    return Fault.notFound("no secret '" + key + "' in namespace '" + namespace + "'");
  }

  private static Optional<String> text(@Nullable Object value) {
    return value instanceof String text && !text.isBlank() ? Optional.of(text) : Optional.empty();
  }

  private static Optional<List<String>> tags(@Nullable Object value) {
    if (!(value instanceof List<?> list)) {
      return Optional.empty();
    }
    var tags = new ArrayList<String>();
    for (var item : list) {
      tags.add(
          item instanceof Map<?, ?> map
              ? map.get("key") + ":" + map.get("value")
              : String.valueOf(item));
    }
    return Optional.of(tags);
  }
}
