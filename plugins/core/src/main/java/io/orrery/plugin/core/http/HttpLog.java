package io.orrery.plugin.core.http;

import io.orrery.plugin.api.RunContext;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;

/// The parts of a request and its response that its author wants in the log (`options.logs`).
/// Headers that say who somebody is are never shown.
///
/// @param parts which of them
public record HttpLog(Set<Part> parts, RunContext context) {

  private static final int BODY_CHARS_MAX = 10_000;
  private static final Set<String> HIDDEN =
      Set.of("authorization", "proxy-authorization", "cookie", "set-cookie");

  /// What may be shown.
  public enum Part {
    REQUEST_HEADERS,
    REQUEST_BODY,
    RESPONSE_HEADERS,
    RESPONSE_BODY
  }

  void request(HttpRequest request, String body) {
    if (parts.contains(Part.REQUEST_HEADERS)) {
      context
          .logger()
          .info(
              "Request: {} {}{}",
              request.method(),
              HttpCall.shown(request.uri()),
              text(request.headers()));
    }
    if (parts.contains(Part.REQUEST_BODY)) {
      context.logger().info("Request body: {}", shortened(body));
    }
  }

  void response(HttpResponse<?> response) {
    if (parts.contains(Part.RESPONSE_HEADERS)) {
      context.logger().info("Response: {}{}", response.statusCode(), text(response.headers()));
    }
  }

  void responseBody(String body) {
    if (parts.contains(Part.RESPONSE_BODY)) {
      context.logger().info("Response body: {}", shortened(body));
    }
  }

  private static String text(HttpHeaders headers) {
    var text = new StringBuilder();
    new TreeMap<>(headers.map())
        .forEach(
            (name, values) ->
                text.append("\n")
                    .append(name)
                    .append(": ")
                    .append(
                        HIDDEN.contains(name.toLowerCase(Locale.ROOT))
                            ? "******"
                            : String.join(", ", values)));
    return text.toString();
  }

  private static String shortened(String body) {
    return body.length() <= BODY_CHARS_MAX ? body : body.substring(0, BODY_CHARS_MAX) + "…";
  }
}
