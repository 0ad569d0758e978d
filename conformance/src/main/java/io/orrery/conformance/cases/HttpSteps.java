package io.orrery.conformance.cases;

import io.orrery.conformance.match.Absent;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Mismatch;
import io.orrery.conformance.match.Paths;
import io.orrery.conformance.match.Values;
import io.orrery.conformance.subject.Content;
import io.orrery.conformance.subject.OuterSubject.HttpAnswer;
import io.orrery.conformance.subject.OuterSubject.HttpCall;
import io.orrery.conformance.subject.Unsupported;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/// Calls of the HTTP API and what is expected of the answers.
final class HttpSteps {

  private static final String JSON = "application/json";

  private final Stage stage;

  HttpSteps(Stage stage) {
    this.stage = stage;
  }

  void call(Step step) {
    step.knowing(
        "method",
        "path",
        "body",
        "bodyFile",
        "multipart",
        "contentType",
        "headers",
        "rawBody",
        "sse");
    var answer = stage.subject().http(request(step));
    var value = json(answer);
    rememberExecution(value);
    var path = "http " + step.needed("method") + " " + step.needed("path");
    var more = new LinkedHashMap<String, String>();
    if (Paths.get(value, "id") instanceof String id) {
      more.put("id", id);
    }
    var expect = Json.members(new Placeholders(stage, more).fill(step.expect()));
    var misses = new ArrayList<Mismatch>();
    expect.forEach((key, expected) -> misses.addAll(check(key, expected, answer, value)));
    stage.miss(misses.stream().map(miss -> miss.under(path)).toList());
    if (!misses.isEmpty() && !expect.containsKey("body")) {
      stage.miss(Scene.miss(path + ".(body)", "(for information)", answer.body().text()));
    }
  }

  private HttpCall request(Step step) {
    var placeholders = new Placeholders(stage);
    var headers = new LinkedHashMap<String, String>();
    step.object("headers").forEach((name, value) -> headers.put(name, Values.text(value)));
    step.text("contentType").ifPresent(type -> headers.put("Content-Type", type));
    Optional<Content> body = Optional.empty();
    if (step.has("multipart")) {
      var form = new Multipart(new InputParts(stage.corpus()).multipart(step.object("multipart")));
      headers.put("Content-Type", form.contentType());
      body = Optional.of(form.body());
    } else if (step.has("bodyFile")) {
      body = Optional.of(stage.corpus().content(step.needed("bodyFile")));
    } else if (step.has("body")) {
      body = Optional.of(body(placeholders.fill(step.get("body")), step, headers));
    }
    return new HttpCall(
        step.needed("method"),
        placeholders.text(step.needed("path")),
        headers,
        body,
        step.flag("sse"));
  }

  /// Text of another type than JSON, or said to be raw, is sent as it is; all else as JSON.
  private static Content body(@Nullable Object value, Step step, Map<String, String> headers) {
    var type = headers.computeIfAbsent("Content-Type", name -> JSON);
    var asItIs = value instanceof String && (step.flag("rawBody") || !type.startsWith(JSON));
    return Content.of(asItIs ? Values.text(value) : Json.write(value));
  }

  /// [Absent] when the answer is not JSON.
  private static @Nullable Object json(HttpAnswer answer) {
    try {
      return answer.body().isEmpty() ? Absent.ABSENT : Json.read(answer.body().text());
    } catch (IllegalArgumentException e) {
      return Absent.ABSENT;
    }
  }

  private void rememberExecution(@Nullable Object value) {
    var fields = Json.members(value);
    if (fields.get("id") instanceof String id
        && fields.containsKey("flowId")
        && fields.containsKey("state")) {
      stage.sawExecution(id);
    }
  }

  private List<Mismatch> check(
      String key, @Nullable Object expected, HttpAnswer answer, @Nullable Object json) {
    var matchers = stage.matchers(Optional.empty());
    var text = answer.body().text();
    return switch (key) {
      case "status" -> matchers.compare("status", expected, answer.status());
      case "json" -> matchers.compare("json", expected, json);
      case "body" -> matchers.compare("body", expected, text);
      case "message" -> matchers.compare("message", expected, Paths.get(json, "message"));
      case "mentions" -> LanguageChecks.mentions("mentions", expected, List.of(text));
      case "jsonIds" -> matchers.compare("jsonIds", expected, ids(json));
      case "emptyBody" -> matchers.compare("emptyBody", expected, answer.body().isEmpty());
      case "zipEntries" -> matchers.compare("zipEntries", expected, zipEntries(answer));
      case "events" -> matchers.compare("events", expected, ServerEvents.read(text));
      case "headers" -> matchers.compare("headers", expected, answer.headers());
      default -> throw new Unsupported("expectation of an HTTP answer: " + key);
    };
  }

  private static List<Object> ids(@Nullable Object json) {
    var list = Values.list(json).orElseGet(() -> Json.items(Json.members(json).get("results")));
    var ids = new ArrayList<Object>();
    list.forEach(item -> ids.add(Paths.get(item, "id")));
    return ids;
  }

  private static List<String> zipEntries(HttpAnswer answer) {
    var names = new ArrayList<String>();
    try (var zip = new ZipInputStream(new ByteArrayInputStream(answer.body().bytes()))) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        names.add(entry.getName());
      }
    } catch (IOException e) {
      return List.of();
    }
    return names;
  }
}
