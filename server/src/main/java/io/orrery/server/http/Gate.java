package io.orrery.server.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/// Who may call, checked before any route.
///
/// With credentials: HTTP basic authentication, but for health, ping and webhooks (a webhook's key
/// is its secret). Without: only a browser page that came from this server may change anything, and
/// the `Host` must be a name of this machine, or else a web page anywhere could make the browser of
/// somebody here do it (CSRF, DNS rebinding).
final class Gate {
  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
  private static final Set<String> LOOPBACK_NAMES =
      Set.of("localhost", "127.0.0.1", "[::1]", "::1");

  private final HttpConfig config;

  Gate(HttpConfig config) {
    this.config = config;
  }

  /// @param path without a tenant
  /// @throws Fault when the call may not pass
  void check(Request request, List<String> path) {
    if (config.credentials().isPresent()) {
      if (!isOpen(path)) {
        authenticate(config.credentials().get(), request);
      }
    } else {
      checkHost(request);
    }
    if (!READING.contains(request.getMethod()) && !isWebhook(path)) {
      checkOrigin(request);
    }
  }

  private static boolean isOpen(List<String> path) {
    return !path.isEmpty()
        && (path.getFirst().equals("ping") || path.getFirst().equals("health") || isWebhook(path));
  }

  private static boolean isWebhook(List<String> path) {
    return path.size() > 4
        && path.get(0).equals("api")
        && path.get(2).equals("executions")
        && path.get(3).equals("webhook");
  }

  private static void authenticate(HttpConfig.Credentials wanted, Request request) {
    var given = request.getHeaders().get(HttpHeader.AUTHORIZATION);
    if (given == null || !matches(wanted, given)) {
      throw Fault.of(401, "Unauthorized: a user name and a password are needed")
          .header("WWW-Authenticate", "Basic realm=\"Orrery\", charset=\"UTF-8\"");
    }
  }

  private static boolean matches(HttpConfig.Credentials wanted, String header) {
    if (!header.regionMatches(true, 0, "Basic ", 0, 6)) {
      return false;
    }
    byte[] given;
    try {
      given = Base64.getDecoder().decode(header.substring(6).trim());
    } catch (IllegalArgumentException _) {
      return false;
    }
    var expected = (wanted.user() + ":" + wanted.password()).getBytes(StandardCharsets.UTF_8);
    // Of the hashes, so that the time taken does not tell the length either.
    return MessageDigest.isEqual(hash(given), hash(expected));
  }

  private static byte[] hash(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private void checkHost(Request request) {
    var host = request.getHttpURI().getHost();
    if (host == null || !isOurs(host)) {
      throw Fault.of(
          403,
          "Forbidden: this server has no password, so it answers only by the names of this machine");
    }
  }

  private boolean isOurs(String host) {
    var name = host.toLowerCase(Locale.ROOT);
    return LOOPBACK_NAMES.contains(name)
        || name.equals(config.host())
        || config.hostNames().contains(name)
        || config.publicUrl().map(url -> name.equals(url.getHost())).orElse(false);
  }

  private void checkOrigin(Request request) {
    var origin = request.getHeaders().get(HttpHeader.ORIGIN);
    if (isForeign(origin, request)
        || "cross-site".equals(request.getHeaders().get("Sec-Fetch-Site"))) {
      throw Fault.of(403, "Forbidden: a page of another site may not change anything here");
    }
  }

  /// No `Origin` means no browser: nobody is tricked.
  private boolean isForeign(@Nullable String origin, Request request) {
    if (origin == null) {
      return false;
    }
    var separator = origin.indexOf("://");
    if (separator < 0) {
      return true;
    }
    var authority = origin.substring(separator + 3);
    return !authority.equalsIgnoreCase(request.getHttpURI().getAuthority())
        && !config.publicUrl().map(url -> authority.equals(url.getAuthority())).orElse(false);
  }
}
