package io.orrery.server.http;

import org.eclipse.jetty.server.Response;

/// Headers that every answer carries, so that a browser takes nothing in it for more than it is.
final class Headers {
  private Headers() {}

  static void secure(Response response) {
    var headers = response.getHeaders();
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("X-Frame-Options", "DENY");
    headers.put("Referrer-Policy", "no-referrer");
    headers.put(
        "Content-Security-Policy",
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    headers.put("Cache-Control", "no-store");
  }
}
