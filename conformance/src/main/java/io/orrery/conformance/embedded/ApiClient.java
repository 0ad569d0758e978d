package io.orrery.conformance.embedded;

import io.orrery.conformance.cases.Multipart;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Paths;
import io.orrery.conformance.subject.Content;
import io.orrery.conformance.subject.InputPart;
import io.orrery.conformance.subject.OuterSubject.HttpAnswer;
import io.orrery.conformance.subject.OuterSubject.HttpCall;
import io.orrery.conformance.subject.Refusal;
import io.orrery.conformance.subject.Unsupported;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Talks to an instance's API as any client would.
final class ApiClient implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int METHOD_NOT_ALLOWED = 405;
  private static final int NOT_FOUND = 404;
  private static final String NO_ROUTE = "there is nothing at this path";

  /// Last pieces of paths that an API without that route takes for the name of a flow to start.
  private static final Set<String> ACTIONS =
      Set.of(
          "replay",
          "labels",
          "unqueue",
          "force-run",
          "change-status",
          "pause",
          "by-ids",
          "by-query",
          "state",
          "eval");

  private final HttpClient client = HttpClient.newHttpClient();
  private final String base;

  ApiClient(int port) {
    this.base = "http://127.0.0.1:" + port;
  }

  /// @throws Unsupported when the API has no such route: its 404 would look like an answer
  HttpAnswer call(HttpCall call) {
    var request =
        HttpRequest.newBuilder(address(call.target()))
            .timeout(PATIENCE)
            .method(
                call.method(),
                call.body()
                    .map(body -> HttpRequest.BodyPublishers.ofByteArray(body.bytes()))
                    .orElseGet(HttpRequest.BodyPublishers::noBody));
    call.headers().forEach(request::header);
    try {
      var response = client.send(request.build(), BodyHandlers.ofByteArray());
      var headers = new LinkedHashMap<String, String>();
      response.headers().map().forEach((name, all) -> headers.put(name, String.join(", ", all)));
      var answer = new HttpAnswer(response.statusCode(), headers, Content.of(response.body()));
      if (noRoute(answer)) {
        throw new Unsupported("API route " + call.method() + " " + pathOf(call.target()));
      }
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the API answered", e);
    }
  }

  private static boolean noRoute(HttpAnswer answer) {
    var text = answer.body().text();
    return answer.status() == METHOD_NOT_ALLOWED
        || (answer.status() == NOT_FOUND
            && (text.contains(NO_ROUTE)
                || ACTIONS.stream()
                    .anyMatch(action -> text.contains("Flow not found: '" + action + "'"))));
  }

  /// A target may hold characters that an address cannot.
  private URI address(String target) {
    return URI.create(base + target.replace(" ", "%20").replace("[", "%5B").replace("]", "%5D"));
  }

  private static String pathOf(String target) {
    var query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  HttpAnswer get(String target) {
    return call(new HttpCall("GET", target, Map.of(), Optional.empty(), false));
  }

  /// Sends a form and reads the answer's JSON.
  ///
  /// @throws Refusal with the API's message when the answer is not a good one
  Map<String, Object> post(String target, List<InputPart> parts) {
    var form = new Multipart(parts);
    var headers = Map.of("Content-Type", form.contentType());
    return good(call(new HttpCall("POST", target, headers, Optional.of(form.body()), false)));
  }

  static Map<String, Object> good(HttpAnswer answer) {
    if (answer.status() < 400) {
      return answer.body().isEmpty() ? Map.of() : Json.object(answer.body().text());
    }
    if (answer.status() >= 500) {
      throw new IllegalStateException(answer.status() + ": " + answer.body().text());
    }
    try {
      var message = Paths.get(Json.read(answer.body().text()), "message");
      throw new Refusal(message instanceof String text ? text : answer.body().text());
    } catch (IllegalArgumentException e) {
      throw new Refusal(answer.body().text());
    }
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    client.close();
  }
}
